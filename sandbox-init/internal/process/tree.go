package process

import (
	"os"
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
			send(info.Pid, signal)
		}
	}
}

// send never reaches us, the first process, or a group: whatever went wrong before, that must not happen.
func send(pid int, signal syscall.Signal) {
	if pid > 1 && pid != os.Getpid() {
		_ = syscall.Kill(pid, signal)
	}
}

// Tree is a set of processes that is to be ended.
type Tree struct {
	// List answers its living processes. Every process group among them must have no other members.
	List func() []Info
	// Gone waits so long for the last of them to go and answers whether it did.
	Gone func(time.Duration) bool
	// Freeze, if there is one, stops everything there is in one stroke, and its result lets it go on.
	Freeze func() (thaw func())
}

const patience = 20 * time.Millisecond

// Destroy kills a tree, within so long.
//
// What stands still cannot fork, so all are stopped before they are killed: whole process groups at once, then pass by
// pass, until a pass finds nobody new. Processes that replace themselves all the time, each in a group of its own, are
// never on a list that is still true; against them only Freeze helps.
func (t Tree) Destroy(within time.Duration) bool {
	deadline := time.Now().Add(within)
	for {
		all := t.halt()
		kill(all)
		if t.Gone(patience) {
			return true
		}
		if t.Freeze != nil {
			thaw := t.Freeze()
			kill(t.List())
			thaw()
			if t.Gone(patience) {
				return true
			}
		}
		if time.Now().After(deadline) {
			return false
		}
	}
}

const mostPasses = 20

func (t Tree) halt() []Info {
	stopped := map[int]uint64{}
	var all []Info
	for pass := 0; pass < mostPasses; pass++ {
		fresh := false
		all = t.List()
		groups := map[int]bool{}
		for _, info := range all {
			if start, known := stopped[info.Pid]; known && start == info.StartTicks {
				continue
			}
			fresh = true
			stopped[info.Pid] = info.StartTicks
			if !groups[info.Group] {
				groups[info.Group] = true
				sendGroup(info.Group, syscall.SIGSTOP)
			}
			send(info.Pid, syscall.SIGSTOP)
		}
		if !fresh {
			break
		}
	}
	return all
}

func kill(all []Info) {
	groups := map[int]bool{}
	for _, info := range all {
		if !groups[info.Group] {
			groups[info.Group] = true
			sendGroup(info.Group, syscall.SIGKILL)
		}
		send(info.Pid, syscall.SIGKILL)
	}
}

// sendGroup reaches a whole group in one call, which no fork can slip through.
func sendGroup(group int, signal syscall.Signal) {
	if group > 1 && group != syscall.Getpgrp() {
		_ = syscall.Kill(-group, signal)
	}
}

// FreezeAll stops every process that we may signal but us and the first one. It is for PID 1 of a container alone.
func FreezeAll() (thaw func()) {
	_ = syscall.Kill(-1, syscall.SIGSTOP)
	return func() { _ = syscall.Kill(-1, syscall.SIGCONT) }
}
