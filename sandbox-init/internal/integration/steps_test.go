package integration

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"holdfast.dev/sandbox-init/internal/protocol"
)

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

func TestHelloSaysWhoAnswers(t *testing.T) {
	s := start(t)
	var hello protocol.Hello
	if failure := s.dial().ask("hello", nil, &hello); failure != nil {
		t.Fatal(failure)
	}
	if hello.Sandbox != "box" || hello.Protocol != 1 || !hello.Local || hello.Pid != s.process.Process.Pid || len(hello.BootID) != 16 {
		t.Fatalf("%+v", hello)
	}
}

func TestOneRequestRunsACommandAndBringsItsOutputAndExitCode(t *testing.T) {
	c := start(t).dial()
	record, out := c.run("a", sh("echo out; sleep 0.05; echo err >&2; exit 7"), nil)
	if record.State != protocol.Ended || record.Outcome != protocol.Exited || *record.ExitCode != 7 || record.Attached {
		t.Errorf("%+v", record)
	}
	if out.streams[1] != "out\n" || out.streams[2] != "err\n" || !out.end.EOF || out.end.Next != 8 {
		t.Errorf("%+v", out)
	}
	if record.StdoutBytes != 4 || record.StderrBytes != 4 || record.LogEnd != 8 || record.WallMs < 50 {
		t.Errorf("%+v", record)
	}
}

func TestAStepTellsItsProcessesAndWhatItWroteToDisk(t *testing.T) {
	s := start(t)
	record, _ := s.dial().run("a", sh("sleep 0.2 & head -c 1048576 /dev/zero > file; sync file; wait"), nil)
	if record.PeakPids < 2 || record.IoReadBytes == nil || record.IoWriteBytes == nil {
		t.Fatalf("%+v", record)
	}
	const inMemory = 0x01021994 // a file system that has no device to write to
	var place syscall.Statfs_t
	if err := syscall.Statfs(s.workspace, &place); err != nil {
		t.Fatal(err)
	}
	if place.Type != inMemory && *record.IoWriteBytes < 1<<20 {
		t.Errorf("only %d bytes were written", *record.IoWriteBytes)
	}
}

func TestAStepStartsOnceHoweverOftenItIsAskedFor(t *testing.T) {
	s := start(t)
	count := filepath.Join(s.workspace, "count")
	var all sync.WaitGroup
	for i := 0; i < 20; i++ {
		c := s.dial()
		all.Add(1)
		go func() {
			defer all.Done()
			c.send("start", fields{"step": "once", "argv": sh("echo x >> count; sleep 0.2"), "waitMs": 10000})
			var record protocol.Record
			if failure := c.answer(&record); failure != nil || *record.ExitCode != 0 {
				t.Errorf("%+v %v", record, failure)
			}
		}()
	}
	all.Wait()
	if content, _ := os.ReadFile(count); string(content) != "x\n" {
		t.Errorf("it ran as often as %q", content)
	}
	c := s.dial()
	if failure := c.ask("start", fields{"step": "once", "argv": sh("other")}, nil); failure == nil || failure.Code != protocol.Conflict {
		t.Errorf("other content: %v", failure)
	}
}

func TestTheEnvironmentAndDirectoryOfAStep(t *testing.T) {
	s := start(t)
	c := s.dial()
	_, out := c.run("a", sh(`pwd; echo $HOLDFAST_HIDDEN,$SEEN,$OWN,$HOLDFAST_STEP`), fields{"env": fields{"OWN": "=x"}})
	if out.all != s.workspace+"\n,1,=x,box/a\n" {
		t.Errorf("%q", out.all)
	}
	os.Mkdir(filepath.Join(s.workspace, "sub"), 0o755)
	if _, out = c.run("b", []string{"pwd"}, fields{"cwd": "sub"}); out.all != s.workspace+"/sub\n" {
		t.Errorf("%q", out.all)
	}
}

