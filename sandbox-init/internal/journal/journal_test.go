package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast.dev/sandbox-init/internal/protocol"
)

func entry(step, state string) Entry {
	return Entry{Record: protocol.Record{Step: step, State: state}}
}

func open(t *testing.T, directory string) (*Journal, map[string]string) {
	t.Helper()
	j, entries, err := Open(directory, true)
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]string{}
	for _, e := range entries {
		states[e.Record.Step] = e.Record.State
	}
	return j, states
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheLastEntryOfEachStepComesBack(t *testing.T) {
	directory := t.TempDir()
	j, states := open(t, directory)
	if len(states) != 0 {
		t.Fatalf("a new journal knows %v", states)
	}
	must(t, j.Begin(entry("a", "running")))
	must(t, j.Begin(entry("b\n\"", "running")))
	must(t, j.Begin(entry("c", "running")))
	must(t, j.Add(entry("a", "ended")))
	must(t, j.Forget("c"))
	if _, states = open(t, directory); len(states) != 2 || states["a"] != "ended" || states["b\n\""] != "running" {
		t.Fatalf("got %v", states)
	}
}

func TestALastLineThatWasCutShortCountsAsNotWritten(t *testing.T) {
	directory := t.TempDir()
	j, _ := open(t, directory)
	must(t, j.Begin(entry("a", "running")))
	must(t, j.Add(entry("a", "ended")))
	path := filepath.Join(directory, fileName)
	content, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, content[:len(content)-3], 0o600))
	j, states := open(t, directory)
	if states["a"] != "running" {
		t.Fatalf("got %v", states)
	}
	must(t, j.Add(entry("a", "ended")))
	if _, states = open(t, directory); states["a"] != "ended" {
		t.Fatalf("after going on: %v", states)
	}
}

func TestADamagedJournalIsAnErrorBecauseACommandCouldStartTwice(t *testing.T) {
	for _, content := range []string{"not json\n", `{"format":2,"record":{"step":"a"}}` + "\n"} {
		directory := t.TempDir()
		must(t, os.WriteFile(filepath.Join(directory, fileName), []byte(content), 0o600))
		if _, _, err := Open(directory, false); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func TestClearForgetsAll(t *testing.T) {
	directory := t.TempDir()
	j, _ := open(t, directory)
	must(t, j.Begin(entry("a", "ended")))
	must(t, j.Clear())
	must(t, j.Begin(entry("b", "running")))
	if _, states := open(t, directory); len(states) != 1 || states["b"] != "running" {
		t.Fatalf("got %v", states)
	}
}

func TestADigestTellsRequestsApartAndHidesEqualOnes(t *testing.T) {
	one, two := protocol.Start{Step: "a", Env: map[string]string{"A": "1"}}, protocol.Start{Step: "a", Env: map[string]string{"A": "2"}}
	if Digest("salt", one) == Digest("salt", two) {
		t.Error("another environment has the same digest")
	}
	if Digest("salt", one) != Digest("salt", one) {
		t.Error("the same request has two digests")
	}
	if Digest("salt", one) == Digest("other", one) {
		t.Error("the salt makes no difference")
	}
}
