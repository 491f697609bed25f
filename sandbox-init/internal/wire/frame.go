// Package wire reads and writes the frames of docs/protocol.md. Nothing here trusts the other side: a length is
// checked before a byte is allocated for it.
package wire

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Kind says what a frame carries.
type Kind byte

const (
	JSON Kind = 1
	Data Kind = 2
	End  Kind = 3
	Log  Kind = 4
	Gap  Kind = 5
)

const (
	// MaxData is the most that one data or log frame carries.
	MaxData = 1 << 20
	// MaxLength is the largest length field: the kind, and a payload of MaxData with room for a log header.
	MaxLength = MaxData + 64
	// HeaderSize is the length field and the kind.
	HeaderSize = 5
	// LogHeaderSize is what precedes the bytes in a log frame: offset, stream, time.
	LogHeaderSize = 17
)

// ErrMalformed marks a stream whose position is lost: the connection must be closed.
var ErrMalformed = errors.New("malformed frame")

// Header is a frame whose payload was not read yet.
type Header struct {
	Kind Kind
	Size int
}

// Reader takes frames from a stream. A header must be followed by exactly one of Payload, Copy or Skip.
type Reader struct {
	in *bufio.Reader
}

func NewReader(in io.Reader) *Reader {
	return &Reader{in: bufio.NewReaderSize(in, 4096)}
}

// Next reads a frame's header. It answers io.EOF only between two frames.
func (r *Reader) Next() (Header, error) {
	var raw [HeaderSize]byte
	if _, err := io.ReadFull(r.in, raw[:1]); err != nil {
		return Header{}, err
	}
	if _, err := io.ReadFull(r.in, raw[1:]); err != nil {
		return Header{}, cutShort(err)
	}
	length := binary.BigEndian.Uint32(raw[:4])
	if length < 1 || length > MaxLength {
		return Header{}, fmt.Errorf("%w: length %d is not within 1 and %d", ErrMalformed, length, MaxLength)
	}
	header := Header{Kind: Kind(raw[4]), Size: int(length) - 1}
	if header.Kind < JSON || header.Kind > Gap {
		return Header{}, fmt.Errorf("%w: unknown kind %d", ErrMalformed, header.Kind)
	}
	if header.Kind == Data && header.Size > MaxData {
		return Header{}, fmt.Errorf("%w: a data frame of %d bytes is over %d", ErrMalformed, header.Size, MaxData)
	}
	return header, nil
}

// Payload reads a frame's payload whole. The buffer grows with what arrives, not with what the header announced.
func (r *Reader) Payload(h Header) ([]byte, error) {
	buffer := make([]byte, 0, min(h.Size, 4096))
	for len(buffer) < h.Size {
		step := min(h.Size-len(buffer), max(4096, len(buffer)))
		start := len(buffer)
		buffer = append(buffer, make([]byte, step)...)
		if _, err := io.ReadFull(r.in, buffer[start:]); err != nil {
			return nil, cutShort(err)
		}
	}
	return buffer, nil
}

// Copy streams a payload to a writer. When the writer fails, the rest is skipped so that the position stays clear,
// and the writer's error is answered apart from the reader's.
func (r *Reader) Copy(to io.Writer, h Header) (writeError, readError error) {
	rest := &io.LimitedReader{R: r.in, N: int64(h.Size)}
	source := &countedErrors{in: rest}
	_, writeError = io.CopyBuffer(onlyWriter{to}, source, make([]byte, min(max(h.Size, 1), 32<<10)))
	if source.err != nil {
		return nil, cutShort(source.err)
	}
	if rest.N > 0 {
		if _, err := io.Copy(io.Discard, rest); err != nil {
			return writeError, cutShort(err)
		}
		if rest.N > 0 {
			return writeError, cutShort(io.EOF)
		}
	}
	return writeError, nil
}

// Skip reads a payload and forgets it.
func (r *Reader) Skip(h Header) error {
	if n, err := r.in.Discard(h.Size); err != nil || n < h.Size {
		return cutShort(err)
	}
	return nil
}

// Peek blocks until a byte of the next frame is there, and leaves it there.
func (r *Reader) Peek() error {
	_, err := r.in.Peek(1)
	return err
}

func cutShort(err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: it ended in the middle", ErrMalformed)
	}
	return err
}

// countedErrors remembers the source's own error, which io.Copy does not tell from the target's.
type countedErrors struct {
	in  io.Reader
	err error
}

func (c *countedErrors) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}

// onlyWriter hides ReadFrom, which would take a buffer of its own choice.
type onlyWriter struct{ io.Writer }

// Writer puts frames on a stream; they leave at Flush or when the buffer is full.
type Writer struct {
	out *bufio.Writer
}

func NewWriter(out io.Writer) *Writer {
	return &Writer{out: bufio.NewWriterSize(out, 4096)}
}

// Frame writes one frame made of the given parts.
func (w *Writer) Frame(kind Kind, parts ...[]byte) error {
	size := 1
	for _, part := range parts {
		size += len(part)
	}
	if size > MaxLength {
		return fmt.Errorf("a frame of %d bytes is over the protocol's %d", size, MaxLength)
	}
	var header [HeaderSize]byte
	binary.BigEndian.PutUint32(header[:4], uint32(size))
	header[4] = byte(kind)
	if _, err := w.out.Write(header[:]); err != nil {
		return err
	}
	for _, part := range parts {
		if _, err := w.out.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// Object writes a value as JSON in one frame.
func (w *Writer) Object(kind Kind, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return w.Frame(kind, body)
}

// Log writes a piece of output.
func (w *Writer) Log(offset int64, stream byte, unixNanos int64, bytes []byte) error {
	var header [LogHeaderSize]byte
	binary.BigEndian.PutUint64(header[:8], uint64(offset))
	header[8] = stream
	binary.BigEndian.PutUint64(header[9:], uint64(unixNanos))
	return w.Frame(Log, header[:], bytes)
}

// Gap says that the bytes of [from, to) were dropped.
func (w *Writer) Gap(from, to int64) error {
	var body [16]byte
	binary.BigEndian.PutUint64(body[:8], uint64(from))
	binary.BigEndian.PutUint64(body[8:], uint64(to))
	return w.Frame(Gap, body[:])
}

func (w *Writer) Flush() error { return w.out.Flush() }
