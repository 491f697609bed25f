package cgroup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// machine lays out files as a kernel would show them; MOUNT stands for the directory of the test.
func machine(t *testing.T, groups, mounts string, files map[string]string) *Group {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	groupsFile, mountsFile := filepath.Join(root, "groups"), filepath.Join(root, "mounts")
	os.WriteFile(groupsFile, []byte(groups), 0o644)
	os.WriteFile(mountsFile, []byte(strings.ReplaceAll(mounts, "MOUNT", root)), 0o644)
	return find(groupsFile, mountsFile)
}

func expect(t *testing.T, name string, want int64) func(int64, bool) {
	return func(got int64, found bool) {
		t.Helper()
		if !found || got != want {
			t.Errorf("%s is %d (found: %v), want %d", name, got, found, want)
		}
	}
}

func TestVersion1InAContainerWhoseMountsShowTheGroupItself(t *testing.T) {
	g := machine(t, "4:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n8:pids:/docker/abc\n7:blkio:/docker/abc\n0::/\n",
		`30 25 0:26 /docker/abc MOUNT/memory ro - cgroup cgroup rw,memory
31 25 0:27 /docker/abc MOUNT/cpu ro - cgroup cgroup rw,cpu,cpuacct
32 25 0:28 /docker/abc MOUNT/pids ro - cgroup cgroup rw,pids
33 25 0:29 /docker/abc MOUNT/blkio ro - cgroup cgroup rw,blkio
34 25 0:30 /docker/abc MOUNT/unified ro - cgroup2 cgroup rw
`, map[string]string{
			"memory/memory.oom_control":             "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n",
			"memory/memory.usage_in_bytes":          "4096\n",
			"memory/memory.max_usage_in_bytes":      "8192\n",
			"cpu/cpuacct.usage":                     "5000000000\n",
			"pids/pids.current":                     "7\n",
			"blkio/blkio.throttle.io_service_bytes": "8:0 Read 100\n8:0 Write 50\n8:0 Total 150\n8:16 Read 1\nTotal 151\n",
			"unified/cgroup.procs":                  "",
		})
	expect(t, "oom", 3)(g.OomKills())
	expect(t, "memory", 4096)(g.MemoryBytes())
	expect(t, "peak", 8192)(g.MemoryPeakBytes())
	expect(t, "cpu", 5000)(g.CPUMillis())
	expect(t, "pids", 7)(g.Pids())
	if read, written, found := g.IoBytes(); !found || read != 101 || written != 50 {
		t.Errorf("io %d %d %v", read, written, found)
	}
}

func TestVersion1OfAKernelThatCountsNoTransfers(t *testing.T) {
	g := machine(t, "7:blkio:/docker/abc\n", "33 25 0:29 /docker/abc MOUNT/blkio ro - cgroup cgroup rw,blkio\n",
		map[string]string{"blkio/blkio.throttle.io_service_bytes": "Total 0\n"})
	if read, written, found := g.IoBytes(); found {
		t.Errorf("io %d %d, which nobody counted", read, written)
	}
}

func TestVersion2(t *testing.T) {
	g := machine(t, "0::/\n", "30 25 0:26 / MOUNT/cgroup ro - cgroup2 cgroup rw\n", map[string]string{
		"cgroup/memory.events":  "low 0\nhigh 0\nmax 9\noom 5\noom_kill 2\noom_group_kill 0\n",
		"cgroup/memory.current": "1024\n",
		"cgroup/memory.peak":    "2048\n",
		"cgroup/cpu.stat":       "usage_usec 7000\nuser_usec 1\n",
		"cgroup/pids.current":   "4\n",
		"cgroup/io.stat":        "8:0 rbytes=10 wbytes=20 rios=1\n8:16 rbytes=1 wbytes=2\n",
	})
	expect(t, "oom", 2)(g.OomKills())
	expect(t, "memory", 1024)(g.MemoryBytes())
	expect(t, "peak", 2048)(g.MemoryPeakBytes())
	expect(t, "cpu", 7)(g.CPUMillis())
	expect(t, "pids", 4)(g.Pids())
	if read, written, found := g.IoBytes(); !found || read != 11 || written != 22 {
		t.Errorf("io %d %d %v", read, written, found)
	}
}

func TestHybridTakesEachFigureFromWhereItIs(t *testing.T) {
	g := machine(t, "4:memory:/tenant\n0::/tenant\n",
		"30 25 0:26 / MOUNT/memory ro - cgroup cgroup rw,memory\n31 25 0:27 / MOUNT/unified ro - cgroup2 cgroup2 rw\n",
		map[string]string{
			"memory/tenant/memory.oom_control": "oom_kill 1\n", "memory/memory.oom_control": "oom_kill 99\n",
			"unified/tenant/pids.current": "5\n",
		})
	expect(t, "oom", 1)(g.OomKills())
	expect(t, "pids", 5)(g.Pids())
}

func TestWhatIsNotThereIsAbsentNotZero(t *testing.T) {
	g := machine(t, "", "", nil)
	for name, ask := range map[string]func() (int64, bool){
		"oom": g.OomKills, "memory": g.MemoryBytes, "peak": g.MemoryPeakBytes, "cpu": g.CPUMillis, "pids": g.Pids,
	} {
		if value, found := ask(); found {
			t.Errorf("%s is %d", name, value)
		}
	}
	if _, _, found := g.IoBytes(); found {
		t.Error("io was found")
	}
}

func TestTheOomCountIsReadAnewEachTime(t *testing.T) {
	g := machine(t, "0::/\n", "30 25 0:26 / MOUNT/cgroup ro - cgroup2 cgroup rw\n", map[string]string{
		"cgroup/memory.events": "oom_kill 2\n", "cgroup/memory.current": "1\n",
	})
	expect(t, "oom", 2)(g.OomKills())
	os.WriteFile(filepath.Join(g.memory, "memory.events"), []byte("oom_kill 3\n"), 0o644)
	expect(t, "oom", 3)(g.OomKills())
}
