package files

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

// ask sends one request, with an archive when it is a put, and answers the data and the end frame.
func ask(t testing.TB, request Request, archive []byte) (data []byte, result []byte) {
	t.Helper()
	var in, out bytes.Buffer
	w := wire.NewWriter(&in)
	check(t, w.Object(wire.JSON, request))
	for len(archive) > 0 {
		part := archive[:min(len(archive), 10000)]
		check(t, w.Frame(wire.Data, part))
		archive = archive[len(part):]
	}
	check(t, w.Frame(wire.End, []byte("{}")))
	check(t, w.Flush())
	check(t, Serve(ownUser(), &in, &out))
	r := wire.NewReader(&out)
	for {
		header, err := r.Next()
		check(t, err)
		payload, err := r.Payload(header)
		check(t, err)
		if header.Kind == wire.End {
			return data, payload
		}
		data = append(data, payload...)
	}
}

func ownUser() User { return User{UID: os.Getuid(), GID: os.Getgid(), Real: os.Getuid()} }

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type item struct {
	name, content, link string
	kind                byte
	mode                int64
}

func archive(t testing.TB, items ...item) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, i := range items {
		h := &tar.Header{Name: i.name, Typeflag: i.kind, Linkname: i.link, Mode: i.mode, Size: int64(len(i.content))}
		if i.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if i.mode == 0 {
			h.Mode = 0o644
		}
		check(t, w.WriteHeader(h))
		_, err := w.Write([]byte(i.content))
		check(t, err)
	}
	check(t, w.Close())
	return out.Bytes()
}

func put(t testing.TB, workspace string, request protocol.Put, content []byte) (protocol.PutDone, *protocol.Failure) {
	t.Helper()
	_, result := ask(t, Request{Workspace: workspace, Put: &request}, content)
	return decode[protocol.PutDone](t, result)
}

func decode[T any](t testing.TB, result []byte) (T, *protocol.Failure) {
	t.Helper()
	var answer T
	var failed protocol.ErrorAnswer
	if json.Unmarshal(result, &failed) == nil && failed.Error != nil {
		return answer, failed.Error
	}
	check(t, json.Unmarshal(result, &answer))
	return answer, nil
}

func get(t testing.TB, workspace string, request protocol.Get) ([]*tar.Header, map[string]string, protocol.GetDone, *protocol.Failure) {
	t.Helper()
	data, result := ask(t, Request{Workspace: workspace, Get: &request}, nil)
	done, failure := decode[protocol.GetDone](t, result)
	var headers []*tar.Header
	contents := map[string]string{}
	for r := tar.NewReader(bytes.NewReader(data)); failure == nil; {
		header, err := r.Next()
		if err == io.EOF {
			break
		}
		check(t, err)
		content, err := io.ReadAll(r)
		check(t, err)
		headers = append(headers, header)
		contents[header.Name] = string(content)
	}
	return headers, contents, done, failure
}

// tree lists all below a directory, with the content of files and the goal of links.
func tree(t testing.TB, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	check(t, filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil || path == root {
			return err
		}
		name, _ := filepath.Rel(root, path)
		switch {
		case info.IsDir():
			found[name] = "/"
		case info.Mode()&os.ModeSymlink != 0:
			goal, _ := os.Readlink(path)
			found[name] = "-> " + goal
		default:
			content, _ := os.ReadFile(path)
			found[name] = string(content)
		}
		return nil
	}))
	return found
}

func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s is %q, want %q", name, got[name], content)
		}
	}
}

func setAttribute(path, name, value string) error {
	return syscall.Setxattr(path, name, []byte(value), 0)
}
