package integration

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

var program string

// otherUser names the socket to a copy of these tests that runs as another user.
const otherUser = "HOLDFAST_TEST_SOCKET"

// TestMain builds the program once: these tests speak to it as a worker does.
func TestMain(m *testing.M) {
	if os.Getenv(otherUser) != "" {
		os.Exit(m.Run())
	}
	directory, err := os.MkdirTemp("", "holdfast-init-test")
	if err != nil {
		panic(err)
	}
	if err := os.Chmod(directory, 0o755); err != nil { // some tests run it as another user
		panic(err)
	}
	program = filepath.Join(directory, "holdfast-init")
	arguments := append([]string{"build", "-o", program}, buildFlags...)
	build := exec.Command("go", append(arguments, "holdfast.dev/sandbox-init/cmd/holdfast-init")...)
	if output, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, output)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(directory)
	os.Exit(code)
}

// sandbox is a supervisor in local mode.
type sandbox struct {
	t                  *testing.T
	control, workspace string
	process            *exec.Cmd
	ended              chan struct{}
}

func start(t *testing.T, flags ...string) *sandbox {
	t.Helper()
	s := prepare(t)
	s.launch(flags...)
	return s
}

func prepare(t *testing.T) *sandbox {
	t.Helper()
	root, err := os.MkdirTemp("", "hf") // t.TempDir's path can be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	s := &sandbox{t: t, control: filepath.Join(root, "control"), workspace: filepath.Join(root, "workspace")}
	if err := os.Mkdir(s.workspace, 0o755); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *sandbox) launch(flags ...string) {
	s.t.Helper()
	s.launchThrough(nil, flags...)
}

// launchThrough has another program execute ours.
func (s *sandbox) launchThrough(other []string, flags ...string) {
	s.t.Helper()
	command := append(append([]string{}, other...), program, "serve", "--local", "--control", s.control, "--sandbox", "box", "--workspace", s.workspace)
	command = append(command, flags...)
	s.process = exec.Command(command[0], command[1:]...)
	s.process.Env = append(os.Environ(), "HOLDFAST_HIDDEN=1", "SEEN=1")
	s.process.Stderr = os.Stderr
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		s.process.Process.Signal(os.Interrupt)
		s.awaitEnd(20 * time.Second)
	})
	s.ended = make(chan struct{})
	go func(process *exec.Cmd, ended chan struct{}) {
		process.Wait()
		close(ended)
	}(s.process, s.ended)
	s.eventually("the socket answers", func() bool {
		connection, err := net.Dial("unix", s.socket())
		if err == nil {
			connection.Close()
		}
		return err == nil
	})
}

func (s *sandbox) socket() string { return s.socketOf(0) }

func (s *sandbox) socketOf(generation int) string {
	if generation == 0 {
		return filepath.Join(s.control, "init.sock")
	}
	return filepath.Join(s.control, fmt.Sprintf("init-%d.sock", generation))
}

func (s *sandbox) awaitEnd(within time.Duration) bool {
	select {
	case <-s.ended:
		return true
	case <-time.After(within):
		s.process.Process.Kill()
		return false
	}
}

func (s *sandbox) eventually(what string, is func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("not within 20 s: %s", what)
		}
	}
}

// caller is one connection.
type caller struct {
	t   *testing.T
	raw net.Conn
	in  *wire.Reader
	out *wire.Writer
}

func (s *sandbox) dial() *caller { return s.dialOf(0) }

func (s *sandbox) dialOf(generation int) *caller {
	s.t.Helper()
	raw, err := net.Dial("unix", s.socketOf(generation))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { raw.Close() })
	return &caller{s.t, raw, wire.NewReader(raw), wire.NewWriter(raw)}
}

type fields map[string]any

func (c *caller) send(op string, body fields) {
	c.t.Helper()
	if err := c.trySend(op, body); err != nil {
		c.t.Fatal(err)
	}
}

func (c *caller) trySend(op string, body fields) error {
	request := fields{"v": 1, "op": op}
	for name, value := range body {
		request[name] = value
	}
	return errors.Join(c.out.Object(wire.JSON, request), c.out.Flush())
}

func (c *caller) frame() (wire.Kind, []byte) {
	c.t.Helper()
	c.raw.SetReadDeadline(time.Now().Add(60 * time.Second))
	header, err := c.in.Next()
	if err != nil {
		c.t.Fatal(err)
	}
	payload, err := c.in.Payload(header)
	if err != nil {
		c.t.Fatal(err)
	}
	return header.Kind, payload
}

// answer reads a json frame; a failure is answered apart.
func (c *caller) answer(into any) *protocol.Failure {
	c.t.Helper()
	kind, payload := c.frame()
	if kind != wire.JSON {
		c.t.Fatalf("kind %d, want json: %q", kind, payload)
	}
	var failed protocol.ErrorAnswer
	if err := json.Unmarshal(payload, &failed); err != nil {
		c.t.Fatal(err)
	}
	if !failed.OK {
		return failed.Error
	}
	if into != nil {
		if err := json.Unmarshal(payload, into); err != nil {
			c.t.Fatal(err)
		}
	}
	return nil
}

func (c *caller) ask(op string, body fields, into any) *protocol.Failure {
	c.t.Helper()
	c.send(op, body)
	return c.answer(into)
}

// must asks what may not fail.
func (c *caller) must(op string, body fields) protocol.Record {
	c.t.Helper()
	var record protocol.Record
	if failure := c.ask(op, body, &record); failure != nil {
		c.t.Fatalf("%s: %v", op, failure)
	}
	return record
}

// output is a log as a reader saw it.
type output struct {
	all     string
	streams map[byte]string
	gaps    [][2]uint64
	end     protocol.ReadEnd
}

func (c *caller) log() output {
	c.t.Helper()
	o := output{streams: map[byte]string{}}
	for {
		kind, payload := c.frame()
		switch kind {
		case wire.Log:
			o.all += string(payload[wire.LogHeaderSize:])
			o.streams[payload[8]] += string(payload[wire.LogHeaderSize:])
		case wire.Gap:
			o.gaps = append(o.gaps, [2]uint64{binary.BigEndian.Uint64(payload), binary.BigEndian.Uint64(payload[8:])})
		case wire.End:
			if err := json.Unmarshal(payload, &o.end); err != nil {
				c.t.Fatal(err)
			}
			return o
		default:
			c.t.Fatalf("kind %d in a log", kind)
		}
	}
}

// run starts a command and waits for its end, in one request.
func (c *caller) run(key string, argv []string, more fields) (protocol.Record, output) {
	c.t.Helper()
	body := fields{"step": key, "argv": argv, "waitMs": 30000, "readBytes": 1 << 20}
	for name, value := range more {
		body[name] = value
	}
	record := c.must("start", body)
	return record, c.log()
}

func sh(line string) []string { return []string{"sh", "-c", line} }
