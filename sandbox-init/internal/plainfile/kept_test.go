package plainfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, kept *Kept) string {
	t.Helper()
	var text string
	if !kept.Read(func(content []byte) { text = string(content) }) {
		t.Fatal("it cannot be read")
	}
	return text
}

func TestAKeptFileIsReadAnewEachTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	kept := Keep(path)
	if kept.Read(func([]byte) {}) {
		t.Error("a file was read that is not there")
	}
	for _, content := range []string{"one", strings.Repeat("longer than the first room", 1000), "", "again"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if found := read(t, kept); found != content {
			t.Errorf("%d bytes instead of %d", len(found), len(content))
		}
	}
}
