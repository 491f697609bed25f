package step

import (
	"syscall"
	"time"

	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
)

// Terminate ends all of the step that is alive: TERM, the grace, KILL. It returns when nothing is left, or when even
// KILL did not help within a bound. A step whose main process has ended keeps its outcome.
func (s *Step) Terminate(cause protocol.Outcome, grace time.Duration) {
	<-s.begun
	if s.failure != nil {
		return
	}
	s.mutex.Lock()
	if !s.mainEnded && s.cause == "" {
		s.cause = cause
	}
	s.terminating = true
	s.mutex.Unlock()
	if grace > 0 && !s.isGone(0) {
		// A stopped process takes TERM only when it goes on.
		process.Signal(s.processes(), syscall.SIGTERM, syscall.SIGCONT)
		s.isGone(grace)
	}
	if !s.isGone(0) {
		tree := process.Tree{List: s.processes, Gone: s.isGone}
		if !s.host.Local {
			tree.Freeze = process.FreezeAll
		}
		tree.Destroy(destroyTime)
	}
	s.endOfTermination.Do(func() { close(s.terminated) })
}

func (s *Step) isGone(within time.Duration) bool {
	if within == 0 {
		select {
		case <-s.gone:
			return true
		default:
			return false
		}
	}
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-s.gone:
		return true
	case <-timer.C:
		return false
	}
}
