//go:build !amd64 || portablefork || race

package spawn

import "syscall"

// Here the children are copies, by a plain fork: slower, and without a line of assembly. `-tags portablefork` tests
// it on amd64; the race detector needs it, as it instruments how assembly calls Go.

func (p *plan) allocate() error { return nil }

func (p *plan) release() {}

//go:noinline
//go:norace
//go:nocheckptr
func fork(p *plan) (pid uintptr, errno syscall.Errno) {
	beforeFork()
	pid, _, errno = syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if errno != 0 || pid != 0 {
		afterFork()
		return pid, errno
	}
	if p.held {
		hold(p)
	}
	become(p)
	return 0, 0
}

// forkCommand starts the command from its holder.
//
//go:nosplit
//go:norace
func forkCommand(p *plan) (pid uintptr, errno syscall.Errno) {
	pid, _, errno = syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if errno == 0 && pid == 0 {
		become(p)
	}
	return pid, errno
}
