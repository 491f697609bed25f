package step

import (
	"time"

	"holdfast.dev/sandbox-init/internal/process"
)

const (
	firstSample    = 50 * time.Millisecond
	sampleInterval = 250 * time.Millisecond
	sampleShare    = 100 // sampling takes at most one part in so many of a core
)

// sampleMemory looks now and then how much memory the step's processes hold together. Pages that they share are
// counted once, as the largest share of any. Short peaks between two looks are missed; the largest single process is
// known exactly from the kernel.
func (s *Step) sampleMemory() {
	timer := time.NewTimer(firstSample)
	defer timer.Stop()
	for {
		select {
		case <-s.done:
			return
		case <-timer.C:
		}
		begin := time.Now()
		var private, shared int64
		for _, info := range s.processes() {
			resident, common := process.Resident(info.Pid)
			private += resident - common
			shared = max(shared, common)
		}
		s.mutex.Lock()
		s.peak = max(s.peak, private+shared)
		s.mutex.Unlock()
		timer.Reset(max(sampleInterval, sampleShare*time.Since(begin)))
	}
}
