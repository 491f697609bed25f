package integration

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

func archive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for name, content := range files {
		w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(content)), Typeflag: tar.TypeReg})
		w.Write([]byte(content))
	}
	w.Close()
	return out.Bytes()
}

func (c *caller) put(body fields, content []byte) (protocol.PutDone, *protocol.Failure) {
	c.t.Helper()
	if failure := c.ask("put", body, nil); failure != nil {
		return protocol.PutDone{}, failure
	}
	return c.endPut(content)
}

// endPut sends the content of a put that was begun.
func (c *caller) endPut(content []byte) (protocol.PutDone, *protocol.Failure) {
	c.t.Helper()
	for len(content) > 0 {
		part := content[:min(len(content), wire.MaxData)]
		c.out.Frame(wire.Data, part)
		content = content[len(part):]
	}
	c.out.Frame(wire.End, []byte("{}"))
	c.out.Flush()
	var done protocol.PutDone
	failure := c.answer(&done)
	return done, failure
}

func (c *caller) get(body fields) (map[string]string, protocol.GetDone, *protocol.Failure) {
	c.t.Helper()
	if failure := c.ask("get", body, nil); failure != nil {
		return nil, protocol.GetDone{}, failure
	}
	var data []byte
	for {
		kind, payload := c.frame()
		if kind == wire.Data {
			data = append(data, payload...)
			continue
		}
		var done protocol.GetDone
		if err := json.Unmarshal(payload, &done); err != nil {
			c.t.Fatal(err)
		}
		found := map[string]string{}
		for r := tar.NewReader(bytes.NewReader(data)); ; {
			header, err := r.Next()
			if err == io.EOF {
				return found, done, nil
			}
			if err != nil {
				c.t.Fatal(err)
			}
			content, _ := io.ReadAll(r)
			found[header.Name] = string(content)
		}
	}
}

func TestFilesGoInAndOut(t *testing.T) {
	c := start(t).dial()
	big := strings.Repeat("0123456789abcdef", 300000)
	if done, failure := c.put(fields{"path": "in"}, archive(t, map[string]string{"big": big, "d/small": "s"})); failure != nil || done.Files != 2 {
		t.Fatalf("%+v %v", done, failure)
	}
	if record, out := c.run("a", sh("wc -c < in/big; cat in/d/small"), nil); *record.ExitCode != 0 || out.all != "4800000\ns" {
		t.Fatalf("%q", out.all)
	}
	found, done, failure := c.get(fields{"root": "in"})
	if failure != nil || done.Files != 2 || found["big"] != big || found["d/small"] != "s" {
		t.Fatalf("%d files, %+v, %v", len(found), done, failure)
	}
	var entry protocol.StatDone
	if failure := c.ask("stat", fields{"path": "in/d/small"}, &entry); failure != nil || entry.Type != "file" || entry.Size != 1 {
		t.Errorf("%+v %v", entry, failure)
	}
	var listing protocol.Listing
	if failure := c.ask("list", fields{"path": "in"}, &listing); failure != nil || len(listing.Entries) != 2 {
		t.Errorf("%+v %v", listing, failure)
	}
}

