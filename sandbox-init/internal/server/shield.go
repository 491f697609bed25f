package server

import (
	"os"
	"strconv"
	"syscall"
	"unsafe"

	"holdfast.dev/sandbox-init/internal/files"
	"holdfast.dev/sandbox-init/internal/spawn"
)

// realUser is that of file processes. It owns nothing and runs nothing else.
const realUser = 65533

// filesUser is the task's user for files, but another one for whoever wants to signal, trace or limit the process.
func filesUser(task *spawn.Identity) files.User {
	if task == nil {
		return files.User{UID: os.Getuid(), GID: os.Getgid(), Real: os.Getuid()}
	}
	if task.UID == realUser {
		return files.User{UID: task.UID, GID: task.GID, Real: realUser - 1}
	}
	return files.User{UID: task.UID, GID: task.GID, Real: realUser}
}

// untilItBecomes is who a file process is before its own first lines have run.
func untilItBecomes(task *spawn.Identity) *spawn.Identity {
	if task == nil {
		return nil
	}
	return &spawn.Identity{UID: task.UID, GID: task.GID, ByItself: true}
}

// outOfReach says that the workload cannot signal, trace or limit it, and was not there when it was started.
func (f *fileProcess) outOfReach() bool { return f.shielded && f.unmet > 0 }

// scheduling is what a process may change of another with the same effective user.
type scheduling struct {
	priority, policy uintptr
	processors       [16]uint64
}

func schedulingOf(thread int) (scheduling, bool) {
	var found scheduling
	var errno [3]syscall.Errno
	found.priority, _, errno[0] = syscall.RawSyscall(syscall.SYS_GETPRIORITY, syscall.PRIO_PROCESS, uintptr(thread), 0)
	found.policy, _, errno[1] = syscall.RawSyscall(syscall.SYS_SCHED_GETSCHEDULER, uintptr(thread), 0, 0)
	_, _, errno[2] = syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, uintptr(thread),
		unsafe.Sizeof(found.processors), uintptr(unsafe.Pointer(&found.processors)))
	return found, errno == [3]syscall.Errno{}
}

// undisturbed tells whether all its threads are scheduled as we are.
func undisturbed(pid int) bool {
	own, known := schedulingOf(0)
	threads, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil || !known {
		return false
	}
	for _, thread := range threads {
		number, err := strconv.Atoi(thread.Name())
		if err != nil {
			return false
		}
		if now, known := schedulingOf(number); !known || now != own {
			return false
		}
	}
	return len(threads) > 0
}
