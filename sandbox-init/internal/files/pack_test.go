package files

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"

	"holdfast.dev/sandbox-init/internal/protocol"
)

func TestFilesAreCollectedAndLinksAreNeverFollowed(t *testing.T) {
	workspace := t.TempDir()
	check(t, os.MkdirAll(filepath.Join(workspace, "d/empty"), 0o755))
	check(t, os.WriteFile(filepath.Join(workspace, "d/f"), []byte("content"), 0o640))
	check(t, os.Link(filepath.Join(workspace, "d/f"), filepath.Join(workspace, "d/twin")))
	check(t, os.Symlink("/etc", filepath.Join(workspace, "absolute")))
	check(t, os.Symlink("d", filepath.Join(workspace, "relative")))
	check(t, syscall.Mkfifo(filepath.Join(workspace, "fifo"), 0o644))
	check(t, os.WriteFile(filepath.Join(workspace, "b\xffn"), []byte("odd"), 0o644))
	check(t, os.WriteFile(filepath.Join(workspace, "a\nb"), []byte("odd"), 0o644))
	headers, contents, done, failure := get(t, workspace, protocol.Get{Root: "."})
	if failure != nil {
		t.Fatal(failure)
	}
	var found []string
	for _, h := range headers {
		found = append(found, string(h.Typeflag)+h.Name+">"+h.Linkname)
	}
	want := []string{"0a\nb>", "2absolute>/etc", "0b\xffn>", "5d/>", "5d/empty/>", "0d/f>", "1d/twin>d/f", "2relative>d"}
	if strings.Join(found, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", found, want)
	}
	if contents["d/f"] != "content" || done.Files != 6 || done.Bytes != int64(len("content"+"odd"+"odd")) {
		t.Errorf("%q %+v", contents, done)
	}
	if len(done.Skipped) != 1 || done.Skipped[0] != (protocol.Skipped{Path: "fifo", Reason: "fifo"}) {
		t.Errorf("skipped %v", done.Skipped)
	}
	if headers[2].PAXRecords[nameRecord] != `b\xffn` {
		t.Errorf("records %v", headers[2].PAXRecords)
	}
}

func TestLimitsOfAGetSkipByNameAndGoOn(t *testing.T) {
	workspace := t.TempDir()
	check(t, os.WriteFile(filepath.Join(workspace, "a"), []byte("12345"), 0o644))
	check(t, os.WriteFile(filepath.Join(workspace, "b"), []byte("12345"), 0o644))
	check(t, os.WriteFile(filepath.Join(workspace, "c"), []byte("1"), 0o644))
	check(t, os.WriteFile(filepath.Join(workspace, "d"), []byte(""), 0o644))
	check(t, os.Truncate(filepath.Join(workspace, "d"), 1<<40)) // sparse
	check(t, os.WriteFile(filepath.Join(workspace, "e"), []byte(""), 0o644))
	check(t, os.WriteFile(filepath.Join(workspace, "f"), []byte(""), 0o644))
	_, contents, done, failure := get(t, workspace, protocol.Get{Root: ".", MaxBytes: 8, MaxFileBytes: 100, MaxFiles: 3})
	if failure != nil {
		t.Fatal(failure)
	}
	same(t, contents, map[string]string{"a": "12345", "c": "1", "e": ""})
	var reasons []string
	for _, s := range done.Skipped {
		reasons = append(reasons, s.Path+" "+strings.SplitN(s.Reason, ":", 2)[0])
	}
	if strings.Join(reasons, ", ") != "b max_bytes, d too_large, f max_files" {
		t.Errorf("skipped %v", done.Skipped)
	}
}