func TestABadUploadIsAnsweredAndTheConnectionGoesOn(t *testing.T) {
	s := start(t)
	c := s.dial()
	big := strings.Repeat("x", 3<<20)
	for name, test := range map[string]struct {
		body    fields
		content []byte
		code    string
	}{
		"slip":      {fields{"path": "."}, archive(t, map[string]string{"../x": big}), protocol.Refused},
		"too large": {fields{"path": ".", "maxBytes": 10}, archive(t, map[string]string{"x": big}), protocol.TooLarge},
		"no tar":    {fields{"path": "."}, []byte(big), protocol.BadRequest},
	} {
		if _, failure := c.put(test.body, test.content); failure == nil || failure.Code != test.code {
			t.Errorf("%s: %v", name, failure)
		}
	}
	if failure := c.ask("hello", nil, nil); failure != nil {
		t.Error(failure)
	}
	if _, _, failure := c.get(fields{"root": "nowhere"}); failure == nil || failure.Code != protocol.NotFound {
		t.Errorf("%v", failure)
	}
	if entries, _ := os.ReadDir(s.workspace); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestAnUploadThatBreaksOffLeavesNothing(t *testing.T) {
	s := start(t)
	c := s.dial()
	if failure := c.ask("put", fields{"path": "."}, nil); failure != nil {
		t.Fatal(failure)
	}
	whole := archive(t, map[string]string{"a": strings.Repeat("x", 100000)})
	c.out.Frame(wire.Data, whole[:50000])
	c.out.Flush()
	c.raw.Close()
	s.eventually("nothing is left", func() bool {
		entries, _ := os.ReadDir(s.workspace)
		return len(entries) == 0
	})
}

func TestAnUploadWhoseCallerHangsUpLeavesNothing(t *testing.T) {
	s := start(t)
	content := archive(t, map[string]string{"a/b": strings.Repeat("x", 200_000)})
	c := s.dial()
	c.send("put", fields{"path": ".", "maxBytes": 1 << 30, "maxFiles": 100})
	if failure := c.answer(nil); failure != nil {
		t.Fatal(failure)
	}
	c.out.Frame(wire.Data, content[:100_000])
	c.out.Flush()
	s.eventually("the upload has begun", func() bool {
		entries, _ := os.ReadDir(s.workspace)
		return len(entries) == 1
	})
	c.raw.Close()
	s.eventually("what was begun is taken back", func() bool {
		entries, _ := os.ReadDir(s.workspace)
		return len(entries) == 0
	})
}

func TestNonsenseOnTheSocketHarmsNobodyElse(t *testing.T) {
	s := start(t)
	good := s.dial()
	good.must("start", fields{"step": "a", "argv": sh("sleep 0.2; exit 6")})
	for _, nonsense := range [][]byte{
		{}, {0}, {0, 0, 0, 0, 0}, {0xff, 0xff, 0xff, 0xff, 1}, []byte("GET / HTTP/1.1\r\n\r\n"),
		append(binary.BigEndian.AppendUint32(nil, 3), 2, 'x', 'y'), append(binary.BigEndian.AppendUint32(nil, 3), 1, '{', '{'),
	} {
		raw, err := net.Dial("unix", s.socket())
		if err != nil {
			t.Fatal(err)
		}
		raw.Write(nonsense)
		raw.(*net.UnixConn).CloseWrite()
		raw.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.Copy(io.Discard, raw); err != nil {
			t.Errorf("%q: %v", nonsense, err)
		}
		raw.Close()
	}
	if record := good.must("wait", fields{"step": "a", "waitMs": 10000}); *record.ExitCode != 6 {
		t.Errorf("%+v", record)
	}
}

func TestTheSocketAndItsDirectoryAreClosedToOthers(t *testing.T) {
	s := start(t)
	for path, mode := range map[string]os.FileMode{s.control: 0o700, s.socket(): 0o600, filepath.Join(s.control, "journal"): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("another user needs root")
	}
	// Even with the modes opened, the peer's user is looked at.
	os.Chmod(filepath.Dir(s.control), 0o755)
	os.Chmod(s.control, 0o755)
	os.Chmod(s.socket(), 0o777)
	other := exec.Command("/proc/self/exe", "-test.run", "TestSpeaksAsAnotherUser")
	other.Env = append(os.Environ(), otherUser+"="+s.socket())
	other.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 12345, Gid: 12345}}
	other.Dir = "/"
	output, err := other.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "no answer") {
		t.Errorf("%v %s", err, output)
	}
}

// TestSpeaksAsAnotherUser is run by the test above in a process of its own.
func TestSpeaksAsAnotherUser(t *testing.T) {
	socket := os.Getenv(otherUser)
	if socket == "" {
		t.Skip("only within another test")
	}
	raw, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	w := wire.NewWriter(raw)
	w.Object(wire.JSON, fields{"v": 1, "op": "hello"})
	w.Flush()
	if n, _ := raw.Read(make([]byte, 10)); n > 0 {
		t.Fatal("it was answered")
	}
	os.Stdout.WriteString("no answer\n")
}
