package step

import (
	"errors"
	"os"
	"sync"
	"time"

	"holdfast.dev/sandbox-init/internal/protocol"
)

// stdinPatience is how long a stdin call waits for a command that does not read.
const stdinPatience = 10 * time.Second

// input is the writing side of a step's stdin. It counts what it accepted, so that a caller that repeats itself does
// not write twice.
type input struct {
	turn     sync.Mutex // held over one stdin call
	file     *os.File
	terminal bool

	mutex    sync.Mutex
	accepted int64
	closed   bool
}

// Feeder writes one stdin call's bytes.
type Feeder struct {
	input  *input
	offset int64
	failed error
}

// Feed begins a stdin call at an offset; Close must follow.
func (s *Step) Feed(offset int64) (*Feeder, error) {
	s.mutex.Lock()
	in := s.input
	ended := s.mainEnded
	s.mutex.Unlock()
	if in == nil && s.request.Stdin != "open" {
		return nil, protocol.Fail(protocol.Refused, "step %q was started without stdin; start it with \"stdin\":\"open\"", s.request.Step)
	}
	if in == nil || ended {
		return nil, protocol.Fail(protocol.NotRunning, "step %q has ended", s.request.Step)
	}
	in.turn.Lock()
	if offset < 0 || offset > in.accepted {
		in.turn.Unlock()
		return nil, protocol.Fail(protocol.BadRequest, "field offset: %d is not within 0 and the %d bytes accepted so far", offset, in.accepted)
	}
	return &Feeder{input: in, offset: offset}, nil
}

// Write passes on what was not accepted before. It never fails: what did not fit is not accepted, which the caller
// learns from the count.
func (f *Feeder) Write(bytes []byte) (int, error) {
	whole := len(bytes)
	known := min(int64(len(bytes)), f.input.accepted-f.offset)
	f.offset += int64(len(bytes))
	bytes = bytes[known:]
	if len(bytes) == 0 || f.failed != nil {
		return whole, nil
	}
	_ = f.input.file.SetWriteDeadline(time.Now().Add(stdinPatience))
	n, err := f.input.file.Write(bytes)
	f.input.mutex.Lock()
	f.input.accepted += int64(n)
	f.input.mutex.Unlock()
	f.failed = err
	return whole, nil
}

// Close ends the call and, with eof, the stream, if everything was accepted. It answers how much was in all.
func (f *Feeder) Close(eof bool) (int64, error) {
	defer f.input.turn.Unlock()
	if f.failed != nil && !errors.Is(f.failed, os.ErrDeadlineExceeded) {
		return f.input.accepted, protocol.Fail(protocol.NotRunning, "stdin is closed: %v", f.failed)
	}
	if eof && f.failed == nil && f.offset >= f.input.accepted {
		f.input.end()
	}
	return f.input.accepted, nil
}

func (in *input) end() {
	in.mutex.Lock()
	defer in.mutex.Unlock()
	if in.closed {
		return
	}
	in.closed = true
	if in.terminal {
		_, _ = in.file.Write([]byte{endOfInput})
		return
	}
	in.file.Close()
}
