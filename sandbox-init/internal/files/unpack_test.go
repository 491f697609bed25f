package files

import (
	"archive/tar"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast.dev/sandbox-init/internal/protocol"
)

func TestAnArchiveIsUnpackedAndMergedWithWhatIsThere(t *testing.T) {
	workspace := t.TempDir()
	check(t, os.MkdirAll(filepath.Join(workspace, "src/lib"), 0o755))
	check(t, os.WriteFile(filepath.Join(workspace, "src/lib/old"), []byte("old"), 0o644))
	check(t, os.WriteFile(filepath.Join(workspace, "src/lib/same"), []byte("before"), 0o644))
	check(t, os.Symlink("/etc/passwd", filepath.Join(workspace, "src/link")))
	done, failure := put(t, workspace, protocol.Put{Path: "src"}, archive(t,
		item{name: "./", kind: tar.TypeDir, mode: 0o755},
		item{name: "./lib/same", content: "after"},
		item{name: "a/b/c", content: "deep", mode: 0o755},
		item{name: "closed", kind: tar.TypeDir, mode: 0o555},
		item{name: "closed/x", content: "x"},
		item{name: "link", content: "not through the link"},
		item{name: "goal", link: "../anywhere", kind: tar.TypeSymlink},
		item{name: "twin", link: "a/b/c", kind: tar.TypeLink},
	))
	if failure != nil || done.Files != 6 || done.Bytes != int64(len("after"+"deep"+"x"+"not through the link")) {
		t.Fatalf("%+v %v", done, failure)
	}
	same(t, tree(t, filepath.Join(workspace, "src")), map[string]string{
		"lib": "/", "lib/old": "old", "lib/same": "after", "a": "/", "a/b": "/", "a/b/c": "deep", "closed": "/", "closed/x": "x",
		"link": "not through the link", "goal": "-> ../anywhere", "twin": "deep",
	})
	if info, _ := os.Stat(filepath.Join(workspace, "src/a/b/c")); info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v", info.Mode())
	}
	if info, _ := os.Stat(filepath.Join(workspace, "src/closed")); info.Mode().Perm() != 0o555 {
		t.Errorf("mode %v", info.Mode())
	}
	check(t, os.Chmod(filepath.Join(workspace, "src/closed"), 0o755))
}

func TestTheSameArchiveCanBePutAgainAlsoOverClosedDirectories(t *testing.T) {
	workspace := t.TempDir()
	content := archive(t,
		item{name: "closed", kind: tar.TypeDir, mode: 0o555},
		item{name: "closed/below", kind: tar.TypeDir, mode: 0o500},
		item{name: "closed/below/f", content: "x", mode: 0o400},
	)
	for i := 0; i < 2; i++ {
		if _, failure := put(t, workspace, protocol.Put{Path: "."}, content); failure != nil {
			t.Fatalf("put %d: %v", i+1, failure)
		}
		same(t, tree(t, workspace), map[string]string{"closed": "/", "closed/below": "/", "closed/below/f": "x"})
		if info, _ := os.Stat(filepath.Join(workspace, "closed")); info.Mode().Perm() != 0o555 {
			t.Errorf("put %d: mode %v", i+1, info.Mode())
		}
	}
	check(t, os.Chmod(filepath.Join(workspace, "closed"), 0o755))
	check(t, os.Chmod(filepath.Join(workspace, "closed/below"), 0o755))
}

