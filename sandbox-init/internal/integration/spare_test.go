package integration

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// spares are the processes that wait to move files.
func (s *sandbox) spares() []int {
	var found []int
	own := strconv.Itoa(s.process.Process.Pid)
	entries, _ := filepath.Glob("/proc/[0-9]*")
	for _, entry := range entries {
		line, _ := os.ReadFile(filepath.Join(entry, "cmdline"))
		stat, _ := os.ReadFile(filepath.Join(entry, "stat"))
		_, rest, _ := strings.Cut(string(stat), ") ")
		state := strings.Fields(rest)
		if strings.HasPrefix(string(line), "holdfast-init\x00files\x00") && len(state) > 1 && state[1] == own {
			pid, _ := strconv.Atoi(filepath.Base(entry))
			found = append(found, pid)
		}
	}
	return found
}

func TestTheProcessThatMovesFilesIsThereBeforeItIsNeededButNotWhileAStepRuns(t *testing.T) {
	s := start(t, "--files-ahead")
	s.eventually("one waits in a new sandbox", func() bool { return len(s.spares()) == 1 })
	first := s.spares()[0]
	c := s.dial()
	if done, failure := c.put(fields{"path": "."}, archive(t, map[string]string{"in": "hello"})); failure != nil || done.Files != 1 {
		t.Fatalf("%+v %v", done, failure)
	}
	if left := s.spares(); len(left) != 1 || left[0] != first {
		t.Errorf("it waits for the next request: %v", left)
	}
	c.must("start", fields{"step": "a", "argv": sh("cat in > out; sleep 300")})
	if left := s.spares(); len(left) != 0 {
		t.Errorf("while a step runs: %v", left)
	}
	c.must("stop", fields{"step": "a", "graceMs": 0})
	s.eventually("one waits behind the step, since files were moved before", func() bool { return len(s.spares()) == 1 })
	if files, _, failure := c.get(fields{"root": "."}); failure != nil || files["out"] != "hello" {
		t.Errorf("%v %v", files, failure)
	}
}

func TestOneThatWasNotNeededIsGoneWhenAStepBegins(t *testing.T) {
	s := start(t, "--files-ahead")
	s.eventually("one waits", func() bool { return len(s.spares()) == 1 })
	c := s.dial()
	if record, _ := c.run("a", sh("exit 3"), nil); *record.ExitCode != 3 {
		t.Errorf("%+v", record)
	}
	s.eventually("none is left", func() bool { return len(s.spares()) == 0 })
	if _, failure := c.put(fields{"path": "."}, archive(t, map[string]string{"in": "hello"})); failure != nil {
		t.Error(failure)
	}
}

func TestOneThatWasKilledIsReplaced(t *testing.T) {
	s := start(t, "--files-ahead")
	s.eventually("one waits", func() bool { return len(s.spares()) == 1 })
	pid := s.spares()[0]
	syscall.Kill(pid, syscall.SIGKILL)
	s.eventually("it is dead", func() bool { return syscall.Kill(pid, 0) == syscall.ESRCH })
	if done, failure := s.dial().put(fields{"path": "."}, archive(t, map[string]string{"in": "hello"})); failure != nil || done.Files != 1 {
		t.Errorf("%+v %v", done, failure)
	}
}

func TestOneThatMovesFilesWhileAStepEndsStaysTheOnlyOne(t *testing.T) {
	s := start(t, "--files-ahead")
	s.eventually("one waits", func() bool { return len(s.spares()) == 1 })
	first := s.spares()[0]
	moving := s.dial()
	if failure := moving.ask("put", fields{"path": "."}, nil); failure != nil {
		t.Fatal(failure)
	}
	s.dial().run("a", sh("exit 0"), nil)
	for until := time.Now().Add(200 * time.Millisecond); time.Now().Before(until); time.Sleep(2 * time.Millisecond) {
		if now := s.spares(); len(now) != 1 || now[0] != first {
			t.Fatalf("%v instead of %d", now, first)
		}
	}
	if done, failure := moving.endPut(archive(t, map[string]string{"in": "hello"})); failure != nil || done.Files != 1 {
		t.Fatalf("%+v %v", done, failure)
	}
	if left := s.spares(); len(left) != 1 || left[0] != first {
		t.Errorf("it waits for the next request: %v instead of %d", left, first)
	}
}

func TestOneThatHasMetNobodyClearsTheSandboxAndServesTheNextTask(t *testing.T) {
	s := start(t, "--files-ahead")
	stayed := false
	// Not each time: one that is started while who held the step is still on its way out does not know whom it met.
	for generation := 0; generation < 20 && !stayed; generation++ {
		c := s.dialOf(generation)
		if _, failure := c.put(fields{"path": "."}, archive(t, map[string]string{"in": "hello"})); failure != nil {
			t.Fatal(failure)
		}
		if record, log := c.run("a", sh("ls; cat in > out"), nil); *record.ExitCode != 0 || log.all != "in\n" {
			t.Fatalf("%+v %q", record, log.all)
		}
		if files, _, failure := c.get(fields{"root": "."}); failure != nil || files["out"] != "hello" {
			t.Errorf("%v %v", files, failure)
		}
		s.eventually("one waits behind the step", func() bool { return len(s.spares()) == 1 })
		behind := s.spares()[0]
		if done, failure := c.recycle(s.workspace); failure != nil || done.Processes != 0 || done.Generation != generation+1 {
			t.Fatalf("%+v %v", done, failure)
		}
		left := s.spares()
		stayed = len(left) == 1 && left[0] == behind
	}
	if !stayed {
		t.Error("none was there for the next task")
	}
}

func TestOneThatHasMetTheWorkloadIsNotThereForTheNextTask(t *testing.T) {
	s := start(t, "--files-ahead")
	c := s.dial()
	if _, failure := c.put(fields{"path": "."}, archive(t, map[string]string{"in": "hello"})); failure != nil {
		t.Fatal(failure)
	}
	c.run("a", sh("setsid sleep 300 >/dev/null 2>&1 &"), nil)
	s.eventually("one waits behind the step", func() bool { return len(s.spares()) == 1 })
	met := s.spares()[0]
	if done, failure := c.recycle(s.workspace); failure != nil || done.Processes != 0 || done.Generation != 1 {
		t.Fatalf("%+v %v", done, failure)
	}
	if left := s.spares(); len(left) != 1 || left[0] == met {
		t.Errorf("%v", left)
	}
}

func TestARecycledSandboxCountsWhatIsLeftButNotTheOneThatWaits(t *testing.T) {
	s := start(t, "--files-ahead")
	s.eventually("one waits", func() bool { return len(s.spares()) == 1 })
	for generation := 0; generation < 3; generation++ {
		c := s.dialOf(generation)
		c.run("a", sh("setsid sleep 300 >/dev/null 2>&1 & echo x > f"), nil)
		if done, failure := c.recycle(s.workspace); failure != nil || done.Processes != 0 || done.Generation != generation+1 {
			t.Fatalf("%+v %v", done, failure)
		}
		if left := s.spares(); len(left) != 1 {
			t.Errorf("those that wait: %v", left)
		}
	}
}
