package spawn

import (
	"syscall"
	"unsafe"
)

// What follows runs in the forked child. There the scheduler and the collector do not exist and the stack cannot grow:
// so nothing but raw system calls, no allocation, no pointer written, every function nosplit (the linker then proves
// that little stack is used).

//go:linkname beforeFork syscall.runtime_BeforeFork
func beforeFork()

//go:linkname afterFork syscall.runtime_AfterFork
func afterFork()

const (
	prSetName           = 15
	prSetChildSubreaper = 36
	prSetNoNewPrivs     = 38
	sysCloseRange       = 436 // the same on amd64 and arm64
	tiocsctty           = 0x540e
	waitAll             = 0x40000000 // __WALL
	waitExited          = 4
	waitNoHang          = 1
	waitNoWait          = 0x01000000
	reportAt            = 3
	atCurrentDirectory  = -100
	lastSignal          = 64
	closeFallback       = 4096
	umaskOfSteps        = 0o022
)

// hold forks the command and then only waits. All signals stay blocked, so that none of our handlers can run.
//
//go:nosplit
//go:norace
func hold(p *plan) {
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0)
	pid, errno := forkCommand(p)
	if errno != 0 {
		fail(p, p.report, StageFork, errno)
	}
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetName, p.name, 0)
	syscall.RawSyscall(syscall.SYS_CHDIR, p.root, 0, 0)
	syscall.RawSyscall(syscall.SYS_DUP3, p.status, 0, 0)
	closeFrom(1)
	p.event.Kind, p.event.Pid = EventStarted, uint32(pid)
	syscall.RawSyscall(syscall.SYS_WRITE, 0, uintptr(unsafe.Pointer(&p.event)), eventSize)
	waitForAll(p, pid)
}

//go:nosplit
//go:norace
func waitForAll(p *plan, main uintptr) {
	for {
		pid, _, errno := syscall.RawSyscall6(syscall.SYS_WAIT4, ^uintptr(0), uintptr(unsafe.Pointer(&p.waitStatus)),
			waitAll, uintptr(unsafe.Pointer(&p.usage)), 0, 0)
		if errno == syscall.EINTR {
			continue
		}
		if errno != 0 { // ECHILD: nobody is left
			p.event.Kind = EventGone
			syscall.RawSyscall(syscall.SYS_WRITE, 0, uintptr(unsafe.Pointer(&p.event)), eventSize)
			syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
		}
		p.event.UserMicros += p.usage.Utime.Sec*1000000 + p.usage.Utime.Usec
		p.event.SystemMicros += p.usage.Stime.Sec*1000000 + p.usage.Stime.Usec
		p.event.BlocksRead += p.usage.Inblock
		p.event.BlocksWritten += p.usage.Oublock
		if p.usage.Maxrss > p.event.MaxRssKb {
			p.event.MaxRssKb = p.usage.Maxrss
		}
		if pid != main {
			continue
		}
		_, _, errno = syscall.RawSyscall6(syscall.SYS_WAITID, 0, 0, 0, waitExited|waitNoHang|waitNoWait|waitAll, 0, 0)
		p.event.More = 1
		if errno == syscall.ECHILD {
			p.event.More = 0
		}
		p.event.Kind, p.event.Status = EventEnded, p.waitStatus
		syscall.RawSyscall(syscall.SYS_WRITE, 0, uintptr(unsafe.Pointer(&p.event)), eventSize)
	}
}

// become turns the child into the command.
//
//go:nosplit
//go:norace
func become(p *plan) {
	if p.session {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETSID, 0, 0, 0); errno != 0 {
			fail(p, p.report, StageSession, errno)
		}
	}
	for to, from := range p.stdio {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_DUP3, from, uintptr(to), 0); errno != 0 {
			fail(p, p.report, StageStdio, errno)
		}
	}
	report := p.report
	if report != reportAt {
		syscall.RawSyscall(syscall.SYS_DUP3, report, reportAt, syscall.O_CLOEXEC)
		report = reportAt
	}
	closeFrom(reportAt + 1)
	if p.terminal {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_IOCTL, 0, tiocsctty, 0); errno != 0 {
			fail(p, report, StageTerminal, errno)
		}
	}
	resetSignals(p)
	syscall.RawSyscall(syscall.SYS_UMASK, umaskOfSteps, 0, 0)
	raiseOomScore(p)
	for _, limit := range p.limits {
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, 0, limit.resource, limit.value, 0, 0, 0); errno != 0 {
			fail(p, report, StageLimits, errno)
		}
	}
	if p.noNewPrivileges {
		syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0)
	}
	if p.identity {
		changeIdentity(p, report)
	}
	if p.dir != 0 {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_CHDIR, p.dir, 0, 0); errno != 0 {
			fail(p, report, StageDirectory, errno)
		}
	}
	execute(p, report)
}

