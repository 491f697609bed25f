// Package spawn starts processes. It has a fork of its own because os/exec cannot do, between fork and exec, what a
// step needs there without a race: raise its oom score, set its limits, and have a holder of its own.
//
// A holder is a copy of this process that never returns to Go: it is the child subreaper of one step, so whatever the
// step starts, however often it forks and calls setsid, stays below it. That makes "everything the step left" an
// exact set. The holder waits for all of them, tells how the main process ended and ends when nobody is left.
package spawn

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// Identity is the user that a process becomes.
type Identity struct {
	UID, GID int
	// ByItself leaves the change of user, not of group, to the process: it begins as ours, without any other privilege
	// than that to change it.
	ByItself bool
}

// Limit is a resource limit, by its number.
type Limit struct {
	Resource int
	Value    syscall.Rlimit
}

// Command says what to run and how.
type Command struct {
	Paths   []string // tried in turn until one can be executed
	Argv    []string
	Env     []string
	Dir     string
	Stdio   [3]int
	Session bool // a session of its own, and with Terminal the terminal on stdin becomes its controlling one
	// Terminal is only of use with Session.
	Terminal        bool
	Identity        *Identity // nil keeps ours
	NoNewPrivileges bool
	OomScore        string // written to its oom_score_adj by a child that changes its identity; empty leaves it
	Limits          []Limit
	Held            bool
}

// Stage is where a start failed.
type Stage uint32

const (
	StageNone Stage = iota
	StageFork
	StageSession
	StageStdio
	StageTerminal
	StageLimits
	StageIdentity
	StageDirectory
	StageExecute
)

// Failure is why a process could not be started.
type Failure struct {
	Stage Stage
	Errno syscall.Errno
}

func (f *Failure) Error() string {
	names := map[Stage]string{
		StageFork: "fork", StageSession: "setsid", StageStdio: "dup2", StageTerminal: "controlling terminal",
		StageLimits: "setrlimit", StageIdentity: "setuid", StageDirectory: "chdir", StageExecute: "exec",
	}
	return names[f.Stage] + ": " + f.Errno.Error()
}

// Exhausted tells whether a start failed for want of processes or memory: it may be tried again later.
func Exhausted(err error) bool {
	var failure *Failure
	if !errors.As(err, &failure) {
		return errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.ENOMEM) || errors.Is(err, syscall.EMFILE)
	}
	return failure.Errno == syscall.EAGAIN && failure.Stage != StageTerminal || failure.Errno == syscall.ENOMEM
}

// Started is a child just forked. Report must be read to its end to learn whether the command could be executed.
type Started struct {
	Pid    int      // the child: the holder when held
	Report *os.File // closes when the command was executed; 8 bytes of failure otherwise
	Status *os.File // of a holder: a sequence of Event; nil otherwise

	plan *plan
}

// Release gives back what the child needed. It must have been waited for.
func (s Started) Release() { s.plan.release() }

// Fork starts the command. The caller keeps and closes the stdio descriptors.
func Fork(command Command) (Started, error) {
	p, err := newPlan(command)
	if err != nil {
		return Started{}, err
	}
	if err := p.allocate(); err != nil {
		return Started{}, err
	}
	started, err := p.start(command.Held)
	if err != nil {
		p.release()
	}
	return started, err
}

func (p *plan) start(held bool) (Started, error) {
	reportRead, reportWrite, err := pipe()
	if err != nil {
		return Started{}, err
	}
	defer syscall.Close(reportWrite)
	p.report = uintptr(reportWrite)
	started := Started{Report: reportRead, plan: p}
	if held {
		statusRead, statusWrite, err := pipe()
		if err != nil {
			reportRead.Close()
			return Started{}, err
		}
		defer syscall.Close(statusWrite)
		p.status = uintptr(statusWrite)
		started.Status = statusRead
	}
	syscall.ForkLock.Lock()
	pid, errno := fork(p)
	syscall.ForkLock.Unlock()
	if errno != 0 {
		started.Close()
		return Started{}, &Failure{Stage: StageFork, Errno: errno}
	}
	started.Pid = int(pid)
	return started, nil
}

// Close gives the pipes up.
func (s Started) Close() {
	s.Report.Close()
	if s.Status != nil {
		s.Status.Close()
	}
}

// Executed waits until the command runs, or says why it does not.
func (s Started) Executed() error {
	defer s.Report.Close()
	var raw [8]byte
	n, _ := s.Report.Read(raw[:])
	if n < len(raw) {
		return nil
	}
	return &Failure{
		Stage: Stage(*(*uint32)(unsafe.Pointer(&raw[0]))),
		Errno: syscall.Errno(*(*uint32)(unsafe.Pointer(&raw[4]))),
	}
}

// pipe has a reading end for our poller and a blocking writing end for the child.
func pipe() (*os.File, int, error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
		return nil, -1, err
	}
	syscall.SetNonblock(ends[0], true)
	return os.NewFile(uintptr(ends[0]), "pipe"), ends[1], nil
}
