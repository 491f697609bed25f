package spawn

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// run starts a command held and answers its output and the events of its holder.
func run(t *testing.T, command Command) (output string, events []Event, failure error) {
	t.Helper()
	null, err := os.OpenFile("/dev/null", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	command.Stdio = [3]int{int(null.Fd()), int(write.Fd()), int(write.Fd())}
	command.Held = true
	started, err := Fork(command)
	write.Close()
	if err != nil {
		t.Fatal(err)
	}
	failure = started.Executed()
	for {
		event, err := ReadEvent(started.Status)
		if err != nil {
			break
		}
		events = append(events, event)
	}
	started.Status.Close()
	all, _ := io.ReadAll(read)
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(started.Pid, &status, 0, nil); err != nil {
		t.Fatal(err)
	}
	started.Release()
	return string(all), events, failure
}

func shell(line string) Command {
	return Command{Paths: []string{"/bin/sh"}, Argv: []string{"sh", "-c", line}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/", Session: true}
}

func TestACommandRunsAndItsEndIsReported(t *testing.T) {
	output, events, failure := run(t, shell("echo $$; exit 7"))
	if failure != nil || len(events) != 3 {
		t.Fatalf("%v %v", events, failure)
	}
	if events[0].Kind != EventStarted || strings.TrimSpace(output) != itoa(events[0].Pid) {
		t.Errorf("started %+v, it says %q", events[0], output)
	}
	if events[1].Kind != EventEnded || events[1].WaitStatus().ExitStatus() != 7 || events[1].More != 0 {
		t.Errorf("ended %+v", events[1])
	}
	if events[2].Kind != EventGone {
		t.Errorf("gone %+v", events[2])
	}
}

func itoa(n uint32) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func TestADoubleForkWithItsOwnSessionStaysBelowTheHolder(t *testing.T) {
	begin := time.Now()
	_, events, _ := run(t, shell("(setsid sh -c 'sleep 0.5 &' &) ; sleep 0.1; exit 0"))
	if len(events) != 3 || events[1].More != 1 {
		t.Fatalf("the orphan was not seen: %+v", events)
	}
	if time.Since(begin) < 500*time.Millisecond {
		t.Error("the holder did not wait for the orphan")
	}
}

func TestADeathBySignalIsReported(t *testing.T) {
	_, events, _ := run(t, shell("kill -9 $$"))
	if status := events[1].WaitStatus(); !status.Signaled() || status.Signal() != syscall.SIGKILL {
		t.Fatalf("%+v", events)
	}
}

func TestWhatCannotBeStartedSaysWhere(t *testing.T) {
	missing := Command{Paths: []string{"/no/such", "/nor/this"}, Argv: []string{"x"}}
	directory := shell("true")
	directory.Dir = "/no/such"
	notExecutable := filepath.Join(t.TempDir(), "plain")
	os.WriteFile(notExecutable, []byte("x"), 0o644)
	closed := filepath.Join(t.TempDir(), "closed")
	os.Mkdir(closed, 0o000)
	for name, test := range map[string]struct {
		command Command
		stage   Stage
		errno   syscall.Errno
		code    int
	}{
		"missing":          {missing, StageExecute, syscall.ENOENT, 127},
		"not executable":   {Command{Paths: []string{notExecutable, "/no/such"}, Argv: []string{"x"}}, StageExecute, syscall.EACCES, 126},
		"closed directory": {Command{Paths: []string{closed + "/x", "/no/such"}, Argv: []string{"x"}}, StageExecute, syscall.ENOENT, 127},
		"directory":        {directory, StageDirectory, syscall.ENOENT, 126},
	} {
		_, events, err := run(t, test.command)
		var failure *Failure
		if !errors.As(err, &failure) || failure.Stage != test.stage || failure.Errno != test.errno {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if code := events[1].WaitStatus().ExitStatus(); code != test.code {
			t.Errorf("%s: exit code %d", name, code)
		}
		if Exhausted(err) {
			t.Errorf("%s would be tried again", name)
		}
	}
}

func TestTheChildGetsItsLimitsDefaultSignalsAndNoOtherDescriptor(t *testing.T) {
	stray, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer stray.Close()
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, stray.Fd(), syscall.F_SETFD, 0); errno != 0 { // not closed on exec
		t.Fatal(errno)
	}
	command := shell("ulimit -n; umask; ls /proc/self/fd; grep -E 'SigIgn|SigBlk' /proc/self/status")
	command.Limits = []Limit{{Resource: 7, Value: syscall.Rlimit{Cur: 99, Max: 99}}}
	output, _, _ := run(t, command)
	// ls has its own descriptor 3 for the directory it reads.
	want := "99\n0022\n0\n1\n2\n3\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"
	if output != want {
		t.Fatalf("got %q, want %q", output, want)
	}
}

func TestAnotherIdentityHasNoPrivilegeLeft(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	command := shell("id -u; id -G; grep -E 'CapPrm|CapEff|CapInh|NoNewPrivs' /proc/self/status; cat /proc/self/oom_score_adj")
	command.Identity = &Identity{UID: 12345, GID: 12346}
	command.NoNewPrivileges = true
	command.OomScore = "321"
	output, _, failure := run(t, command)
	want := "12345\n12346\nCapInh:\t0000000000000000\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n321\n"
	if failure != nil || output != want {
		t.Fatalf("%v, got %q, want %q", failure, output, want)
	}
}

func TestWhoChangesItsUserByItselfIsExecutedAsOursAndMayDoNothingElse(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	command := shell("grep -E '^(Uid|Gid|Groups|CapInh|CapPrm|CapEff|CapAmb):' /proc/self/status")
	command.Identity = &Identity{UID: 12345, GID: 12346, ByItself: true}
	command.NoNewPrivileges = true
	output, _, failure := run(t, command)
	want := "Uid:\t0\t0\t0\t0\nGid:\t12346\t12346\t12346\t12346\nGroups:\t \nCapInh:\t0000000000000000\n" +
		"CapPrm:\t0000000000000080\nCapEff:\t0000000000000080\nCapAmb:\t0000000000000000\n"
	if failure != nil || output != want {
		t.Fatalf("%v, got %q, want %q", failure, output, want)
	}
}

func TestManyAtOnce(t *testing.T) {
	done := make(chan string)
	for i := 0; i < 20; i++ {
		go func() {
			output, _, _ := run(t, shell("echo hi"))
			done <- output
		}()
	}
	for i := 0; i < 20; i++ {
		if output := <-done; output != "hi\n" {
			t.Errorf("got %q", output)
		}
	}
}
