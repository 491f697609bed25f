package process

import (
	"syscall"
	"time"
)

// Below answers all living processes under root, without root itself.
func Below(table []Info, root int) []Info {
	children := make(map[int][]Info, len(table))
	for _, info := range table {
		children[info.Parent] = append(children[info.Parent], info)
	}
	var found []Info
	pending := []int{root}
	for len(pending) > 0 {
		parent := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for _, child := range children[parent] {
			pending = append(pending, child.Pid)
			if !child.Zombie {
				found = append(found, child)
			}
		}
	}
	return found
}

// InSession answers the living processes of a session and all below them.
func InSession(table []Info, session int) []Info {
	seen := map[int]bool{}
	var found []Info
	add := func(info Info) {
		if !seen[info.Pid] && !info.Zombie {
			seen[info.Pid] = true
			found = append(found, info)
		}
	}
	for _, info := range table {
		if info.Session == session {
			add(info)
			for _, child := range Below(table, info.Pid) {
				add(child)
			}
		}
	}
	return found
}

// Signal sends a signal to each; who is gone already does not matter.
func Signal(processes []Info, signals ...syscall.Signal) {
	for _, info := range processes {
		for _, signal := range signals {
			_ = syscall.Kill(info.Pid, signal)
		}
	}
}

// Destroy kills all that list answers until gone says so or the time is over. It stops them first, pass by pass, until
// a pass finds nobody new: what stands still cannot fork, so a fork bomb does not outrun the killing.
func Destroy(list func() []Info, gone func(time.Duration) bool, within time.Duration) bool {
	deadline := time.Now().Add(within)
	for {
		stopped := map[int]uint64{}
		var all []Info
		for pass := 0; pass < 100; pass++ {
			fresh := 0
			all = list()
			for _, info := range all {
				if start, known := stopped[info.Pid]; !known || start != info.StartTicks {
					stopped[info.Pid] = info.StartTicks
					_ = syscall.Kill(info.Pid, syscall.SIGSTOP)
					fresh++
				}
			}
			if fresh == 0 {
				break
			}
		}
		Signal(all, syscall.SIGKILL)
		if gone(20 * time.Millisecond) {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
	}
}
