// Package process looks at the process table and kills trees of it. It never forks: it must work when no process can
// be made any more.
package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// Info is one line of the process table.
type Info struct {
	Pid, Parent, Group, Session int

	Zombie     bool
	StartTicks uint64 // since boot: with the pid it names a process for good
}

// looks bounds how many look at once. Each may take a thread, and when a task has used up all processes none can be made.
var looks = make(chan struct{}, 2)

// Table reads all processes that can be seen.
func Table() []Info {
	looks <- struct{}{}
	defer func() { <-looks }()
	directory, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer directory.Close()
	names, _ := directory.Readdirnames(-1)
	table := make([]Info, 0, 64)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if info, found := Look(pid); found {
			table = append(table, info)
		}
	}
	return table
}

// Look reads one process.
func Look(pid int) (Info, bool) {
	var buffer [1024]byte
	n := readSmall("/proc/"+strconv.Itoa(pid)+"/stat", buffer[:])
	return parseStat(pid, buffer[:n])
}

// parseStat skips the command's name, which may hold anything, by its last parenthesis.
func parseStat(pid int, line []byte) (Info, bool) {
	end := bytes.LastIndexByte(line, ')')
	if end < 0 {
		return Info{}, false
	}
	fields := bytes.Fields(line[end+1:])
	const state, parent, group, session, start = 0, 1, 2, 3, 19
	if len(fields) <= start {
		return Info{}, false
	}
	info := Info{Pid: pid, Zombie: fields[state][0] == 'Z' || fields[state][0] == 'X'}
	info.Parent, _ = strconv.Atoi(string(fields[parent]))
	info.Group, _ = strconv.Atoi(string(fields[group]))
	info.Session, _ = strconv.Atoi(string(fields[session]))
	info.StartTicks, _ = strconv.ParseUint(string(fields[start]), 10, 64)
	return info, true
}

// Resident answers a process's resident and shared bytes.
func Resident(pid int) (resident, shared int64) {
	var buffer [128]byte
	n := readSmall("/proc/"+strconv.Itoa(pid)+"/statm", buffer[:])
	fields := bytes.Fields(buffer[:n])
	if len(fields) < 3 {
		return 0, 0
	}
	page := int64(os.Getpagesize())
	pages, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	common, _ := strconv.ParseInt(string(fields[2]), 10, 64)
	return pages * page, common * page
}

// Environment answers a process's initial environment, as far as we may read it.
func Environment(pid int) [][]byte {
	content, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return nil
	}
	return bytes.Split(content, []byte{0})
}

func readSmall(path string, buffer []byte) int {
	file, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer syscall.Close(file)
	n, err := syscall.Read(file, buffer)
	if err != nil {
		return 0
	}
	return n
}
