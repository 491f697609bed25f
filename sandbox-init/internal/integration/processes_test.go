package integration

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
)

func zombies(parents ...int) (count int) {
	for _, info := range process.Table() {
		for _, parent := range parents {
			if info.Zombie && info.Parent == parent {
				count++
			}
		}
	}
	return count
}

func TestTenThousandShortChildrenLeaveNoZombie(t *testing.T) {
	s := start(t)
	c := s.dial()
	children := 10000
	if testing.Short() || len(buildFlags) > 0 {
		children = 1000
	}
	// Each is orphaned at once, so it is the holder that must reap it.
	record := c.must("start", fields{"step": "a", "stdin": "open", "argv": sh(fmt.Sprintf(
		`i=0; while [ $i -lt %d ]; do (: &) ; i=$((i+1)); done; echo done; cat`, children))})
	c.ask("read", fields{"step": "a", "offset": 0, "waitMs": 120000}, nil)
	if out := c.log(); out.all != "done\n" {
		t.Fatalf("%q", out.all)
	}
	main, _ := process.Look(record.Pid)
	s.eventually("no zombie is left", func() bool { return zombies(main.Parent, s.process.Process.Pid) == 0 })
	c.feed("a", 0, true)
	c.must("wait", fields{"step": "a", "waitMs": 10000})
	s.eventually("the holder is gone and reaped", func() bool {
		_, found := process.Look(main.Parent)
		return !found
	})
}

func TestAForkBombIsGoneSoonAfterTheStop(t *testing.T) {
	s := start(t)
	c := s.dial()
	// Processes that replace themselves all the time; a bomb that only grows would take this machine's other tests down.
	c.must("start", fields{"step": "bomb", "argv": sh(
		`bomb() { (bomb) & exit; }; for i in 1 2 3 4; do (bomb) & done; sleep 60`)})
	s.eventually("it is going", func() bool {
		var usage protocol.Usage
		return c.ask("usage", nil, &usage) == nil && *usage.Pids > 2
	})
	begin := time.Now()
	record := c.must("stop", fields{"step": "bomb", "graceMs": 0})
	if took := time.Since(begin); took > 4*time.Second || record.Outcome != protocol.Cancelled {
		t.Errorf("%v, %+v", took, record)
	}
	var usage protocol.Usage
	if failure := c.ask("usage", nil, &usage); failure != nil || *usage.Pids != 0 {
		t.Errorf("%d processes are left", *usage.Pids)
	}
}

func TestAStepWhoseHolderWasKilledStillEndsTrulyAndIsKilledWhole(t *testing.T) {
	s := start(t)
	c := s.dial()
	record := c.must("start", fields{"step": "a", "argv": sh("sleep 0.3; exit 5")})
	main, _ := process.Look(record.Pid)
	syscall.Kill(main.Parent, syscall.SIGKILL)
	if ended := c.must("wait", fields{"step": "a", "waitMs": 10000}); ended.State != protocol.Ended || *ended.ExitCode != 5 {
		t.Fatalf("%+v", ended)
	}
	record = c.must("start", fields{"step": "b", "argv": sh("sleep 300 & sleep 300")})
	main, _ = process.Look(record.Pid)
	syscall.Kill(main.Parent, syscall.SIGKILL)
	if ended := c.must("stop", fields{"step": "b", "graceMs": 0}); ended.Outcome != protocol.Cancelled {
		t.Fatalf("%+v", ended)
	}
	s.eventually("its processes are gone", func() bool { return len(process.InSession(process.Table(), record.Pid)) == 0 })
}