func TestACommandThatCannotRunIsAResultThatSaysWhy(t *testing.T) {
	c := start(t).dial()
	for key, test := range map[string]struct {
		argv []string
		more fields
		code int
		says string
	}{
		"missing":   {[]string{"no-such-command"}, nil, 127, "no-such-command"},
		"directory": {[]string{"/"}, nil, 126, "/"},
		"cwd":       {[]string{"true"}, fields{"cwd": "nowhere"}, 126, "nowhere"},
	} {
		record, _ := c.run(key, test.argv, test.more)
		if record.Outcome != protocol.Exited || *record.ExitCode != test.code || !strings.Contains(record.Reason, test.says) {
			t.Errorf("%s: %+v", key, record)
		}
	}
}

func TestBadStartsAreRefusedByField(t *testing.T) {
	c := start(t).dial()
	for field, body := range map[string]fields{
		"argv":          {"step": "a"},
		"step":          {"argv": sh("true")},
		"env":           {"step": "a", "argv": sh("true"), "env": fields{"A=B": "x"}},
		"stdin":         {"step": "a", "argv": sh("true"), "stdin": "maybe"},
		"background":    {"step": "a", "argv": sh("true"), "background": "x"},
		"limits.nofile": {"step": "a", "argv": sh("true"), "limits": fields{"nofile": uint64(1) << 60}},
		"secretFiles":   {"step": "a", "argv": sh("true"), "secretFiles": fields{"../x": "y"}},
		"argv[1]":       {"step": "a", "argv": []string{"echo", "a\x00b"}},
	} {
		if failure := c.ask("start", body, nil); failure == nil || failure.Code != protocol.BadRequest || !strings.Contains(failure.Message, field) {
			t.Errorf("%s: %v", field, failure)
		}
	}
	if failure := c.ask("wait", fields{"step": "a"}, nil); failure == nil || failure.Code != protocol.UnknownStep {
		t.Errorf("a refused start left a step: %v", failure)
	}
}

func TestATimeoutEndsWhatIgnoresTermAndWhatStandsStill(t *testing.T) {
	c := start(t).dial()
	for key, test := range map[string]struct{ line, signal string }{
		"ignores": {"trap '' TERM; echo up; sleep 60 & wait; sleep 60", "KILL"},
		"stopped": {"kill -STOP $$", "TERM"},
	} {
		record, _ := c.run(key, sh(test.line), fields{"timeoutMs": 300, "graceMs": 300})
		if record.Outcome != protocol.TimedOut || record.Signal != test.signal || record.WallMs > 5000 {
			t.Errorf("%s: %+v", key, record)
		}
	}
}

func TestAStepEndsWithItsMainProcessAndBackgroundProcessesAreKeptUntilStopped(t *testing.T) {
	s := start(t)
	c := s.dial()
	record, out := c.run("a", sh("(setsid sh -c 'sleep 300 & echo $! > pid; while :; do echo noise; sleep 0.01; done' &); while [ ! -s pid ]; do sleep 0.01; done; echo ok"), nil)
	if record.Outcome != protocol.Exited || *record.ExitCode != 0 || record.Left < 2 || !strings.Contains(out.all, "ok\n") {
		t.Fatalf("%+v %q", record, out.all)
	}
	content, _ := os.ReadFile(filepath.Join(s.workspace, "pid"))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(content)))
	if !alive(pid) {
		t.Fatal("the background process died with the step")
	}
	stopped := c.must("stop", fields{"step": "a", "graceMs": 0})
	if stopped.Outcome != protocol.Exited {
		t.Errorf("the outcome changed: %+v", stopped)
	}
	s.eventually("the background process is gone", func() bool { return !alive(pid) })
}

func TestWithBackgroundKillNothingIsLeft(t *testing.T) {
	s := start(t)
	record, out := s.dial().run("a", sh("(setsid setsid sleep 300 & echo $!) ; setsid sleep 300 & echo $!"), fields{"background": "kill"})
	if record.Outcome != protocol.Exited || record.Left == 0 {
		t.Fatalf("%+v", record)
	}
	for _, word := range strings.Fields(out.all) {
		if pid, _ := strconv.Atoi(word); alive(pid) {
			t.Errorf("%d is alive", pid)
		}
	}
}

