package step

import (
	"os"
	"syscall"
	"time"

	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/spawn"
	"holdfast.dev/sandbox-init/internal/usage"
)

// watch follows a step from its start to the end of its last process.
func (s *Step) watch(status *os.File) {
	event, err := spawn.ReadEvent(status)
	if err != nil {
		// Somebody killed the holder, which only a local step can. We inherit its children.
		event = spawn.Event{Kind: spawn.EventEnded, Status: uint32(<-s.adopted), More: 1}
	}
	endedAt := time.Now()
	go s.awaitGone(status, err != nil, event.More != 0)
	s.host.Reaper.Forget(s.entry.Main.Pid)
	s.mutex.Lock()
	s.mainEnded = true
	terminating := s.terminating || s.request.Background == "kill"
	s.mutex.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	left := 0
	if event.More != 0 {
		left = len(s.processes())
	}
	if s.request.Background == "kill" && event.More != 0 {
		go s.Terminate("", 0)
	}
	if terminating && event.More != 0 {
		select {
		case <-s.gone:
		case <-s.terminated:
		}
	}
	s.drain()
	s.finish(event, endedAt, left)
}

// awaitGone closes gone when the holder has ended, which it does after everything it held.
func (s *Step) awaitGone(status *os.File, orphaned, more bool) {
	defer close(s.gone)
	defer status.Close()
	if !orphaned {
		if event, err := spawn.ReadEvent(status); err == nil {
			s.mutex.Lock()
			s.total = &event
			s.mutex.Unlock()
		}
	}
	// A holder can have been killed only where the workload has our own uid.
	for more && s.host.Local && len(s.processes()) > 0 {
		time.Sleep(20 * time.Millisecond)
	}
}

// drain waits for the rest of the output, but not for processes that keep it open.
func (s *Step) drain() {
	drained := make(chan struct{})
	go func() {
		s.pumps.Wait()
		close(drained)
	}()
	timer := time.NewTimer(drainTime)
	defer timer.Stop()
	select {
	case <-drained:
	case <-timer.C:
	}
	s.log.Seal()
}

func (s *Step) finish(event spawn.Event, endedAt time.Time, left int) {
	s.mutex.Lock()
	if s.total != nil { // all are gone, so their time is known too
		event.UserMicros, event.SystemMicros, event.MaxRssKb = s.total.UserMicros, s.total.SystemMicros, s.total.MaxRssKb
		event.BlocksRead, event.BlocksWritten = s.total.BlocksRead, s.total.BlocksWritten
	}
	record := &s.entry.Record
	record.State = protocol.Ended
	record.EndedAtMs = endedAt.UnixMilli()
	record.WallMs = endedAt.Sub(s.startedAt).Milliseconds()
	record.CPUUserMs, record.CPUSystemMs = event.UserMicros/1000, event.SystemMicros/1000
	record.PeakMemoryBytes = max(s.peak, event.MaxRssKb<<10)
	record.Left = left
	s.addUsage(record, event)
	s.addFigures(record)
	s.decide(record, event.WaitStatus())
	if s.input != nil {
		go s.input.end()
	}
	s.terminal = nil
	s.mutex.Unlock()
	s.removeSecrets()
	s.request.SecretFiles, s.request.Env, s.request.Argv = nil, nil, nil
	defer s.host.calm()
	defer close(s.settled)
	if s.host.Local {
		_ = s.host.Journal.Add(s.entry)
		close(s.done)
		return
	}
	// Here the journal is of use only after this container's own end: the answer need not wait for it.
	close(s.done)
	_ = s.host.Journal.Add(s.entry)
}

// addUsage tells what the sandbox used while the step ran. Steps that run at the same time cannot be told apart.
func (s *Step) addUsage(record *protocol.Record, event spawn.Event) {
	record.PeakPids = max(1, s.mostPids) // who was too short to be looked at had its main process
	moved := s.host.transfers().Since(s.before)
	record.IoReadBytes, record.IoWriteBytes = moved.Read, moved.Written
	if moved.Read == nil { // no group counts here: what the kernel has for the step's own processes
		read, written := event.BlocksRead<<9, event.BlocksWritten<<9
		record.IoReadBytes, record.IoWriteBytes = &read, &written
	}
	record.RxBytes, record.TxBytes = moved.Received, moved.Sent
	if s.host.Local {
		return
	}
	if disk := usage.OfWorkspace(s.host.Workspace); disk != nil {
		record.DiskBytes = &disk.Bytes
	}
}

// decide names the outcome from evidence.
func (s *Step) decide(record *protocol.Record, status syscall.WaitStatus) {
	code := status.ExitStatus()
	if status.Signaled() {
		code = 128 + int(status.Signal())
		record.Signal = signalName(status.Signal())
	}
	record.ExitCode = &code
	if kills, known := s.oomKills(); known {
		record.OomKills = max(0, kills-s.oomBefore)
	}
	switch {
	case s.cause != "":
		record.Outcome = s.cause
		if s.cause == protocol.OomKilled {
			record.Reason = s.causeReason
		}
	case code == killedCode && record.OomKills > 0:
		record.Outcome = protocol.OomKilled
		record.Reason = "the sandbox ran out of memory and the kernel killed a process of this step"
	case code != 0 && (full(s.host.Workspace) || full("/tmp")):
		record.Outcome = protocol.DiskFull
		record.Reason = "the workspace or /tmp has no space left"
	default:
		record.Outcome = protocol.Exited
	}
}

// killedCode is the exit code of a process that KILL ended, and what a shell returns for such a child. We did not send
// it, or there would be a cause.
const killedCode = 128 + int(syscall.SIGKILL)

func (s *Step) oomKills() (int64, bool) {
	if s.host.Group == nil || !s.oomKnown {
		return 0, false
	}
	return s.host.Group.OomKills()
}

// full tells whether a file system has no free block or inode for the task.
func full(path string) bool {
	var stat syscall.Statfs_t
	return syscall.Statfs(path, &stat) == nil && exhausted(stat)
}

// remnant is how many blocks may be free of a file system that is full: one that merges its own records after it refused
// a write (ext4 does when it writes back) has a few again, too late for who met the refusal.
const remnant = 16

func exhausted(stat syscall.Statfs_t) bool {
	return stat.Blocks > 0 && stat.Bavail <= min(remnant, stat.Blocks/64) || stat.Files > 0 && stat.Ffree == 0
}

// processes answers what is alive of the step.
func (s *Step) processes() []process.Info {
	if s.entry.Holder.Pid <= 1 {
		return nil
	}
	table := process.Table()
	below := process.Below(table, s.entry.Holder.Pid)
	if len(below) > 0 {
		return below
	}
	for _, info := range table {
		if info.Pid == s.entry.Holder.Pid && !info.Zombie {
			return nil
		}
	}
	return process.InSession(table, s.entry.Main.Pid)
}
