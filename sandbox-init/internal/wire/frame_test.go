package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
)

func frame(kind byte, payload string) []byte {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(payload)+1))
	return append(append(head, kind), payload...)
}

func TestAFrameComesBackAsItWasWritten(t *testing.T) {
	var stream bytes.Buffer
	w := NewWriter(&stream)
	for _, err := range []error{
		w.Object(JSON, map[string]int{"v": 1}), w.Frame(Data, []byte("a"), []byte("bc")),
		w.Log(7, 2, 9, []byte("out")), w.Gap(3, 5), w.Flush(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(&stream)
	for _, want := range []struct {
		kind    Kind
		payload string
	}{
		{JSON, `{"v":1}`}, {Data, "abc"},
		{Log, "\x00\x00\x00\x00\x00\x00\x00\x07\x02\x00\x00\x00\x00\x00\x00\x00\x09out"},
		{Gap, "\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x05"},
	} {
		header, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		payload, err := r.Payload(header)
		if err != nil || header.Kind != want.kind || string(payload) != want.payload {
			t.Errorf("got %d %q %v, want %d %q", header.Kind, payload, err, want.kind, want.payload)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("the end between frames is %v, want io.EOF", err)
	}
}

func TestMalformedFramesAreRefused(t *testing.T) {
	for name, stream := range map[string][]byte{
		"length zero":          {0, 0, 0, 0, 1},
		"length over the most": {0, 0x10, 0, 0x41, 1},
		"length huge":          {0xff, 0xff, 0xff, 0xff, 1},
		"kind zero":            frame(0, ""),
		"kind unknown":         frame(9, ""),
		"data over a megabyte": {0, 0x10, 0, 0x02, 2},
		"header cut short":     {0, 0, 0},
		"payload cut short":    frame(1, "abc")[:6],
	} {
		r := NewReader(bytes.NewReader(stream))
		header, err := r.Next()
		if err == nil {
			_, err = r.Payload(header)
		}
		if !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v, want malformed", name, err)
		}
	}
}

func TestTheLargestFrameIsAccepted(t *testing.T) {
	r := NewReader(bytes.NewReader(frame(4, string(make([]byte, MaxLength-1)))))
	header, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if payload, err := r.Payload(header); err != nil || len(payload) != MaxLength-1 {
		t.Fatalf("%d bytes, %v", len(payload), err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("closed") }

func TestCopyKeepsThePositionWhenTheTargetFails(t *testing.T) {
	stream := append(frame(2, string(make([]byte, 100000))), frame(3, "{}")...)
	r := NewReader(bytes.NewReader(stream))
	header, _ := r.Next()
	writeError, readError := r.Copy(brokenWriter{}, header)
	if writeError == nil || readError != nil {
		t.Fatalf("write error %v, read error %v", writeError, readError)
	}
	if next, err := r.Next(); err != nil || next.Kind != End {
		t.Fatalf("the next frame is %v, %v", next, err)
	}
}

func TestCopyTellsACutStreamFromAFailedTarget(t *testing.T) {
	r := NewReader(bytes.NewReader(frame(2, "abcdef")[:8]))
	header, _ := r.Next()
	if _, readError := r.Copy(io.Discard, header); !errors.Is(readError, ErrMalformed) {
		t.Fatalf("read error %v, want malformed", readError)
	}
}

func FuzzReader(f *testing.F) {
	f.Add(frame(1, `{"v":1,"op":"hello"}`))
	f.Add(append(frame(2, "data"), frame(3, "{}")...))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 1})
	f.Add([]byte{0, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, stream []byte) {
		r := NewReader(bytes.NewReader(stream))
		read := 0
		for {
			header, err := r.Next()
			if err != nil {
				return
			}
			payload, err := r.Payload(header)
			if err != nil {
				return
			}
			if len(payload) != header.Size || header.Size >= MaxLength {
				t.Fatalf("header says %d, payload has %d", header.Size, len(payload))
			}
			if read += HeaderSize + len(payload); read > len(stream) {
				t.Fatalf("%d bytes read out of %d", read, len(stream))
			}
		}
	})
}
