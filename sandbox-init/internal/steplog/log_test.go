package steplog

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// collector rebuilds a log from what a reader is given.
type collector struct {
	bytes  bytes.Buffer
	gaps   []string
	chunks int
	next   int64
	t      *testing.T
}

func (c *collector) Log(offset int64, stream byte, unixNanos int64, bytes []byte) error {
	if offset != c.next {
		c.t.Fatalf("bytes at %d, expected %d", offset, c.next)
	}
	c.bytes.Write(bytes)
	c.next += int64(len(bytes))
	c.chunks++
	return nil
}

func (c *collector) Gap(from, to int64) error {
	if from != c.next || to <= from {
		c.t.Fatalf("gap %d to %d, expected from %d", from, to, c.next)
	}
	c.gaps = append(c.gaps, fmt.Sprintf("%d-%d", from, to))
	c.next = to
	return nil
}

func add(l *Log, stream Stream, text string) {
	l.Append(stream, 1, append(make([]byte, Room), text...))
}

func readAll(t *testing.T, l *Log, from int64) *collector {
	t.Helper()
	c := &collector{t: t, next: from}
	buffer := make([]byte, 1000)
	for offset := from; ; {
		next, err := l.Read(offset, 700, buffer, c)
		if err != nil {
			t.Fatal(err)
		}
		if next == offset {
			return c
		}
		offset = next
	}
}

func TestOutputWithinTheCapIsKeptWhole(t *testing.T) {
	l := New(filepath.Join(t.TempDir(), "s"), 1000)
	add(l, Stdout, "one ")
	add(l, Stderr, "two ")
	add(l, Stdout, "three\x00\xff")
	c := readAll(t, l, 0)
	if c.bytes.String() != "one two three\x00\xff" || c.gaps != nil || c.chunks != 3 {
		t.Fatalf("%q %v", c.bytes.String(), c.gaps)
	}
	if f := l.Figures(); f != (Figures{Total: 15, Stdout: 11, Stderr: 4}) {
		t.Fatalf("%+v", f)
	}
	if again := readAll(t, l, 5); again.bytes.String() != "wo three\x00\xff" {
		t.Fatalf("from the middle of a chunk: %q", again.bytes.String())
	}
}

func TestOverTheCapHeadAndTailAreKeptAndTheGapIsExact(t *testing.T) {
	const limit = 1 << 20
	l := New(filepath.Join(t.TempDir(), "s"), limit)
	var all bytes.Buffer
	random := rand.New(rand.NewSource(1))
	for all.Len() < 9*limit {
		piece := make([]byte, 1+random.Intn(40000))
		random.Read(piece)
		all.Write(piece)
		add(l, Stdout, string(piece))
	}
	total := int64(all.Len())
	c := readAll(t, l, 0)
	want := append(append([]byte{}, all.Bytes()[:limit/2]...), all.Bytes()[total-limit/2:]...)
	if !bytes.Equal(c.bytes.Bytes(), want) {
		t.Fatalf("kept %d bytes, want %d, or others", c.bytes.Len(), len(want))
	}
	if len(c.gaps) != 1 || c.gaps[0] != fmt.Sprintf("%d-%d", limit/2, total-limit/2) {
		t.Fatalf("gaps %v", c.gaps)
	}
	if f := l.Figures(); f.Dropped != total-limit || f.Total != total {
		t.Fatalf("%+v of %d", f, total)
	}
}

func TestASmallCapHolds(t *testing.T) {
	for _, limit := range []int64{1, 2, 3, 10} {
		l := New(filepath.Join(t.TempDir(), "s"), limit)
		add(l, Stdout, "0123456789abcdefghij")
		c := readAll(t, l, 0)
		if int64(c.bytes.Len()) != limit || !strings.HasPrefix(c.bytes.String(), "0") || c.next != 20 {
			t.Errorf("cap %d kept %q up to %d", limit, c.bytes.String(), c.next)
		}
	}
}

func diskUse(t *testing.T, directory string) (bytes int64, files int) {
	entries, err := os.ReadDir(directory)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, _ := entry.Info()
		bytes += info.Size()
	}
	return bytes, len(entries)
}

