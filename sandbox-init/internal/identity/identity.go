// Package identity does file work as the task's user without a process for it: the file system identity belongs to a
// thread. It is for places that we choose ourselves (a terminal, the secrets directory), never for a path of a task.
package identity

import (
	"runtime"
	"syscall"

	"holdfast.dev/sandbox-init/internal/spawn"
)

// As runs do with the file system identity of who; nil means our own. The thread is given up when it cannot be given
// its own identity back.
func As(who *spawn.Identity, do func() error) error {
	if who == nil {
		return do()
	}
	result := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		set(who.GID, who.UID)
		err := do()
		if set(syscall.Getegid(), syscall.Geteuid()) {
			runtime.UnlockOSThread()
		}
		result <- err
	}()
	return <-result
}

// set answers whether the thread has that identity now; the calls answer the previous one, so each is made twice.
func set(gid, uid int) bool {
	_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSGID, uintptr(gid), 0, 0)
	_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, uintptr(uid), 0, 0)
	group, _, _ := syscall.RawSyscall(syscall.SYS_SETFSGID, uintptr(gid), 0, 0)
	user, _, _ := syscall.RawSyscall(syscall.SYS_SETFSUID, uintptr(uid), 0, 0)
	return int(group) == gid && int(user) == uid
}
