package steplog

import "time"

// Sink takes what a reader finds, in order.
type Sink interface {
	Log(offset int64, stream byte, unixNanos int64, bytes []byte) error
	Gap(from, to int64) error
}

// Read gives the sink up to budget bytes from offset on, using buffer, and answers where to go on. Only an error of
// the sink is an error: what cannot be read from disk is a gap.
func (l *Log) Read(offset, budget int64, buffer []byte, sink Sink) (int64, error) {
	for budget > 0 {
		piece := l.nextPiece(offset, buffer[:min(int64(len(buffer)), budget)])
		switch {
		case piece.end == offset:
			l.restLater()
			return offset, nil
		case piece.bytes == nil:
			if err := sink.Gap(offset, piece.end); err != nil {
				return offset, err
			}
		default:
			if err := sink.Log(offset, byte(piece.stream), piece.unixNanos, piece.bytes); err != nil {
				return offset, err
			}
			budget -= int64(len(piece.bytes))
		}
		offset = piece.end
	}
	l.restLater()
	return offset, nil
}

// restLater lets a sealed log close its files when nobody has read for a while.
func (l *Log) restLater() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !l.sealed {
		return
	}
	if l.resting == nil {
		l.resting = time.AfterFunc(restAfter, l.rest)
	} else {
		l.resting.Reset(restAfter)
	}
}

func (l *Log) rest() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.closeFiles()
}

// piece is what lies at an offset: bytes of one chunk, or a gap up to end; end equals the offset when nothing does.
type piece struct {
	end       int64
	bytes     []byte
	stream    Stream
	unixNanos int64
}

func (l *Log) nextPiece(offset int64, buffer []byte) piece {
	disk <- struct{}{}
	defer func() { <-disk }()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if offset >= l.total {
		return piece{end: offset}
	}
	if l.head != nil && offset < l.head.end {
		return l.head.piece(offset, buffer)
	}
	if start := l.tailStart(); offset < start {
		return piece{end: start}
	}
	for _, s := range l.tail {
		if offset < s.start {
			return piece{end: s.start}
		}
		if offset < s.end {
			return s.piece(offset, buffer)
		}
	}
	return piece{end: l.total}
}

// piece finds the chunk at offset, which is below the segment's end.
func (s *segment) piece(offset int64, buffer []byte) piece {
	position := s.positionFor(offset)
	if s.cursor.offset == offset && s.cursor.position > position {
		position = s.cursor.position
	}
	for {
		c, found := s.chunkAt(position)
		if !found {
			return piece{end: s.end}
		}
		if c.offset > offset {
			return piece{end: c.offset}
		}
		if c.end() > offset {
			return s.load(c, position, offset, buffer)
		}
		position += headerSize + int64(c.size)
	}
}

func (s *segment) load(c chunk, position, offset int64, buffer []byte) piece {
	size := min(int64(len(buffer)), c.end()-offset)
	n, err := s.file.ReadAt(buffer[:size], position+headerSize+offset-c.offset)
	if err != nil || int64(n) < size {
		return piece{end: c.end()}
	}
	s.cursor = mark{offset + size, position}
	return piece{end: offset + size, bytes: buffer[:size], stream: c.stream, unixNanos: c.unixNanos}
}
