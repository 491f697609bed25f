package step

import (
	"fmt"
	"time"

	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
)

const (
	firstSample    = 50 * time.Millisecond
	sampleInterval = 250 * time.Millisecond
	watchInterval  = 20 * time.Millisecond // of a step with a limit of its own
	sampleShare    = 100                   // sampling takes at most one part in so many of a core
)

// sampleMemory looks now and then how much memory the step's processes hold together. Pages that they share are
// counted once, as the largest share of any. Short peaks between two looks are missed; the largest single process is
// known exactly from the kernel. A step that holds more than its own limit is ended; the sandbox's limit, which the
// kernel keeps, is what nobody can outrun between two looks.
func (s *Step) sampleMemory() {
	interval := sampleInterval
	if s.request.Limits.TotalMemoryBytes != nil {
		interval = watchInterval
	}
	timer := time.NewTimer(min(firstSample, interval))
	defer timer.Stop()
	for {
		select {
		case <-s.done:
			return
		case <-timer.C:
		}
		begin := time.Now()
		var private, shared int64
		processes := s.processes()
		for _, info := range processes {
			resident, common := process.Resident(info.Pid)
			private += resident - common
			shared = max(shared, common)
		}
		held := private + shared
		limit := s.request.Limits.TotalMemoryBytes
		over := limit != nil && held > *limit
		s.mutex.Lock()
		s.peak = max(s.peak, held)
		s.mostPids = max(s.mostPids, int64(len(processes)))
		if over && !s.mainEnded && s.cause == "" {
			s.causeReason = fmt.Sprintf("the step's processes held %d bytes of memory, more than the step's limit of %d", held, *limit)
		}
		s.mutex.Unlock()
		if over {
			s.Terminate(protocol.OomKilled, 0)
			return
		}
		timer.Reset(max(interval, sampleShare*time.Since(begin)))
	}
}
