package integration

import (
	"os"
	"strings"
	"testing"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

func (c *caller) feed(step string, offset int, eof bool, pieces ...string) (int64, *protocol.Failure) {
	c.t.Helper()
	c.send("stdin", fields{"step": step, "offset": offset, "eof": eof})
	for _, piece := range pieces {
		c.out.Frame(wire.Data, []byte(piece))
	}
	c.out.Frame(wire.End, []byte("{}"))
	c.out.Flush()
	var accepted protocol.Accepted
	failure := c.answer(&accepted)
	return accepted.Accepted, failure
}

func TestStdinIsWrittenOnceAlsoWhenACallIsRepeated(t *testing.T) {
	c := start(t).dial()
	c.must("start", fields{"step": "a", "argv": []string{"cat"}, "stdin": "open"})
	for _, call := range []struct {
		offset, accepted int
		eof              bool
		pieces           []string
	}{
		{0, 6, false, []string{"one", "two"}}, {0, 6, false, []string{"one", "two"}}, {3, 11, false, []string{"two", "three"}}, {11, 11, true, nil},
	} {
		if accepted, failure := c.feed("a", call.offset, call.eof, call.pieces...); failure != nil || accepted != int64(call.accepted) {
			t.Fatalf("%+v: accepted %d, %v", call, accepted, failure)
		}
	}
	c.must("wait", fields{"step": "a", "waitMs": 10000})
	c.ask("read", fields{"step": "a", "offset": 0}, nil)
	if out := c.log(); out.all != "onetwothree" {
		t.Fatalf("%q", out.all)
	}
	if _, failure := c.feed("a", 0, false, "late"); failure == nil || failure.Code != protocol.NotRunning {
		t.Errorf("after the end: %v", failure)
	}
	if record, out := c.run("none", []string{"cat"}, nil); *record.ExitCode != 0 || out.all != "" {
		t.Errorf("without stdin: %+v", record)
	}
}

func TestATerminalHasASizeAndTakesInput(t *testing.T) {
	s := start(t)
	c := s.dial()
	c.must("start", fields{"step": "a", "argv": sh("stty size; read line; echo got $line; stty size; test -t 0 && echo tty"), "stdin": "open", "pty": fields{"rows": 10, "cols": 40}})
	c.ask("read", fields{"step": "a", "offset": 0, "waitMs": 10000}, nil)
	if first := c.log(); first.streams[3] != "10 40\r\n" {
		t.Fatalf("%q", first.all)
	}
	if failure := c.ask("resize", fields{"step": "a", "rows": 20, "cols": 50}, nil); failure != nil {
		t.Fatal(failure)
	}
	if _, failure := c.feed("a", 0, false, "hello\n"); failure != nil {
		t.Fatal(failure)
	}
	c.must("wait", fields{"step": "a", "waitMs": 10000})
	c.ask("read", fields{"step": "a", "offset": 7}, nil)
	if rest := c.log(); !strings.HasSuffix(rest.all, "got hello\r\n20 50\r\ntty\r\n") {
		t.Fatalf("%q", rest.all)
	}
}

func TestASignalReachesTheStep(t *testing.T) {
	c := start(t).dial()
	c.must("start", fields{"step": "a", "argv": sh("trap 'echo hup; exit 3' HUP; echo up; while :; do sleep 0.02; done")})
	c.ask("read", fields{"step": "a", "offset": 0, "waitMs": 10000}, nil)
	c.log()
	if failure := c.ask("signal", fields{"step": "a", "signal": "SIGHUP"}, nil); failure != nil {
		t.Fatal(failure)
	}
	if record := c.must("wait", fields{"step": "a", "waitMs": 10000}); *record.ExitCode != 3 {
		t.Fatalf("%+v", record)
	}
	if failure := c.ask("signal", fields{"step": "a", "signal": "HUP"}, nil); failure == nil || failure.Code != protocol.NotRunning {
		t.Errorf("after the end: %v", failure)
	}
	if failure := c.ask("signal", fields{"step": "a", "signal": "NO"}, nil); failure == nil || failure.Code != protocol.BadRequest {
		t.Errorf("no such signal: %v", failure)
	}
}

func TestSecretFilesLastAsLongAsTheStep(t *testing.T) {
	c := start(t).dial()
	record, out := c.run("a", sh("cat $HOLDFAST_SECRETS/token; stat -c %a $HOLDFAST_SECRETS $HOLDFAST_SECRETS/token; echo $HOLDFAST_SECRETS"), fields{"secretFiles": fields{"token": "hush "}})
	lines := strings.Split(out.all, "\n")
	if *record.ExitCode != 0 || lines[0] != "hush 700" || lines[1] != "400" {
		t.Fatalf("%q %+v", out.all, record)
	}
	if _, err := os.Stat(lines[2]); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", lines[2], err)
	}
}
