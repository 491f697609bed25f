package server

import (
	"os"
	"sync"
	"syscall"
	"time"

	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

const killTime = 10 * time.Second

// others answers every process that is ours to end: in a container all but us, else our descendants.
func (s *Server) others() []process.Info {
	return process.Below(process.Table(), os.Getpid())
}

// killEverything ends every other process and answers how many are left, which should be none. In a container one
// call reaches them all at once, so nothing can fork itself out of the way; it needs no process and no list.
func (s *Server) killEverything() int {
	gone := func(within time.Duration) bool {
		deadline := time.Now().Add(within)
		for {
			s.Host.Reaper.Collect()
			if len(s.others()) == 0 {
				return true
			}
			if time.Now().After(deadline) {
				return false
			}
			time.Sleep(2 * time.Millisecond)
		}
	}
	if !s.Host.Local {
		deadline := time.Now().Add(killTime)
		for time.Now().Before(deadline) {
			_ = syscall.Kill(-1, syscall.SIGKILL)
			if gone(20 * time.Millisecond) {
				return 0
			}
		}
		return len(s.others())
	}
	process.Tree{List: s.others, Gone: gone}.Destroy(killTime)
	return len(s.others())
}

func (c *conversation) shutdown(request protocol.Shutdown) error {
	grace, err := graceOf(request.GraceMs)
	if err != nil {
		return err
	}
	c.server.End(grace)
	_ = c.out.Object(wire.JSON, protocol.OK{OK: true})
	_ = c.out.Flush()
	c.server.Exit(0)
	return errHangUp
}

// End stops all steps and then kills whatever else there is, for who exits next: in a container that is the end of
// everything else already. New steps are refused from now on.
func (s *Server) End(grace time.Duration) {
	s.closing.Store(true)
	var all sync.WaitGroup
	for _, known := range s.Table.All() {
		all.Add(1)
		go func() {
			defer all.Done()
			known.Terminate(protocol.Cancelled, grace)
		}()
	}
	all.Wait()
	if s.Host.Local {
		s.killEverything()
	}
}
