package server

import (
	"os"
	"strconv"
	"syscall"
	"unsafe"

	"holdfast.dev/sandbox-init/internal/spawn"
)

// filesUser is the real user of file processes. It owns nothing and runs nothing else.
const filesUser = 65533

// shieldedFrom is the task's user for files, but another one for whoever wants to signal, trace or limit the process.
func shieldedFrom(task *spawn.Identity) *spawn.Identity {
	if task == nil {
		return nil
	}
	shielded := *task
	if shielded.Real = filesUser; task.UID == filesUser {
		shielded.Real = filesUser - 1
	}
	return &shielded
}

// outOfReach says that the workload cannot signal, trace or limit it, nor could when it was started: until its own first
// lines have run it can be signalled, but nobody was there.
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