func TestStopIsACancellation(t *testing.T) {
	s := start(t)
	c := s.dial()
	c.must("start", fields{"step": "a", "argv": sh("sleep 300")})
	record := s.dial().must("stop", fields{"step": "a", "graceMs": 2000})
	if record.Outcome != protocol.Cancelled || *record.ExitCode != 143 || record.State != protocol.Ended {
		t.Fatalf("%+v", record)
	}
	again := c.must("stop", fields{"step": "a"})
	if again.Outcome != protocol.Cancelled {
		t.Fatalf("%+v", again)
	}
}

func TestOutputOverTheCapKeepsHeadAndTail(t *testing.T) {
	c := start(t).dial()
	record, _ := c.run("a", sh("printf head; head -c 3000000 /dev/zero; printf tail"), fields{"outputLimitBytes": 1000, "readBytes": 1})
	if !record.Truncated || record.LogEnd != 3000008 || record.DroppedBytes != 3000008-1000 || *record.ExitCode != 0 {
		t.Fatalf("%+v", record)
	}
	if failure := c.ask("read", fields{"step": "a", "offset": 0, "maxBytes": 100000}, nil); failure != nil {
		t.Fatal(failure)
	}
	out := c.log()
	if len(out.all) != 1000 || !strings.HasPrefix(out.all, "head\x00") || !strings.HasSuffix(out.all, "\x00tail") || !out.end.EOF {
		t.Errorf("%d bytes, %+v", len(out.all), out.end)
	}
	if len(out.gaps) != 1 || out.gaps[0] != [2]uint64{500, 3000008 - 500} {
		t.Errorf("gaps %v", out.gaps)
	}
}

func TestTheCapCanKill(t *testing.T) {
	record, _ := start(t).dial().run("a", sh("yes"), fields{"outputLimitBytes": 100000, "onOutputLimit": "kill"})
	if record.Outcome != protocol.OutputLimit || record.Signal != "KILL" {
		t.Fatalf("%+v", record)
	}
}

func TestAReaderFollowsARunningStep(t *testing.T) {
	s := start(t)
	c := s.dial()
	c.must("start", fields{"step": "a", "argv": sh("for i in 1 2 3; do echo $i; sleep 0.1; done")})
	all, offset := "", int64(0)
	for {
		if failure := c.ask("read", fields{"step": "a", "offset": offset, "waitMs": 10000}, nil); failure != nil {
			t.Fatal(failure)
		}
		out := c.log()
		all, offset = all+out.all, out.end.Next
		if out.end.EOF {
			break
		}
	}
	if all != "1\n2\n3\n" {
		t.Fatalf("%q", all)
	}
}

func TestAWaitEndsWhenItsCallerHangsUp(t *testing.T) {
	s := start(t)
	for i := 0; i < 300; i++ { // more than there are places for connections
		c := s.dial()
		c.send("start", fields{"step": "a", "argv": sh("sleep 60"), "waitMs": 60000})
		c.raw.Close()
	}
	var hello protocol.Hello
	if failure := s.dial().ask("hello", nil, &hello); failure != nil || hello.Running != 1 {
		t.Fatalf("%+v %v", hello, failure)
	}
	c := s.dial()
	begin := time.Now()
	c.must("stop", fields{"step": "a", "graceMs": 0})
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestAStepThatHoldsMoreMemoryThanItsOwnLimitIsEndedAndSaysSo(t *testing.T) {
	c := start(t).dial()
	grow := sh("x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 60")
	record, _ := c.run("greedy", grow, fields{"limits": fields{"totalMemoryBytes": 30 << 20}})
	if record.Outcome != protocol.OomKilled || *record.ExitCode != 137 || !strings.Contains(record.Reason, "limit of 31457280") {
		t.Errorf("%+v", record)
	}
	record, _ = c.run("modest", sh("exit 5"), fields{"limits": fields{"totalMemoryBytes": 30 << 20}})
	if record.Outcome != protocol.Exited || *record.ExitCode != 5 {
		t.Errorf("%+v", record)
	}
	if failure := c.ask("start", fields{"step": "x", "argv": sh("true"), "limits": fields{"totalMemoryBytes": 0}}, nil); failure == nil || failure.Code != protocol.BadRequest {
		t.Errorf("a limit of nothing: %v", failure)
	}
}