func TestABadArchiveIsRefusedByNameAndLeavesNothing(t *testing.T) {
	good := item{name: "good", content: "would be written first"}
	for name, test := range map[string]struct {
		items      []item
		code, says string
	}{
		"parent":                     {[]item{good, {name: "../x"}}, protocol.Refused, "../x"},
		"parent inside":              {[]item{good, {name: "a/../../x"}}, protocol.Refused, "a/../../x"},
		"absolute":                   {[]item{good, {name: "/x"}}, protocol.Refused, "/x"},
		"through its own link":       {[]item{good, {name: "l", link: "/tmp", kind: tar.TypeSymlink}, {name: "l/x"}}, protocol.Refused, "l/x"},
		"through a link there":       {[]item{good, {name: "there/x", content: "x"}}, protocol.Refused, "there"},
		"directory over a link":      {[]item{good, {name: "there", kind: tar.TypeDir, mode: 0o755}}, protocol.Refused, "there"},
		"file over a directory":      {[]item{good, {name: "directory", content: "x"}}, protocol.Refused, "directory"},
		"hard link to outside":       {[]item{good, {name: "h", link: "../secret", kind: tar.TypeLink}}, protocol.Refused, "h"},
		"hard link to what is there": {[]item{good, {name: "h", link: "kept", kind: tar.TypeLink}}, protocol.Refused, "kept"},
		"hard link through a link":   {[]item{good, {name: "l", link: "/etc", kind: tar.TypeSymlink}, {name: "h", link: "l/passwd", kind: tar.TypeLink}}, protocol.Refused, "h"},
		"fifo":                       {[]item{good, {name: "f", kind: tar.TypeFifo}}, protocol.Refused, "f"},
		"device":                     {[]item{good, {name: "d", kind: tar.TypeChar}}, protocol.Refused, "d"},
		"too many bytes":             {[]item{good, {name: "big", content: strings.Repeat("x", 1000)}}, protocol.TooLarge, "big"},
		"too many entries":           {[]item{good, {name: "1"}, {name: "2"}, {name: "3"}, {name: "4"}}, protocol.TooLarge, "4"},
		"name too long":              {[]item{good, {name: strings.Repeat("n", 300)}}, protocol.Refused, "nnn"},
	} {
		outside := t.TempDir()
		workspace := filepath.Join(outside, "workspace")
		check(t, os.MkdirAll(filepath.Join(workspace, "directory/full"), 0o755))
		check(t, os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o644))
		check(t, os.WriteFile(filepath.Join(workspace, "kept"), []byte("kept"), 0o644))
		check(t, os.Symlink(outside, filepath.Join(workspace, "there")))
		before := tree(t, outside)
		_, failure := put(t, workspace, protocol.Put{Path: ".", MaxBytes: 900, MaxFiles: 4}, archive(t, test.items...))
		if failure == nil || failure.Code != test.code || !strings.Contains(failure.Message, test.says) {
			t.Errorf("%s: %v, want %s with %s", name, failure, test.code, test.says)
		}
		same(t, tree(t, outside), before)
	}
}

func TestACutOrForeignArchiveLeavesNothingNotEvenItsDirectory(t *testing.T) {
	whole := archive(t, item{name: "a", content: strings.Repeat("x", 5000)}, item{name: "b", content: "y"})
	for name, content := range map[string][]byte{
		"cut in a file":   whole[:2000],
		"cut in a header": whole[:5700],
		"not a tar":       []byte(strings.Repeat("no tar at all ", 100)),
	} {
		workspace := t.TempDir()
		if _, failure := put(t, workspace, protocol.Put{Path: "new/deep"}, content); failure == nil || failure.Code != protocol.BadRequest {
			t.Errorf("%s: %v", name, failure)
		}
		same(t, tree(t, workspace), nil)
	}
}

func TestAPathThroughALinkOrOutOfTheWorkspaceIsRefused(t *testing.T) {
	workspace := t.TempDir()
	check(t, os.Symlink("/tmp", filepath.Join(workspace, "out")))
	for _, path := range []string{"out", "out/x", "../x", "a/../../x"} {
		if _, failure := put(t, workspace, protocol.Put{Path: path}, archive(t)); failure == nil || failure.Code != protocol.Refused {
			t.Errorf("put to %s: %v", path, failure)
		}
	}
	if _, _, _, failure := get(t, workspace, protocol.Get{Root: "out/x"}); failure == nil || failure.Code != protocol.Refused {
		t.Errorf("get: %v", failure)
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(archive(f, item{name: "a", content: "x"}, item{name: "d", kind: tar.TypeDir}))
	f.Add(archive(f, item{name: "l", link: "..", kind: tar.TypeSymlink}, item{name: "l/x", content: "x"}))
	f.Add(archive(f, item{name: "../x", content: "x"}))
	f.Add(archive(f, item{name: "a", content: "x"}, item{name: "h", link: "a", kind: tar.TypeLink}, item{name: "a/b"}))
	f.Add([]byte("no tar"))
	f.Fuzz(func(t *testing.T, content []byte) {
		outside := t.TempDir()
		workspace := filepath.Join(outside, "a/workspace")
		check(t, os.MkdirAll(workspace, 0o755))
		_, failure := put(t, workspace, protocol.Put{Path: ".", MaxBytes: 1 << 20, MaxFiles: 100}, content)
		if failure != nil && len(tree(t, workspace)) > 0 {
			t.Fatalf("%v, but there is %q", failure, tree(t, workspace))
		}
		if failure == nil {
			headers, _, _, failed := get(t, workspace, protocol.Get{Root: "."})
			if failed != nil {
				t.Fatalf("what was put cannot be got: %v (%d)", failed, len(headers))
			}
		}
		check(t, os.RemoveAll(workspace))
		if left := tree(t, outside); len(left) != 1 {
			t.Fatalf("written outside: %q", left)
		}
	})
}
