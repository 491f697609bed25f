// Package server speaks the protocol on the control socket.
package server

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/step"
	"holdfast.dev/sandbox-init/internal/wire"
)

const mostConnections = 256

// Server answers requests for one sandbox.
type Server struct {
	Host    *step.Host
	Table   *step.Table
	Version string
	BootID  string
	Exit    func(code int)
	// FilesAhead has the process that moves files started before it is needed.
	FilesAhead bool

	started time.Time
	lease   *lease
	closing atomic.Bool
	door    door
	spare   spare
	places  chan struct{}
	// use is held for reading while something is begun and for writing while the sandbox is recycled.
	use sync.RWMutex
}

// Listen opens the control socket.
func (s *Server) Listen(control string) error {
	return s.door.open(control)
}

// Serve answers until the process ends.
func (s *Server) Serve(leaseSeconds int64) error {
	s.started = time.Now()
	s.places = make(chan struct{}, mostConnections)
	s.lease = newLease(func() {
		s.killEverything()
		s.Exit(exitLeaseExpired)
	})
	s.lease.extend(leaseSeconds)
	if s.FilesAhead {
		// The first task will bring files.
		s.makeSpare()
	}
	for {
		s.places <- struct{}{}
		connection, generation, err := s.door.accept()
		if err != nil {
			<-s.places
			if s.closing.Load() {
				return nil
			}
			// Out of descriptors, most likely: some will be given back.
			time.Sleep(10 * time.Millisecond)
			continue
		}
		go func() {
			defer func() { <-s.places }()
			defer s.door.leave(connection)
			if s.trusted(connection) {
				s.talk(connection, generation)
			}
		}()
	}
}

// trusted looks at who is on the other side. The directory's mode keeps everybody else out already; this holds even
// if somebody changed it. A peer without a pid is outside of our pid namespace, so it is not the workload.
func (s *Server) trusted(connection *os.File) bool {
	raw, err := connection.SyscallConn()
	if err != nil {
		return false
	}
	var peer *syscall.Ucred
	failed := raw.Control(func(descriptor uintptr) {
		peer, err = syscall.GetsockoptUcred(int(descriptor), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	if failed != nil || err != nil {
		return false
	}
	return peer.Uid == 0 || int(peer.Uid) == os.Geteuid() || !s.Host.Local && peer.Pid == 0
}

// conversation is one connection.
type conversation struct {
	server     *Server
	connection *os.File
	generation int
	in         *wire.Reader
	out        *wire.Writer
}

// errHangUp ends a conversation whose position is lost or whose partner is gone.
var errHangUp = errors.New("hang up")

// enter lets the caller begin something, until it calls what is answered. Who was let in before the sandbox was recycled
// has no business here any more.
func (c *conversation) enter() (leave func(), err error) {
	c.server.use.RLock()
	if c.server.door.current() != c.generation {
		c.server.use.RUnlock()
		return nil, errHangUp
	}
	return c.server.use.RUnlock, nil
}

func (s *Server) talk(connection *os.File, generation int) {
	c := &conversation{s, connection, generation, wire.NewReader(connection), wire.NewWriter(connection)}
	for {
		header, err := c.in.Next()
		if err == nil && header.Kind != wire.JSON {
			err = fmt.Errorf("%w: a request must be a json frame, not kind %d", wire.ErrMalformed, header.Kind)
		}
		var payload []byte
		if err == nil {
			payload, err = c.in.Payload(header)
		}
		if err != nil {
			if errors.Is(err, wire.ErrMalformed) {
				_ = c.fail(protocol.Fail(protocol.BadRequest, "%v", err))
			}
			return
		}
		if err := c.answer(payload); err != nil {
			return
		}
	}
}

// answer handles one request; an error of it ends the conversation.
func (c *conversation) answer(payload []byte) error {
	request, err := protocol.Decode(payload)
	if err != nil {
		if failed := c.fail(err); failed != nil {
			return failed
		}
		if followedByFrames(payload) {
			return errHangUp
		}
		return nil
	}
	err = c.dispatch(request)
	if err == nil {
		return c.out.Flush()
	}
	if errors.Is(err, errHangUp) || errors.Is(err, wire.ErrMalformed) {
		_ = c.out.Flush()
		return err
	}
	return c.fail(err)
}

func (c *conversation) fail(err error) error {
	if failed := c.out.Object(wire.JSON, protocol.ErrorAnswer{Error: protocol.AsFailure(err)}); failed != nil {
		return failed
	}
	return c.out.Flush()
}

func (c *conversation) dispatch(request protocol.Request) error {
	switch body := request.Body.(type) {
	case *protocol.Start:
		return c.start(*body)
	case *protocol.Wait:
		return c.wait(*body)
	case *protocol.Read:
		return c.read(*body)
	case *protocol.Stdin:
		return c.stdin(*body)
	case *protocol.Signal:
		return c.signal(*body)
	case *protocol.Resize:
		return c.resize(*body)
	case *protocol.Stop:
		return c.stop(*body)
	case *protocol.Put:
		return c.put(*body)
	case *protocol.Get:
		return c.get(*body)
	case *protocol.List:
		return c.list(*body)
	case *protocol.Stat:
		return c.stat(*body)
	case *protocol.Lease:
		return c.extendLease(*body)
	case *protocol.Recycle:
		return c.recycle(*body)
	case *protocol.Shutdown:
		return c.shutdown(*body)
	}
	if request.Op == "usage" {
		return c.usage()
	}
	return c.hello()
}

func (c *conversation) hello() error {
	s := c.server
	steps := s.Table.All()
	running := 0
	for _, known := range steps {
		if !known.Ended() {
			running++
		}
	}
	return c.out.Object(wire.JSON, protocol.Hello{
		OK: true, Version: s.Version, Protocol: protocol.Version, Sandbox: s.Host.Sandbox, BootID: s.BootID,
		Pid: os.Getpid(), Local: s.Host.Local, UptimeMs: time.Since(s.started).Milliseconds(),
		Steps: len(steps), Running: running,
	})
}