func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		include, exclude, path string
		take                   bool
	}{
		{"", "", "any/thing", true},
		{"*.log", "", "a.log", true},
		{"*.log", "", "d/a.log", false},
		{"**/*.log", "", "a.log", true},
		{"**/*.log", "", "d/e/a.log", true},
		{"d", "", "d/e/f", true},
		{"d/**", "", "d/e", true},
		{"d/*", "", "d/e/f", true}, // d/e fits, and all below it
		{"./d//e", "", "d/e", true},
		{"a/**/z", "", "a/z", true},
		{"a/**/z", "", "a/b/c/z", true},
		{"a/**/z", "", "a/b/c", false},
		{"[ab]?", "", "bx", true},
		{`\*`, "", "*", true},
		{`\*`, "", "x", false},
		{"**", "node_modules", "node_modules/x", false},
		{"**", "**/node_modules", "a/node_modules/x", false},
		{"**", "**/*.o", "a/b.o", false},
		{"?", "", "\xff", true},
	} {
		s, err := newSelection(words(test.include), words(test.exclude))
		check(t, err)
		if take, _ := s.wants(split(test.path)); take != test.take {
			t.Errorf("include %q exclude %q: %q is taken: %v", test.include, test.exclude, test.path, take)
		}
	}
	for _, wrong := range []string{"[", "a/../b", "a[b"} {
		if _, err := newSelection([]string{wrong}, nil); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

func words(text string) []string { return strings.Fields(text) }

func TestADirectoryThatNoPatternCanFitIsNotEntered(t *testing.T) {
	s, err := newSelection([]string{"dist/**/*.js"}, nil)
	check(t, err)
	for path, want := range map[string]bool{"dist": true, "dist/a/b": true, "src": false, "dist2": false} {
		if _, descend := s.wants(split(path)); descend != want {
			t.Errorf("%s is entered: %v", path, descend)
		}
	}
}

func TestAListingIsPagedInOrder(t *testing.T) {
	workspace := t.TempDir()
	for _, name := range []string{"a", "b/c/d", "b/e", "b.txt", "f\xff", "g"} {
		path := filepath.Join(workspace, name)
		check(t, os.MkdirAll(filepath.Dir(path), 0o755))
		check(t, os.WriteFile(path, nil, 0o644))
	}
	var pages []string
	for after := ""; ; {
		_, result := ask(t, Request{Workspace: workspace, List: &protocol.List{Path: ".", Recursive: true, Limit: 2, After: after}}, nil)
		listing, failure := decode[protocol.Listing](t, result)
		if failure != nil {
			t.Fatal(failure)
		}
		for _, entry := range listing.Entries {
			pages = append(pages, entry.Path)
		}
		if !listing.More {
			break
		}
		after = pages[len(pages)-1]
	}
	want := []string{"a", "b", "b/c", "b/c/d", "b/e", "b.txt", `f\xff`, "g"}
	if strings.Join(pages, " ") != strings.Join(want, " ") {
		t.Fatalf("got %q, want %q", pages, want)
	}
}

func TestWipeEmptiesAlsoWhatItsOwnerClosed(t *testing.T) {
	workspace := t.TempDir()
	check(t, os.MkdirAll(filepath.Join(workspace, "a/closed/b"), 0o755))
	check(t, os.Chmod(filepath.Join(workspace, "a/closed"), 0o000))
	outside := t.TempDir()
	check(t, os.WriteFile(filepath.Join(outside, "kept"), nil, 0o644))
	check(t, os.Symlink(outside, filepath.Join(workspace, "link")))
	_, result := ask(t, Request{Workspace: workspace, Wipe: &Wipe{Paths: []string{workspace}}}, nil)
	answer, failure := decode[protocol.Recycled](t, result)
	if failure != nil || len(answer.Leftovers) != 0 {
		t.Fatalf("%+v %v", answer, failure)
	}
	same(t, tree(t, workspace), nil)
	same(t, tree(t, outside), map[string]string{"kept": ""})
}

func FuzzPattern(f *testing.F) {
	f.Add("a/**/*.js", "a/b/c.js")
	f.Add("**/**/[a-z]?", "x/y")
	f.Add(`\`, "\xff")
	f.Fuzz(func(t *testing.T, text, path string) {
		patterns, err := parsePatterns("include", []string{text})
		if err != nil {
			return
		}
		segments := split(path)
		matches, below := patterns[0].matches(segments)
		if matches && !below {
			t.Fatal("what fits a directory fits all below it")
		}
		for i := 1; i < len(segments); i++ {
			if above, deeper := patterns[0].matches(segments[:i]); matches && !deeper || above && !matches {
				t.Fatalf("%q: not found on the way down at %q", text, segments[:i])
			}
		}
	})
}

func TestSkippedIsSorted(t *testing.T) {
	workspace := t.TempDir()
	for _, name := range []string{"z", "a", "m"} {
		check(t, syscall.Mkfifo(filepath.Join(workspace, name), 0o644))
	}
	_, _, done, _ := get(t, workspace, protocol.Get{Root: "."})
	if !sort.SliceIsSorted(done.Skipped, func(i, j int) bool { return done.Skipped[i].Path < done.Skipped[j].Path }) {
		t.Errorf("%v", done.Skipped)
	}
}
