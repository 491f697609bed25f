package server

import (
	"sync"
	"time"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

const exitLeaseExpired = 3

// lease is the dead man's switch: without an extension in time it expires. Its clock is monotonic.
type lease struct {
	mutex   sync.Mutex
	seconds int64
	timer   *time.Timer
	expired func()
}

func newLease(expired func()) *lease { return &lease{expired: expired} }

// extend lets the lease run from now for so many seconds; 0 switches it off.
func (l *lease) extend(seconds int64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.seconds = seconds
	l.run()
}

// again lets the lease run from now for as long as it was last extended by.
func (l *lease) again() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.run()
}

func (l *lease) run() {
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
	if l.seconds > 0 {
		l.timer = time.AfterFunc(time.Duration(l.seconds)*time.Second, l.expired)
	}
}

const longestLease = 10 * 365 * 24 * 3600

func (c *conversation) extendLease(request protocol.Lease) error {
	if request.Seconds < 0 || request.Seconds > longestLease {
		return protocol.Fail(protocol.BadRequest, "lease: field seconds: %d is not within 0 (off) and %d", request.Seconds, longestLease)
	}
	c.server.lease.extend(request.Seconds)
	return c.out.Object(wire.JSON, protocol.OK{OK: true})
}
