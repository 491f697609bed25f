package files

import (
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

const removeObject = 0 // IPC_RMID

// sharedObjects removes shared memory, message queues and semaphores, which outlive the processes that made them.
func (w *wiping) sharedObjects(list string) {
	kinds := []struct {
		name   string
		remove func(id uintptr)
	}{
		{"shm", func(id uintptr) { _, _, _ = syscall.Syscall(syscall.SYS_SHMCTL, id, removeObject, 0) }},
		{"msg", func(id uintptr) { _, _, _ = syscall.Syscall(syscall.SYS_MSGCTL, id, removeObject, 0) }},
		{"sem", func(id uintptr) { _, _, _ = syscall.Syscall6(syscall.SYS_SEMCTL, id, 0, removeObject, 0, 0, 0) }},
	}
	for _, kind := range kinds {
		file := path.Join(list, kind.name)
		for _, id := range objectIDs(file) {
			kind.remove(id)
		}
		for _, id := range objectIDs(file) {
			w.left(fmt.Sprintf("%s %d", kind.name, id))
		}
	}
}

// objectIDs reads the kernel's list: a line of headings, then the key, the id and what else there is.
func objectIDs(file string) []uintptr {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil // a kernel without them
	}
	var ids []uintptr
	for _, line := range strings.Split(string(text), "\n") {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		if id, err := strconv.ParseUint(fields[1], 10, 31); err == nil {
			ids = append(ids, uintptr(id))
		}
	}
	return ids
}
