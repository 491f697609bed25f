package files

import (
	"fmt"
	"strings"
	"syscall"
	"unsafe"
)

const (
	usualMode = 0o755
	// The ioctls of a file's flags, and the flags that a file system sets by itself: index and extents.
	getFlags       = 0x80086601
	setFlags       = 0x40086602
	fileSystemsOwn = 0x1000 | 0x80000
)

// renew gives an emptied directory of the task's own the mode it had, and takes extended attributes, access lists and flags
// away: all of them can carry something from one user to the next. It answers what it could not take away.
func (w *wiping) renew(directory int, mode uint32) []string {
	var stat syscall.Stat_t
	if syscall.Fstat(directory, &stat) != nil || int(stat.Uid) != w.user.UID {
		return nil
	}
	var left []string
	if err := syscall.Fchmod(directory, mode); err != nil {
		left = append(left, fmt.Sprintf("its mode: %v", err))
	}
	for _, name := range attributes(directory) {
		_ = withPath(name, func(p unsafe.Pointer) syscall.Errno {
			_, _, errno := syscall.Syscall(syscall.SYS_FREMOVEXATTR, uintptr(directory), uintptr(p), 0)
			return errno
		})
	}
	for _, name := range attributes(directory) {
		left = append(left, "attribute "+name)
	}
	var flags int32
	if ioctl(directory, getFlags, &flags) == 0 && flags&^fileSystemsOwn != 0 {
		flags &= fileSystemsOwn
		if errno := ioctl(directory, setFlags, &flags); errno != 0 {
			left = append(left, fmt.Sprintf("its flags: %v", errno))
		}
	}
	return left
}

// modeOf is what the directory was made with: a file system in memory tells, all others are made by us.
func (w *wiping) modeOf(path string) uint32 {
	for _, m := range w.mounts {
		if m.Point == path && m.Kind == "tmpfs" {
			return m.Mode()
		}
	}
	return usualMode
}

// attributes are the names of extended attributes that are ours to remove.
func attributes(directory int) []string {
	size, _, errno := syscall.Syscall(syscall.SYS_FLISTXATTR, uintptr(directory), 0, 0)
	if errno != 0 || size == 0 {
		return nil
	}
	buffer := make([]byte, size)
	n, _, errno := syscall.Syscall(syscall.SYS_FLISTXATTR, uintptr(directory), uintptr(unsafe.Pointer(&buffer[0])), size)
	if errno != 0 {
		return nil
	}
	var found []string
	for _, name := range strings.Split(string(buffer[:n]), "\x00") {
		if strings.HasPrefix(name, "user.") || strings.HasPrefix(name, "system.posix_acl") {
			found = append(found, name)
		}
	}
	return found
}

func ioctl(descriptor int, request uintptr, value *int32) syscall.Errno {
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(descriptor), request, uintptr(unsafe.Pointer(value)))
	return errno
}