//go:nosplit
//go:norace
func resetSignals(p *plan) {
	for signal := uintptr(1); signal <= lastSignal; signal++ {
		syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, signal, uintptr(unsafe.Pointer(&p.action)), 0, 8, 0, 0)
	}
	syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, 2, uintptr(unsafe.Pointer(&p.mask)), 0, 8, 0, 0)
}

// raiseOomScore comes before the identity changes: the file belongs to root as long as we are not dumpable. Where the
// identity does not change, and we may be nobody special, our parent does it right after.
//
//go:nosplit
//go:norace
func raiseOomScore(p *plan) {
	if p.oomPath == 0 {
		return
	}
	currentDirectory := atCurrentDirectory
	file, _, errno := syscall.RawSyscall6(syscall.SYS_OPENAT, uintptr(currentDirectory), p.oomPath, syscall.O_WRONLY|syscall.O_CLOEXEC, 0, 0, 0)
	if errno != 0 {
		return
	}
	syscall.RawSyscall(syscall.SYS_WRITE, file, p.oomScore, p.oomScoreLength)
	syscall.RawSyscall(syscall.SYS_CLOSE, file, 0, 0)
}

//go:nosplit
//go:norace
func changeIdentity(p *plan, report uintptr) {
	if _, _, errno := syscall.RawSyscall(syscall.SYS_SETGROUPS, 0, 0, 0); errno != 0 {
		fail(p, report, StageIdentity, errno)
	}
	if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESGID, p.gid, p.gid, p.gid); errno != 0 {
		fail(p, report, StageIdentity, errno)
	}
	if !p.keepsUser {
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, p.uid, p.uid, p.uid); errno != 0 {
			fail(p, report, StageIdentity, errno)
		}
	}
	// What remains after the change of uid is the inheritable set, which some engines fill; without the change, all.
	_, _, errno := syscall.RawSyscall(syscall.SYS_CAPSET, uintptr(unsafe.Pointer(&p.capabilities[0])),
		uintptr(unsafe.Pointer(&p.capabilities[0]))+8, 0)
	if errno != 0 {
		fail(p, report, StageIdentity, errno)
	}
}

//go:nosplit
//go:norace
func execute(p *plan, report uintptr) {
	worst := syscall.ENOENT
	for _, path := range p.paths {
		_, _, errno := syscall.RawSyscall(syscall.SYS_EXECVE, path, p.argv, p.env)
		if errno == syscall.EACCES && len(p.paths) > 1 && !exists(path) {
			errno = syscall.ENOENT // a directory that is closed to us has nothing for us
		}
		if errno != syscall.ENOENT && errno != syscall.ENOTDIR {
			worst = errno
		}
		if errno != syscall.ENOENT && errno != syscall.ENOTDIR && errno != syscall.EACCES {
			break
		}
	}
	fail(p, report, StageExecute, worst)
}

//go:nosplit
//go:norace
func exists(path uintptr) bool {
	currentDirectory := atCurrentDirectory
	_, _, errno := syscall.RawSyscall(syscall.SYS_FACCESSAT, uintptr(currentDirectory), path, 0)
	return errno == 0
}

//go:nosplit
//go:norace
func closeFrom(first uintptr) {
	if _, _, errno := syscall.RawSyscall(sysCloseRange, first, uintptr(^uint32(0)), 0); errno == 0 {
		return
	}
	for descriptor := first; descriptor < closeFallback; descriptor++ {
		syscall.RawSyscall(syscall.SYS_CLOSE, descriptor, 0, 0)
	}
}

//go:nosplit
//go:norace
func fail(p *plan, report uintptr, stage Stage, errno syscall.Errno) {
	p.failure[0], p.failure[1] = uint32(stage), uint32(errno)
	syscall.RawSyscall(syscall.SYS_WRITE, report, uintptr(unsafe.Pointer(&p.failure)), 8)
	for {
		syscall.RawSyscall(syscall.SYS_EXIT_GROUP, exitCodeFor(stage, errno), 0, 0)
	}
}

// exitCodeFor follows the shells: 127 for a command that is not there, 126 for one that cannot be run.
//
//go:nosplit
//go:norace
func exitCodeFor(stage Stage, errno syscall.Errno) uintptr {
	if stage == StageExecute && errno == syscall.ENOENT {
		return 127
	}
	return 126
}
