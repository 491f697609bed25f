// Package cgroup reads this sandbox's own control group: version 1, version 2 and the hybrid of both.
package cgroup

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"holdfast.dev/sandbox-init/internal/mounts"
	"holdfast.dev/sandbox-init/internal/plainfile"
)

// Group knows where each figure is. A figure that cannot be had is answered as absent.
type Group struct {
	memory, cpu, pids, io string // directories; empty when there is none
	memoryV2              bool
	cpuV2                 bool
	ioV2                  bool

	events, transfers *plainfile.Kept // asked for at the start and the end of every step
}

// Find locates the groups of this process.
func Find() *Group { return find("/proc/self/cgroup", mounts.OfThisProcess) }

func find(groupsFile, mountsFile string) *Group {
	paths := groupPaths(groupsFile)
	g := &Group{}
	unified := ""
	mounted, _ := mounts.Read(mountsFile) // without it no figure can be had
	for _, m := range mounted {
		switch m.Kind {
		case "cgroup2":
			unified = directory(m, paths[""])
		case "cgroup":
			g.takeControllers(m, paths)
		}
	}
	if unified != "" {
		g.takeUnified(unified)
	}
	g.events = kept(g.memory, g.memoryV2, "memory.events", "memory.oom_control")
	g.transfers = kept(g.io, g.ioV2, "io.stat", "blkio.throttle.io_service_bytes")
	return g
}

// takeControllers takes those that a mount of version 1 names among its options.
func (g *Group) takeControllers(m mounts.Mount, paths map[string]string) {
	for _, controller := range m.Options {
		switch controller {
		case "memory":
			g.memory = directory(m, paths[controller])
		case "cpuacct":
			g.cpu = directory(m, paths[controller])
		case "pids":
			g.pids = directory(m, paths[controller])
		case "blkio":
			g.io = directory(m, paths[controller])
		}
	}
}

// kept is nil where there is no such directory.
func kept(directory string, version2 bool, second, first string) *plainfile.Kept {
	switch {
	case directory == "":
		return nil
	case version2:
		return plainfile.Keep(filepath.Join(directory, second))
	default:
		return plainfile.Keep(filepath.Join(directory, first))
	}
}

func (g *Group) takeUnified(directory string) {
	if g.memory == "" && exists(directory, "memory.current") {
		g.memory, g.memoryV2 = directory, true
	}
	if g.cpu == "" && exists(directory, "cpu.stat") {
		g.cpu, g.cpuV2 = directory, true
	}
	if g.pids == "" && exists(directory, "pids.current") {
		g.pids = directory
	}
	if g.io == "" && exists(directory, "io.stat") {
		g.io, g.ioV2 = directory, true
	}
}

// groupPaths maps a controller ("" for version 2) to the group's path.
func groupPaths(file string) map[string]string {
	paths := map[string]string{}
	text, _ := os.ReadFile(file)
	for _, line := range strings.Split(string(text), "\n") {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) == 3 {
			for _, controller := range strings.Split(parts[1], ",") {
				paths[controller] = parts[2]
			}
		}
	}
	return paths
}

// directory finds the group below the mount. In a container the mount often shows the group itself as its root while
// the path is the host's.
func directory(m mounts.Mount, path string) string {
	if below, found := strings.CutPrefix(path, m.Root); found && m.Root != "/" {
		path = below
	}
	whole := filepath.Join(m.Point, path)
	if info, err := os.Stat(whole); err == nil && info.IsDir() {
		return whole
	}
	return m.Point
}

// OomKills counts processes that the kernel killed for want of memory in this group.
func (g *Group) OomKills() (kills int64, found bool) {
	if g.events != nil {
		g.events.Read(func(content []byte) {
			kills, found = keyIn(strings.Split(string(content), "\n"), "oom_kill")
		})
	}
	return kills, found
}

func (g *Group) MemoryBytes() (int64, bool) {
	if g.memoryV2 {
		return number(g.memory, "memory.current")
	}
	return number(g.memory, "memory.usage_in_bytes")
}

func (g *Group) MemoryPeakBytes() (int64, bool) {
	if g.memoryV2 {
		return number(g.memory, "memory.peak")
	}
	return number(g.memory, "memory.max_usage_in_bytes")
}

func (g *Group) CPUMillis() (int64, bool) {
	if g.cpuV2 {
		micros, found := keyed(g.cpu, "cpu.stat", "usage_usec")
		return micros / 1000, found
	}
	nanos, found := number(g.cpu, "cpuacct.usage")
	return nanos / 1e6, found
}

func (g *Group) Pids() (int64, bool) { return number(g.pids, "pids.current") }

// IoBytes sums what was read from and written to block devices. Of version 1 newer kernels count nothing unless somebody set
// a limit: then no device is named.
func (g *Group) IoBytes() (read, written int64, found bool) {
	if g.transfers == nil {
		return 0, 0, false
	}
	known := g.transfers.Read(func(content []byte) {
		read, written, found = g.sumTransfers(string(content))
	})
	return read, written, known && (found || g.ioV2)
}

func (g *Group) sumTransfers(content string) (read, written int64, found bool) {
	for line := range strings.Lines(content) {
		fields := strings.Fields(line)
		if !g.ioV2 && len(fields) == 3 { // version 1: 8:0 Read 4096
			value, _ := strconv.ParseInt(fields[2], 10, 64)
			found = true
			switch fields[1] {
			case "Read":
				read += value
			case "Write":
				written += value
			}
			continue
		}
		for _, field := range fields { // version 2: 8:0 rbytes=4096 wbytes=0 …
			key, text, _ := strings.Cut(field, "=")
			value, _ := strconv.ParseInt(text, 10, 64)
			switch key {
			case "rbytes":
				read += value
			case "wbytes":
				written += value
			}
		}
	}
	return read, written, found
}

func number(directory, name string) (int64, bool) {
	if directory == "" {
		return 0, false
	}
	content, err := os.ReadFile(filepath.Join(directory, name))
	if err != nil {
		return 0, false
	}
	value, err := strconv.ParseInt(strings.TrimSpace(string(content)), 10, 64)
	return value, err == nil
}

func keyed(directory, name, key string) (int64, bool) {
	if directory == "" {
		return 0, false
	}
	content, err := os.ReadFile(filepath.Join(directory, name))
	if err != nil {
		return 0, false
	}
	return keyIn(strings.Split(string(content), "\n"), key)
}

func keyIn(lines []string, key string) (int64, bool) {
	for _, line := range lines {
		if name, text, found := strings.Cut(line, " "); found && name == key {
			value, err := strconv.ParseInt(text, 10, 64)
			return value, err == nil
		}
	}
	return 0, false
}

func exists(directory, name string) bool {
	_, err := os.Stat(filepath.Join(directory, name))
	return err == nil
}
