// Package reaper waits for every child of this process in one place. Orphans land here too, when this is PID 1 or a
// subreaper, so nobody else may call wait.
package reaper

import (
	"os"
	"os/signal"
	"sync"
	"syscall"

	"holdfast.dev/sandbox-init/internal/spawn"
)

const waitAll = 0x40000000 // __WALL

// Reaper owns wait4(-1).
type Reaper struct {
	mutex   sync.Mutex
	waiting map[int]func(syscall.WaitStatus)
	signals chan os.Signal
}

// New starts reaping.
func New() *Reaper {
	r := &Reaper{waiting: map[int]func(syscall.WaitStatus){}, signals: make(chan os.Signal, 1)}
	signal.Notify(r.signals, syscall.SIGCHLD)
	go func() {
		for range r.signals {
			r.Collect()
		}
	}()
	return r
}

// Fork starts a command and calls ended once it was reaped. The lock is held over the fork, so a child that is gone at
// once still finds its entry.
func (r *Reaper) Fork(command spawn.Command, ended func(syscall.WaitStatus)) (spawn.Started, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	started, err := spawn.Fork(command)
	if err == nil {
		r.waiting[started.Pid] = func(status syscall.WaitStatus) {
			started.Release()
			ended(status)
		}
	}
	return started, err
}

// Adopt asks to be told of a process that is not our child now and may become it.
func (r *Reaper) Adopt(pid int, ended func(syscall.WaitStatus)) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.waiting[pid] = ended
}

// Forget takes Adopt back.
func (r *Reaper) Forget(pid int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.waiting, pid)
}

// Collect reaps whatever is dead now.
func (r *Reaper) Collect() {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG|waitAll, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || pid <= 0 {
			return
		}
		r.mutex.Lock()
		ended := r.waiting[pid]
		delete(r.waiting, pid)
		r.mutex.Unlock()
		if ended != nil {
			ended(status)
		}
	}
}
