package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	prSetChildSubreaper = 36
	// processors bounds the threads that run Go code. Steps are what the machine is for.
	processors = 2
	// spareThreads are made before any step: with the limit of processes used up by a task none can be made any more,
	// and a Go program that needs one then dies.
	spareThreads = 8
	// collectAt lets the heap grow by this percentage before it is collected; it is tiny anyway.
	collectAt   = 50
	settleAfter = 2 * time.Second
	// stepsAbove is by how much a step is the kernel's choice before us when memory runs out.
	stepsAbove = 500
)

// protect makes this process hard to reach for what it runs.
func protect(local bool) error {
	runtime.GOMAXPROCS(processors)
	debug.SetGCPercent(collectAt)
	syscall.Umask(0o077)
	for descriptor := 0; descriptor <= 2; descriptor++ {
		// Spawning counts on 0, 1 and 2 being in use.
		if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(descriptor), syscall.F_GETFD, 0); errno == syscall.EBADF {
			if _, err := syscall.Open("/dev/null", syscall.O_RDWR, 0); err != nil {
				return err
			}
		}
	}
	if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0); errno != 0 {
		return errno
	}
	if local {
		_, _ = syscall.Setsid() // fails when we lead a group already, which is as good
		if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0); errno != 0 {
			return errno
		}
	}
	spare()
	return nil
}

// spare has so many goroutines hold a thread each at the same time; the runtime keeps the threads afterwards.
func spare() {
	var all, ready sync.WaitGroup
	release := make(chan struct{})
	for i := 0; i < spareThreads; i++ {
		all.Add(1)
		ready.Add(1)
		go func() {
			defer all.Done()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			ready.Done()
			<-release
		}()
	}
	ready.Wait()
	close(release)
	all.Wait()
}

// settle gives back what starting up needed, from a sandbox that lives for longer than most steps take.
func settle() {
	time.AfterFunc(settleAfter, debug.FreeOSMemory)
}

// scoreForSteps puts steps well above us, wherever we are: not every engine may lower our own score.
func scoreForSteps() string {
	content, err := os.ReadFile("/proc/self/oom_score_adj")
	if err != nil {
		return ""
	}
	own, err := strconv.Atoi(strings.TrimSpace(string(content)))
	if err != nil {
		return ""
	}
	return strconv.Itoa(min(1000, max(0, own+stepsAbove)))
}