func TestTinyPiecesDoNotFillTheDisk(t *testing.T) {
	const limit = 1 << 20
	directory := t.TempDir()
	l := New(filepath.Join(directory, "s"), limit)
	for i := 0; i < 150000; i++ {
		add(l, Stream(1+i%2), "x")
	}
	if used, _ := diskUse(t, directory); used > 3*limit {
		t.Fatalf("%d bytes on disk for a cap of %d", used, limit)
	}
	if c := readAll(t, l, 0); c.next != 150000 {
		t.Fatalf("read up to %d", c.next)
	}
}

func TestWhatCannotBeWrittenIsAGapAndLaterOutputIsNot(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "not-there-yet")
	l := New(filepath.Join(directory, "s"), 1000)
	add(l, Stdout, "lost ")
	if err := os.Mkdir(directory, 0o700); err != nil {
		t.Fatal(err)
	}
	add(l, Stdout, "kept")
	c := readAll(t, l, 0)
	if c.bytes.String() != "kept" || len(c.gaps) != 1 || c.gaps[0] != "0-5" {
		t.Fatalf("%q %v", c.bytes.String(), c.gaps)
	}
	if f := l.Figures(); f.Dropped != 5 {
		t.Fatalf("%+v", f)
	}
}

func TestALogIsReadBackAfterARestartAndACutChunkIsDropped(t *testing.T) {
	base := filepath.Join(t.TempDir(), "s*[x]")
	l := New(base, 200)
	for i := 0; i < 100; i++ {
		add(l, Stream(1+i%2), fmt.Sprintf("line %02d\n", i))
	}
	l.Seal()
	before, figures := readAll(t, l, 0), l.Figures()
	back := Open(base, 200)
	if after := readAll(t, back, 0); !bytes.Equal(after.bytes.Bytes(), before.bytes.Bytes()) {
		t.Fatalf("%q, before %q", after.bytes.String(), before.bytes.String())
	}
	if f := back.Figures(); f.Total != figures.Total || f.Dropped != figures.Dropped {
		t.Fatalf("%+v, before %+v", f, figures)
	}
	head := base + ".head"
	info, _ := os.Stat(head)
	if err := os.Truncate(head, info.Size()-1); err != nil {
		t.Fatal(err)
	}
	if cut := readAll(t, Open(base, 200), 0); cut.next != figures.Total {
		t.Fatalf("read up to %d of %d", cut.next, figures.Total)
	}
}

func TestAReaderIsWokenByOutputAndByTheEnd(t *testing.T) {
	l := New(filepath.Join(t.TempDir(), "s"), 1000)
	changed := l.Changed(0)
	go add(l, Stdout, "x")
	select {
	case <-changed:
	case <-time.After(10 * time.Second):
		t.Fatal("not woken by output")
	}
	if l.Changed(0) != nil {
		t.Fatal("there is more than offset 0 already")
	}
	ended := l.Changed(1)
	go l.Seal()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("not woken by the end")
	}
	add(l, Stdout, "after the end")
	if l.Figures().Total != 1 {
		t.Fatal("a sealed log grew")
	}
}

func TestRecycleLeavesOneEmptyFileAndTheNextLogBeginsInIt(t *testing.T) {
	directory := t.TempDir()
	l := New(filepath.Join(directory, "s"), 100)
	for i := 0; i < 100; i++ {
		add(l, Stdout, strings.Repeat("x", 5000))
	}
	l.Recycle()
	if bytes, files := diskUse(t, directory); files != 1 || bytes != 0 {
		t.Fatalf("%d files with %d bytes left", files, bytes)
	}
	before := inode(t, filepath.Join(directory, Blank))
	next := New(filepath.Join(directory, "n"), 100)
	add(next, Stdout, "hello")
	if after := inode(t, filepath.Join(directory, "n.head")); after != before {
		t.Errorf("a new file was made: %d instead of %d", after, before)
	}
	if _, files := diskUse(t, directory); files != 1 || next.Figures().Total != 5 {
		t.Errorf("%d files, %+v", files, next.Figures())
	}
	another := New(filepath.Join(directory, "m"), 100)
	add(another, Stdout, "beside it")
	if _, files := diskUse(t, directory); files != 2 || another.Figures().Total != 9 {
		t.Errorf("%d files, %+v", files, another.Figures())
	}
}

func inode(t *testing.T, path string) uint64 {
	t.Helper()
	var stat syscall.Stat_t
	if err := syscall.Stat(path, &stat); err != nil {
		t.Fatal(err)
	}
	return stat.Ino
}
