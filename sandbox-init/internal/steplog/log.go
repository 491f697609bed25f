// Package steplog keeps the output of one step on disk within a bound: the first half of the cap in a head file, the
// last half in a ring of tail segments. What lies between is dropped and shows as a gap. When the disk is full the
// step goes on and its output is dropped, also as a gap.
package steplog

import (
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"
)

// Stream says where bytes came from.
type Stream byte

const (
	Stdout   Stream = 1
	Stderr   Stream = 2
	Terminal Stream = 3
)

const (
	// Room is what Append needs free in front of the bytes.
	Room         = headerSize
	tailSegments = 8
	leastSegment = 64 << 10
	restAfter    = 2 * time.Second
)

// disk bounds how many wait for the disk at once. Each may take a thread, and when a task has used up all processes none
// can be made.
var disk = make(chan struct{}, 3)

// Log is the output of one step. Its offsets count every byte that was written, also the dropped ones.
type Log struct {
	mutex       sync.Mutex
	base        string
	headLimit   int64
	tailLimit   int64
	segmentSize int64
	head        *segment
	headFull    bool
	tail        []*segment // oldest first
	next        int        // number of the next tail segment
	total       int64
	streams     [4]int64
	sealed      bool
	waiting     chan struct{}
	resting     *time.Timer // closes the files
}

// New prepares a log whose files start with base; they are made when the first byte comes.
func New(base string, limit int64) *Log {
	l := &Log{base: base, headLimit: limit - limit/2, tailLimit: limit / 2}
	l.segmentSize = max(leastSegment, l.tailLimit/tailSegments)
	return l
}

// Append takes buffer[Room:] as the next bytes; the room in front saves a copy. The buffer may be reused afterwards.
func (l *Log) Append(stream Stream, unixNanos int64, buffer []byte) {
	disk <- struct{}{}
	defer func() { <-disk }()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.sealed {
		return
	}
	for len(buffer) > Room {
		part := l.place(stream, unixNanos, buffer)
		// The next part's header may lie over bytes that are written already.
		buffer = buffer[part:]
	}
	if l.waiting != nil {
		close(l.waiting)
		l.waiting = nil
	}
}

// place writes as much as fits one segment and answers how much that was.
func (l *Log) place(stream Stream, unixNanos int64, buffer []byte) int {
	size := len(buffer) - Room
	var target *segment
	if !l.headFull {
		size = int(min(int64(size), l.headLimit-l.total))
		target = l.headSegment()
	} else if l.tailLimit > 0 {
		target = l.tailSegment()
	}
	if target != nil && size > 0 {
		target.append(chunk{l.total, unixNanos, uint32(size), stream}, buffer[:Room+size])
	}
	l.total += int64(size)
	l.streams[stream&3] += int64(size)
	if !l.headFull && (l.total >= l.headLimit || target.size >= 2*l.headLimit+leastSegment) {
		l.headFull = true
		l.head.close()
	}
	l.dropOld()
	return size
}

func (l *Log) headSegment() *segment {
	if l.head == nil {
		l.head = newSegment(l.base+".head", 0)
		l.head.blank = blankBeside(l.base)
	}
	return l.head
}

func (l *Log) tailSegment() *segment {
	if count := len(l.tail); count > 0 {
		last := l.tail[count-1]
		if last.payload < l.segmentSize && last.size < 2*l.segmentSize {
			return last
		}
		last.close()
	}
	l.next++
	fresh := newSegment(tailName(l.base, l.next), l.total)
	l.tail = append(l.tail, fresh)
	return fresh
}

// dropOld removes tail segments that the window has left, or that tiny chunks made too large on disk.
func (l *Log) dropOld() {
	for len(l.tail) > 1 {
		var onDisk int64
		for _, s := range l.tail {
			onDisk += s.size
		}
		if l.total-l.tail[1].start < l.tailLimit && onDisk <= 2*l.tailLimit+4*l.segmentSize {
			return
		}
		l.tail[0].remove()
		l.tail = append(l.tail[:0], l.tail[1:]...)
	}
}

// tailStart is the first offset behind the head that is still kept.
func (l *Log) tailStart() int64 {
	if len(l.tail) == 0 {
		return l.total
	}
	return max(l.tail[0].start, l.total-l.tailLimit)
}

// Blank is the name of the file that Recycle leaves; no log has it.
const Blank = "blank"

func blankBeside(base string) string { return filepath.Join(filepath.Dir(base), Blank) }

// Figures is what a step record says of its log.
type Figures struct {
	Total, Stdout, Stderr, Dropped int64
}

// Figures counts; what a terminal wrote counts as stdout.
func (l *Log) Figures() Figures {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var kept int64
	if l.head != nil {
		kept += l.head.payload
	}
	for _, s := range l.tail {
		kept += s.payload
	}
	if len(l.tail) > 0 {
		kept -= min(l.tail[0].payload, max(0, l.tailStart()-l.tail[0].start))
	}
	return Figures{
		Total:   l.total,
		Stdout:  l.streams[Stdout] + l.streams[Terminal],
		Stderr:  l.streams[Stderr],
		Dropped: l.total - kept,
	}
}

// Changed answers a channel that closes when there is more than offset, or nil when there is already or never will be.
func (l *Log) Changed(offset int64) <-chan struct{} {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.total > offset || l.sealed {
		return nil
	}
	if l.waiting == nil {
		l.waiting = make(chan struct{})
	}
	return l.waiting
}

// Seal ends the log: nothing is appended any more. Its files stay open for a moment, as most are read right away.
func (l *Log) Seal() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.sealed = true
	if l.head != nil {
		l.resting = time.AfterFunc(restAfter, l.rest)
	}
	if l.waiting != nil {
		close(l.waiting)
		l.waiting = nil
	}
}

// Recycle removes the log. An empty file stays behind for the next one that begins in the same directory, because some
// file systems take long to find a place for a new one where many were removed.
func (l *Log) Recycle() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.sealed = true
	if l.head != nil {
		l.head.leaveBlank()
	}
	for _, s := range l.tail {
		s.remove()
	}
	l.head, l.tail = nil, nil
}

func (l *Log) closeFiles() {
	if l.head != nil {
		l.head.close()
	}
	for _, s := range l.tail {
		s.close()
	}
}

// Open reads back the log that an earlier supervisor left; it is sealed.
func Open(base string, limit int64) *Log {
	l := New(base, limit)
	l.sealed = true
	if head := recoverSegment(base + ".head"); head != nil {
		l.head, l.total = head, head.end
		l.addStreams(head)
	}
	names, _ := filepath.Glob(globQuoted(base) + ".tail.*")
	sort.Strings(names)
	for _, name := range names {
		if s := recoverSegment(name); s != nil {
			l.tail = append(l.tail, s)
			l.total = max(l.total, s.end)
			l.addStreams(s)
		}
	}
	l.headFull = len(l.tail) > 0
	return l
}

func (l *Log) addStreams(s *segment) {
	for stream, bytes := range s.streams {
		l.streams[stream] += bytes
	}
}

func globQuoted(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