func TestAKilledSupervisorComesBackKnowsItsStepsAndStartsNoneTwice(t *testing.T) {
	s := start(t)
	c := s.dial()
	c.run("done", sh("echo kept; exit 4"), nil)
	record := c.must("start", fields{"step": "running", "argv": sh("echo x >> count; echo before; (setsid sleep 300 & echo $! > pid); sleep 300")})
	c.ask("read", fields{"step": "running", "offset": 0, "waitMs": 10000}, nil)
	c.log()
	var stray int
	s.eventually("the stray's id is known", func() bool {
		content, _ := os.ReadFile(filepath.Join(s.workspace, "pid"))
		stray, _ = strconv.Atoi(strings.TrimSpace(string(content)))
		return stray > 0
	})
	s.process.Process.Kill()
	s.awaitEnd(10 * time.Second)
	if !alive(record.Pid) {
		t.Fatal("the step died with its supervisor, so this test shows nothing")
	}
	s.launch()
	c = s.dial()
	lost := c.must("start", fields{"step": "running", "argv": sh("echo x >> count; echo before; (setsid sleep 300 & echo $! > pid); sleep 300")})
	if !lost.Attached || lost.Outcome != protocol.Lost || lost.Reason == "" || lost.ExitCode != nil {
		t.Errorf("%+v", lost)
	}
	s.eventually("what was left is gone", func() bool { return !alive(record.Pid) && !alive(stray) })
	if content, _ := os.ReadFile(filepath.Join(s.workspace, "count")); string(content) != "x\n" {
		t.Errorf("it ran as often as %q", content)
	}
	done := c.must("wait", fields{"step": "done"})
	c.ask("read", fields{"step": "done", "offset": 0}, nil)
	if out := c.log(); *done.ExitCode != 4 || out.all != "kept\n" || !out.end.EOF {
		t.Errorf("%+v %+v", done, out)
	}
}

func TestWithoutALeaseItKillsAllAndEnds(t *testing.T) {
	s := start(t, "--lease-seconds", "1")
	c := s.dial()
	record := c.must("start", fields{"step": "a", "argv": sh("setsid sleep 300 & sleep 300")})
	for i := 0; i < 3; i++ {
		time.Sleep(500 * time.Millisecond)
		if failure := c.ask("lease", fields{"seconds": 1}, nil); failure != nil {
			t.Fatal(failure)
		}
	}
	if !alive(record.Pid) {
		t.Fatal("it was killed in spite of its lease")
	}
	if !s.awaitEnd(10 * time.Second) {
		t.Fatal("it did not end")
	}
	if code := s.process.ProcessState.ExitCode(); code != 3 {
		t.Errorf("exit code %d", code)
	}
	s.eventually("its step is gone", func() bool { return !alive(record.Pid) })
}

func TestShutdownStopsAllAndEnds(t *testing.T) {
	s := start(t)
	c := s.dial()
	one := c.must("start", fields{"step": "a", "argv": sh("trap 'echo bye > bye; exit' TERM; while :; do sleep 0.02; done")})
	two := c.must("start", fields{"step": "b", "argv": sh("trap '' TERM; setsid sleep 300 & sleep 300; sleep 300")})
	time.Sleep(100 * time.Millisecond) // the traps must be set; nothing tells
	if failure := c.ask("shutdown", fields{"graceMs": 500}, nil); failure != nil {
		t.Fatal(failure)
	}
	if !s.awaitEnd(10*time.Second) || s.process.ProcessState.ExitCode() != 0 {
		t.Fatalf("it ended with %v", s.process.ProcessState)
	}
	if alive(one.Pid) || alive(two.Pid) {
		t.Error("a step is alive")
	}
	if _, err := os.Stat(filepath.Join(s.workspace, "bye")); err != nil {
		t.Errorf("the first was not given its grace: %v", err)
	}
}

func TestASecondSupervisorOnTheSameDirectoryIsRefused(t *testing.T) {
	s := start(t)
	output, err := exec.Command(program, "serve", "--local", "--control", s.control, "--sandbox", "box", "--workspace", s.workspace).CombinedOutput()
	if err == nil || !strings.Contains(string(output), "another supervisor") {
		t.Errorf("%v %q", err, output)
	}
	var hello protocol.Hello
	if failure := s.dial().ask("hello", nil, &hello); failure != nil || hello.Pid != s.process.Process.Pid {
		t.Fatalf("%+v %v", hello, failure)
	}
}
