package steplog

import (
	"encoding/binary"
	"fmt"
	"io"
	"syscall"

	"holdfast.dev/sandbox-init/internal/plainfile"
)

const (
	headerSize = 21
	markEvery  = 256 << 10
)

// chunk is the header in front of each piece of output on disk.
type chunk struct {
	offset    int64
	unixNanos int64
	size      uint32
	stream    Stream
}

func (c chunk) encode(to []byte) {
	binary.BigEndian.PutUint64(to, uint64(c.offset))
	binary.BigEndian.PutUint64(to[8:], uint64(c.unixNanos))
	binary.BigEndian.PutUint32(to[16:], c.size)
	to[20] = byte(c.stream)
}

func decodeChunk(from []byte) chunk {
	return chunk{
		offset:    int64(binary.BigEndian.Uint64(from)),
		unixNanos: int64(binary.BigEndian.Uint64(from[8:])),
		size:      binary.BigEndian.Uint32(from[16:]),
		stream:    Stream(from[20]),
	}
}

func (c chunk) end() int64 { return c.offset + int64(c.size) }

// mark says where in the file a chunk begins, so that a reader need not start at the beginning.
type mark struct {
	offset, position int64
}

// segment is one file of a log.
type segment struct {
	path       string
	blank      string // an empty file to begin with, where there is one
	file       *plainfile.File
	start, end int64 // offsets
	size       int64 // bytes of the file that are whole chunks
	payload    int64
	marks      []mark
	cursor     mark     // where the last reader went on
	streams    [4]int64 // only filled when recovered
}

func newSegment(path string, start int64) *segment {
	return &segment{path: path, start: start, end: start}
}

func tailName(base string, number int) string { return fmt.Sprintf("%s.tail.%09d", base, number) }

// append writes a chunk whose header goes into the room of buffer. A failure drops the chunk: readers see a gap.
func (s *segment) append(c chunk, buffer []byte) {
	if s.file == nil {
		if s.size == 0 && s.blank != "" {
			_ = syscall.Rename(s.blank, s.path) // where there is none a new one is made
		}
		file, err := plainfile.Open(s.path, syscall.O_CREAT|syscall.O_RDWR, 0o600)
		if err != nil {
			return
		}
		s.file = file
	}
	c.encode(buffer)
	// What a failed write left behind s.size is written over by the next one.
	if n, err := s.file.WriteAt(buffer, s.size); err != nil || n < len(buffer) {
		_ = s.file.Truncate(s.size)
		return
	}
	s.note(c)
}

func (s *segment) note(c chunk) {
	if count := len(s.marks); count == 0 || s.size-s.marks[count-1].position >= markEvery {
		s.marks = append(s.marks, mark{c.offset, s.size})
	}
	s.size += headerSize + int64(c.size)
	s.payload += int64(c.size)
	s.end = c.end()
}

// chunkAt reads the header at a position; false at the end of the segment.
func (s *segment) chunkAt(position int64) (chunk, bool) {
	if position+headerSize > s.size || !s.reopen() {
		return chunk{}, false
	}
	var raw [headerSize]byte
	if _, err := s.file.ReadAt(raw[:], position); err != nil {
		return chunk{}, false
	}
	return decodeChunk(raw[:]), true
}

func (s *segment) reopen() bool {
	if s.file == nil {
		file, err := plainfile.Open(s.path, syscall.O_RDWR, 0)
		if err != nil {
			return false
		}
		s.file = file
	}
	return true
}

// positionFor answers a chunk's position from which the chunk with offset can be reached.
func (s *segment) positionFor(offset int64) int64 {
	position := int64(0)
	for _, m := range s.marks {
		if m.offset > offset {
			break
		}
		position = m.position
	}
	return position
}

func (s *segment) close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}

func (s *segment) remove() {
	s.close()
	_ = syscall.Unlink(s.path)
}

// leaveBlank empties the file for the next log; one that cannot be emptied is removed. It is emptied before it is closed:
// what a file that was empty once has when it is closed, ext4 writes to disk at once.
func (s *segment) leaveBlank() {
	emptied := s.reopen() && s.file.Truncate(0) == nil
	s.close()
	if !emptied || syscall.Rename(s.path, s.blank) != nil {
		_ = syscall.Unlink(s.path)
	}
}

// recoverSegment reads a file's chunk headers; a chunk that was cut short ends it.
func recoverSegment(path string) *segment {
	file, err := plainfile.Open(path, syscall.O_RDONLY, 0)
	if err != nil {
		return nil
	}
	defer file.Close()
	length, err := file.Size()
	if err != nil {
		return nil
	}
	s := &segment{path: path, start: -1}
	var raw [headerSize]byte
	for {
		if _, err := file.ReadAt(raw[:], s.size); err != nil && err != io.EOF {
			return nil
		} else if err == io.EOF {
			break
		}
		c := decodeChunk(raw[:])
		if s.size+headerSize+int64(c.size) > length || c.offset < s.end || c.size == 0 || c.stream < Stdout || c.stream > Terminal {
			break
		}
		if s.start < 0 {
			s.start = c.offset
		}
		s.streams[c.stream] += int64(c.size)
		s.note(c)
	}
	if s.start < 0 {
		return nil
	}
	return s
}
