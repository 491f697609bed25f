package server

import (
	"bytes"
	"sync"
	"time"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/step"
	"holdfast.dev/sandbox-init/internal/wire"
)

const (
	defaultGrace = 5 * time.Second
	afterKill    = 5 * time.Second
	readChunk    = 64 << 10
	defaultRead  = 1 << 20
	// watchAfter is how long a wait goes on before somebody looks whether the caller is still there.
	watchAfter = 50 * time.Millisecond
)

var readBuffers = sync.Pool{New: func() any {
	buffer := make([]byte, readChunk)
	return &buffer
}}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func graceOf(n *int64) (time.Duration, error) {
	if n == nil {
		return defaultGrace, nil
	}
	if *n < 0 {
		return 0, protocol.Fail(protocol.BadRequest, "field graceMs must not be negative")
	}
	return milliseconds(*n), nil
}

// followedByFrames guesses, for a request that could not be decoded, whether data frames follow it: then the position
// of the stream is unclear.
func followedByFrames(payload []byte) bool {
	return bytes.Contains(payload, []byte(`"stdin"`)) || bytes.Contains(payload, []byte(`"put"`))
}

func (c *conversation) start(request protocol.Start) error {
	if c.server.closing.Load() {
		return protocol.Fail(protocol.Refused, "this sandbox is shutting down")
	}
	leave, err := c.enter()
	if err != nil {
		return err
	}
	ended := c.server.stepBegins()
	s, attached, err := c.server.Table.Start(request)
	leave()
	if err != nil {
		ended()
		return err
	}
	go func() {
		<-s.Done()
		ended()
	}()
	if request.WaitMs > 0 {
		if err := c.await(s.Done(), milliseconds(request.WaitMs)); err != nil {
			return err
		}
	}
	over := s.Ended()
	if err := c.out.Object(wire.JSON, s.Record(attached)); err != nil || request.ReadBytes == 0 {
		return err
	}
	return c.sendLog(s, 0, request.ReadBytes, over)
}

func (c *conversation) wait(request protocol.Wait) error {
	s, err := c.server.Table.Find(request.Step)
	if err != nil {
		return err
	}
	if err := c.await(s.Done(), milliseconds(request.WaitMs)); err != nil {
		return err
	}
	return c.out.Object(wire.JSON, s.Record(true))
}

// await waits for a channel to close, for so long at most. It gives up when the caller has hung up.
func (c *conversation) await(done <-chan struct{}, within time.Duration) error {
	if within <= 0 {
		return nil
	}
	first := time.NewTimer(min(within, watchAfter))
	defer first.Stop()
	select {
	case <-done:
		return nil
	case <-first.C:
	}
	if within <= watchAfter {
		return nil
	}
	gone := make(chan error, 1)
	go func() { gone <- c.in.Peek() }()
	rest := time.NewTimer(within - watchAfter)
	defer rest.Stop()
	select {
	case <-done:
	case <-rest.C:
	case err := <-gone:
		if err != nil {
			return errHangUp
		}
		// The caller has sent its next request already; it is there, so just wait on.
		select {
		case <-done:
		case <-rest.C:
		}
		return nil
	}
	// Wake the watcher up; what it has read stays in the buffer.
	_ = c.connection.SetReadDeadline(time.Unix(1, 0))
	<-gone
	_ = c.connection.SetReadDeadline(time.Time{})
	return nil
}

func (c *conversation) read(request protocol.Read) error {
	s, err := c.server.Table.Find(request.Step)
	if err != nil {
		return err
	}
	if request.Offset < 0 || request.MaxBytes < 0 || request.WaitMs < 0 {
		return protocol.Fail(protocol.BadRequest, "read: offset, maxBytes and waitMs must not be negative")
	}
	if changed := s.Log().Changed(request.Offset); changed != nil && request.WaitMs > 0 {
		if err := c.await(changed, milliseconds(request.WaitMs)); err != nil {
			return err
		}
	}
	if request.MaxBytes == 0 {
		request.MaxBytes = defaultRead
	}
	ended := s.Ended()
	if err := c.out.Object(wire.JSON, protocol.OK{OK: true}); err != nil {
		return err
	}
	return c.sendLog(s, request.Offset, request.MaxBytes, ended)
}

// sendLog sends log frames and the end frame. Whether the step had ended must be asked before reading: only then is
// the end of the log its end for good.
func (c *conversation) sendLog(s *step.Step, offset, budget int64, ended bool) error {
	buffer := readBuffers.Get().(*[]byte)
	defer readBuffers.Put(buffer)
	next, err := s.Log().Read(offset, budget, *buffer, c.out)
	if err != nil {
		return errHangUp
	}
	return c.out.Object(wire.End, protocol.ReadEnd{Next: next, EOF: ended && next >= s.Log().Figures().Total})
}

func (c *conversation) stdin(request protocol.Stdin) error {
	s, failure := c.server.Table.Find(request.Step)
	var feeder *step.Feeder
	if failure == nil {
		feeder, failure = s.Feed(request.Offset)
	}
	for {
		header, err := c.in.Next()
		if err != nil {
			c.abandon(feeder)
			return errHangUp
		}
		switch {
		case header.Kind == wire.End:
			if err := c.in.Skip(header); err != nil {
				c.abandon(feeder)
				return errHangUp
			}
			if failure != nil {
				return failure
			}
			accepted, err := feeder.Close(request.EOF)
			if err != nil {
				return err
			}
			return c.out.Object(wire.JSON, protocol.Accepted{OK: true, Accepted: accepted})
		case header.Kind != wire.Data:
			c.abandon(feeder)
			return errHangUp
		case failure != nil:
			err = c.in.Skip(header)
		default:
			_, err = c.in.Copy(feeder, header)
		}
		if err != nil {
			c.abandon(feeder)
			return errHangUp
		}
	}
}

// abandon ends a stdin call whose caller is gone: what came counts, the stream stays open.
func (c *conversation) abandon(feeder *step.Feeder) {
	if feeder != nil {
		_, _ = feeder.Close(false)
	}
}

func (c *conversation) signal(request protocol.Signal) error {
	s, err := c.server.Table.Find(request.Step)
	if err == nil {
		err = s.Signal(request.Signal)
	}
	if err != nil {
		return err
	}
	return c.out.Object(wire.JSON, protocol.OK{OK: true})
}

func (c *conversation) resize(request protocol.Resize) error {
	s, err := c.server.Table.Find(request.Step)
	if err == nil {
		err = s.Resize(request.Rows, request.Cols)
	}
	if err != nil {
		return err
	}
	return c.out.Object(wire.JSON, protocol.OK{OK: true})
}

func (c *conversation) stop(request protocol.Stop) error {
	s, err := c.server.Table.Find(request.Step)
	if err != nil {
		return err
	}
	grace, err := graceOf(request.GraceMs)
	if err != nil {
		return err
	}
	cause := protocol.Outcome(request.Reason)
	if cause == "" {
		cause = protocol.Cancelled
	}
	if cause != protocol.Cancelled && cause != protocol.TimedOut {
		return protocol.Fail(protocol.BadRequest, "field reason: %q is neither cancelled nor timed_out", request.Reason)
	}
	s.Terminate(cause, grace)
	// Ended by now, unless even KILL did not help: then the record says that it runs.
	if err := c.await(s.Done(), afterKill); err != nil {
		return err
	}
	return c.out.Object(wire.JSON, s.Record(true))
}
