package files

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
)

func TestAWipedDirectoryKeepsNoAttribute(t *testing.T) {
	directory := t.TempDir()
	check(t, os.Chmod(directory, 0o700))
	handle, err := os.Open(directory)
	check(t, err)
	defer handle.Close()
	if err := setAttribute(directory, "user.note", "from the task before"); err != nil {
		t.Skipf("no extended attributes here: %v", err)
	}
	w := wiping{user: ownUser()}
	if left := w.renew(int(handle.Fd()), usualMode); len(left) != 0 {
		t.Fatalf("left: %v", left)
	}
	if names := attributes(int(handle.Fd())); len(names) != 0 {
		t.Errorf("attributes left: %v", names)
	}
	if info, _ := os.Stat(directory); info.Mode().Perm() != usualMode {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestWhatCannotBeWrittenToIsLookedThrough(t *testing.T) {
	root := t.TempDir()
	check(t, os.MkdirAll(filepath.Join(root, "a/b"), 0o755))
	check(t, os.WriteFile(filepath.Join(root, "a/b/file"), nil, 0o644))
	var w wiping
	w.lookBelow(root)
	want := []string{"a", "a/b", "a/b/file"}
	for _, name := range want {
		found := false
		for _, left := range w.leftovers {
			found = found || strings.HasPrefix(left, filepath.Join(root, name)+" ")
		}
		if !found {
			t.Errorf("%s was not told: %v", name, w.leftovers)
		}
	}
}

// asTheTask runs the named test again as a user without privileges, in a process of its own.
func asTheTask(t *testing.T) (isTheTask bool) {
	t.Helper()
	if os.Getuid() != 0 {
		return true
	}
	again := exec.Command("/proc/self/exe", "-test.run", "^"+t.Name()+"$", "-test.v")
	again.Dir = "/"
	again.Env = append(os.Environ(), "TMPDIR=/tmp")
	again.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 12345, Gid: 12346}}
	if output, err := again.CombinedOutput(); err != nil || !strings.Contains(string(output), "--- PASS: "+t.Name()) {
		t.Errorf("%v\n%s", err, output)
	}
	return false
}

func TestADirectoryThatCannotBeLookedThroughIsToldUnlessOthersHaveClosedIt(t *testing.T) {
	if !asTheTask(t) {
		return
	}
	own, another := os.Getuid(), os.Getuid()+1
	for name, test := range map[string]struct {
		mode os.FileMode
		task int
		told bool
	}{
		"closed by the task":            {0o000, own, true},
		"of others, open to who enters": {0o111, another, true},
		"closed by others":              {0o000, another, false},
	} {
		directory := filepath.Join(t.TempDir(), "directory")
		check(t, os.Mkdir(directory, test.mode))
		w := wiping{user: User{UID: test.task}}
		if w.lookBelow(directory); (len(w.leftovers) == 1) != test.told {
			t.Errorf("%s: %v", name, w.leftovers)
		}
	}
}

func TestIdsOfSharedObjectsAreTheSecondColumn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shm")
	check(t, os.WriteFile(file, []byte("       key      shmid perms size\n         0         65   600 4096\n 123 7 0 0\n"), 0o600))
	if got := objectIDs(file); !reflect.DeepEqual(got, []uintptr{65, 7}) {
		t.Fatalf("%v", got)
	}
}
