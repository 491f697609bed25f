// Package step runs commands: it starts each key once, watches it, ends it and keeps how it ended.
package step

import (
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"holdfast.dev/sandbox-init/internal/cgroup"
	"holdfast.dev/sandbox-init/internal/journal"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/reaper"
	"holdfast.dev/sandbox-init/internal/spawn"
	"holdfast.dev/sandbox-init/internal/steplog"
	"holdfast.dev/sandbox-init/internal/usage"
)

const (
	defaultOutputLimit = 64 << 20
	defaultGrace       = 5 * time.Second
	drainTime          = 200 * time.Millisecond
	destroyTime        = 10 * time.Second
	calmAfter          = 2 * time.Second
)

// Host is what steps share.
type Host struct {
	Sandbox   string
	Workspace string
	Local     bool
	Identity  *spawn.Identity // nil: steps run as ourselves
	Env       []string        // what every step inherits
	OomScore  string
	Secrets   string // directory in memory; empty when there is none
	LogDir    string
	Reaper    *reaper.Reaper
	Journal   *journal.Journal
	Group     *cgroup.Group

	calmer atomic.Pointer[time.Timer]
}

// calm gives memory back to the machine when no step has ended for a while: a supervisor that waits should be small.
func (h *Host) calm() {
	if timer := h.calmer.Load(); timer != nil {
		timer.Reset(calmAfter)
		return
	}
	if timer := time.AfterFunc(calmAfter, debug.FreeOSMemory); !h.calmer.CompareAndSwap(nil, timer) {
		timer.Stop()
	}
}

// transfers is what the sandbox has moved so far; a local one cannot be told apart from the rest of the machine.
func (h *Host) transfers() usage.Transfers {
	if h.Local || h.Group == nil {
		return usage.Transfers{}
	}
	return usage.OfSandbox(h.Group)
}

// Step is one command under its key.
type Step struct {
	host    *Host
	request protocol.Start
	log     *steplog.Log

	begun   chan struct{} // closed when it was started or could not be
	done    chan struct{} // closed when the record is final
	gone    chan struct{} // closed when nothing of it is alive
	settled chan struct{} // closed when its journal entry is final
	pumps   sync.WaitGroup

	overflow         sync.Once
	terminated       chan struct{} // closed when an attempt to end it is over
	endOfTermination sync.Once

	mutex       sync.Mutex
	failure     error // why it could not be started
	entry       journal.Entry
	startedAt   time.Time
	mainEnded   bool
	cause       protocol.Outcome // why we end it; empty when we do not
	causeReason string           // in words, when the cause does not say it all
	terminating bool
	total       *spawn.Event // the figures of all its processes, once all are gone
	peak        int64
	mostPids    int64
	before      usage.Transfers // what the sandbox had moved when the step began
	oomBefore   int64
	oomKnown    bool
	input       *input
	terminal    *os.File
	secrets     string
	timer       *time.Timer
	adopted     chan syscall.WaitStatus // how the main process ended when its holder could not say
}

func newStep(host *Host, request protocol.Start) *Step {
	return &Step{
		host: host, request: request,
		begun: make(chan struct{}), done: make(chan struct{}), gone: make(chan struct{}),
		settled: make(chan struct{}), terminated: make(chan struct{}), adopted: make(chan syscall.WaitStatus, 1),
	}
}

// Done closes when the step has ended.
func (s *Step) Done() <-chan struct{} { return s.done }

// Log is the step's output.
func (s *Step) Log() *steplog.Log { return s.log }

// Ended tells whether the record is final.
func (s *Step) Ended() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// Record is how things stand.
func (s *Step) Record(attached bool) protocol.Record {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	record := s.entry.Record
	record.OK, record.Attached = true, attached
	if record.State == protocol.Running {
		record.WallMs = time.Since(s.startedAt).Milliseconds()
		record.PeakMemoryBytes = s.peak
		s.addFigures(&record)
	}
	return record
}

func (s *Step) addFigures(record *protocol.Record) {
	figures := s.log.Figures()
	record.StdoutBytes, record.StderrBytes = figures.Stdout, figures.Stderr
	record.DroppedBytes, record.LogEnd = figures.Dropped, figures.Total
	record.Truncated = figures.Dropped > 0
}

// Signal sends a signal to the step's process group, as a terminal would.
func (s *Step) Signal(name string) error {
	number, known := signalNumber(name)
	if !known {
		return protocol.Fail(protocol.BadRequest, "field signal: %q is not a signal's name, such as TERM or INT", name)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.mainEnded || s.Ended() {
		return protocol.Fail(protocol.NotRunning, "step %q has ended", s.request.Step)
	}
	if err := syscall.Kill(-s.entry.Main.Pid, number); err != nil {
		return protocol.Fail(protocol.NotRunning, "step %q: signal %s: %v", s.request.Step, name, err)
	}
	return nil
}

// Resize tells the step's terminal its size.
func (s *Step) Resize(rows, cols uint16) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.terminal == nil {
		return protocol.Fail(protocol.NotRunning, "step %q has no terminal, or has ended", s.request.Step)
	}
	return setSize(s.terminal, rows, cols)
}

func grace(milliseconds *int64) time.Duration {
	if milliseconds == nil {
		return defaultGrace
	}
	return time.Duration(*milliseconds) * time.Millisecond
}
