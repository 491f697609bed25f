package integration

import (
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/steplog"
)

func (c *caller) recycle(paths ...string) (protocol.Recycled, *protocol.Failure) {
	c.t.Helper()
	var done protocol.Recycled
	failure := c.ask("recycle", fields{"paths": paths}, &done)
	return done, failure
}

func TestRecycleKillsEmptiesAndForgets(t *testing.T) {
	s := start(t)
	c := s.dial()
	record, _ := c.run("a", sh("mkdir -p d/e; echo x > d/e/f; chmod 0 d . ; setsid sleep 300 & echo $!"), nil)
	if record.Left != 1 {
		t.Fatalf("%+v", record)
	}
	c.must("start", fields{"step": "b", "argv": sh("sleep 300"), "cwd": "/"})
	if _, failure := c.recycle(s.workspace); failure == nil || failure.Code != protocol.Refused {
		t.Fatalf("while a step runs: %v", failure)
	}
	c.must("stop", fields{"step": "b", "graceMs": 0})
	done, failure := c.recycle(s.workspace)
	if failure != nil || done.Processes != 0 || len(done.Leftovers) != 0 || done.Generation != 1 {
		t.Fatalf("%+v %v", done, failure)
	}
	if entries, _ := os.ReadDir(s.workspace); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
	if info, err := os.Stat(s.workspace); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the workspace's mode: %v %v", info.Mode(), err)
	}
	logs, _ := os.ReadDir(filepath.Join(s.control, "log"))
	if left, err := os.ReadFile(filepath.Join(s.control, "log", steplog.Blank)); len(logs) != 1 || err != nil || len(left) != 0 {
		t.Errorf("logs left: %v %q %v", logs, left, err)
	}
	next := s.dialOf(1)
	if failure := next.ask("wait", fields{"step": "a"}, nil); failure == nil || failure.Code != protocol.UnknownStep {
		t.Errorf("the step is known: %v", failure)
	}
	if record, _ := next.run("a", sh("exit 9"), nil); *record.ExitCode != 9 || record.Attached {
		t.Errorf("the key is not free: %+v", record)
	}
}

// It outlives the first attempt to kill it, so it could write behind the back of who empties, and is gone before the
// second is given up.
func TestASandboxWithSomebodyWhoCouldNotBeKilledIsNotRecycled(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	s := prepare(t)
	for _, directory := range []string{filepath.Dir(s.workspace), s.workspace} {
		if err := os.Chown(directory, 12345, 12346); err != nil {
			t.Fatal(err)
		}
	}
	s.launchThrough([]string{"sh", "-c", `sleep 15 & exec setpriv --reuid 12345 --regid 12346 --clear-groups "$@"`, "sh"})
	c := s.dial()
	c.run("a", sh("echo x > kept"), nil)
	done, failure := c.recycle(s.workspace)
	if failure != nil || done.Processes != 1 || done.Generation != 0 {
		t.Errorf("%+v %v", done, failure)
	}
	if _, err := os.Stat(filepath.Join(s.workspace, "kept")); err != nil {
		t.Errorf("it was emptied beside somebody: %v", err)
	}
}

func TestRecyclingBeginsTheLeaseAnew(t *testing.T) {
	s := start(t, "--lease-seconds", "600")
	c := s.dial()
	if failure := c.ask("lease", fields{"seconds": 4}, nil); failure != nil {
		t.Fatal(failure)
	}
	for generation := 1; generation <= 2; generation++ {
		time.Sleep(2200 * time.Millisecond)
		if done, failure := c.recycle(s.workspace); failure != nil || done.Generation != generation {
			t.Fatalf("%+v %v", done, failure)
		}
		c = s.dialOf(generation)
	}
	if !s.awaitEnd(10 * time.Second) {
		t.Fatal("it did not end")
	}
}

func TestCallersOfTheTaskBeforeAreNotHeardAfterRecycling(t *testing.T) {
	s := start(t)
	stale, c := s.dial(), s.dial()
	stale.must("hello", nil)
	if done, failure := c.recycle(s.workspace); failure != nil || done.Generation != 1 {
		t.Fatalf("%+v %v", done, failure)
	}
	for _, caller := range []*caller{stale, c} {
		if _, err := caller.in.Next(); err == nil {
			t.Error("a connection from before is still open")
		}
	}
	if connection, err := net.Dial("unix", s.socket()); err == nil {
		connection.Close()
		t.Error("somebody listens at the old socket")
	}
	if record, _ := s.dialOf(1).run("fresh", sh("exit 4"), nil); *record.ExitCode != 4 {
		t.Errorf("%+v", record)
	}
}

// Whatever comes first: a step begun before is refused the recycling, one that comes too late is not begun at all.
func TestStartingAndRecyclingAtOnceNeverLeavesAStepOfTheTaskBefore(t *testing.T) {
	s := start(t)
	for generation := 0; generation < 15; {
		starter, recycler := s.dialOf(generation), s.dialOf(generation)
		starter.must("hello", nil)
		var both sync.WaitGroup
		both.Add(1)
		go func() {
			defer both.Done()
			// Who comes too late may find the connection closed already.
			_ = starter.trySend("start", fields{"step": "late", "argv": sh("echo x > here; exec sleep 300")})
		}()
		done, failure := recycler.recycle(s.workspace)
		both.Wait()
		if failure != nil {
			recycler.must("stop", fields{"step": "late", "graceMs": 0})
			if done, failure = recycler.recycle(s.workspace); failure != nil {
				t.Fatal(failure)
			}
		}
		generation++
		if done.Generation != generation || len(done.Leftovers) != 0 || done.Processes != 0 {
			t.Fatalf("%+v", done)
		}
		if failure := s.dialOf(generation).ask("wait", fields{"step": "late"}, nil); failure == nil {
			t.Fatal("the step of the task before runs in the sandbox of the next")
		}
		if entries, _ := os.ReadDir(s.workspace); len(entries) != 0 {
			t.Fatalf("left behind: %v", entries)
		}
	}
}
