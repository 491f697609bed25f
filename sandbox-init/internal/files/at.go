// Package files moves files in and out as the task's own user, in a process of its own. No path is ever followed
// through a link: every step down is an openat with O_NOFOLLOW relative to a directory already held open.
package files

import (
	"os"
	"path"
	"strings"
	"syscall"
	"unsafe"

	"holdfast.dev/sandbox-init/internal/protocol"
)

const (
	noFollow        = 0x100 // AT_SYMLINK_NOFOLLOW
	removeDirectory = 0x200 // AT_REMOVEDIR
	openDirectory   = syscall.O_RDONLY | syscall.O_DIRECTORY | syscall.O_NOFOLLOW | syscall.O_CLOEXEC
	longestName     = 255
)

func lstatAt(directory int, name string) (stat syscall.Stat_t, err error) {
	err = withPath(name, func(p unsafe.Pointer) syscall.Errno {
		_, _, errno := syscall.Syscall6(sysFstatat, uintptr(directory), uintptr(p), uintptr(unsafe.Pointer(&stat)), noFollow, 0, 0)
		return errno
	})
	return stat, err
}

func readLinkAt(directory int, name string) (string, error) {
	buffer := make([]byte, 4096)
	var n uintptr
	err := withPath(name, func(p unsafe.Pointer) (errno syscall.Errno) {
		n, _, errno = syscall.Syscall6(syscall.SYS_READLINKAT, uintptr(directory), uintptr(p), uintptr(unsafe.Pointer(&buffer[0])), uintptr(len(buffer)), 0, 0)
		return errno
	})
	return string(buffer[:n]), err
}

func removeAt(directory int, name string, flags uintptr) error {
	return withPath(name, func(p unsafe.Pointer) syscall.Errno {
		_, _, errno := syscall.Syscall(syscall.SYS_UNLINKAT, uintptr(directory), uintptr(p), flags)
		return errno
	})
}

func symlinkAt(target string, directory int, name string) error {
	return withPath(target, func(t unsafe.Pointer) syscall.Errno {
		return asErrno(withPath(name, func(p unsafe.Pointer) syscall.Errno {
			_, _, errno := syscall.Syscall(syscall.SYS_SYMLINKAT, uintptr(t), uintptr(directory), uintptr(p))
			return errno
		}))
	})
}

func linkAt(fromDirectory int, from string, toDirectory int, to string) error {
	return withPath(from, func(f unsafe.Pointer) syscall.Errno {
		return asErrno(withPath(to, func(t unsafe.Pointer) syscall.Errno {
			_, _, errno := syscall.Syscall6(syscall.SYS_LINKAT, uintptr(fromDirectory), uintptr(f), uintptr(toDirectory), uintptr(t), 0, 0)
			return errno
		}))
	})
}

func renameAt(fromDirectory int, from string, toDirectory int, to string) error {
	return withPath(from, func(f unsafe.Pointer) syscall.Errno {
		return asErrno(withPath(to, func(t unsafe.Pointer) syscall.Errno {
			_, _, errno := syscall.Syscall6(syscall.SYS_RENAMEAT, uintptr(fromDirectory), uintptr(f), uintptr(toDirectory), uintptr(t), 0, 0)
			return errno
		}))
	})
}

// setTimes sets the modification time of an open file.
func setTimes(descriptor int, seconds int64, nanoseconds int64) {
	times := [2]syscall.Timespec{{Sec: seconds, Nsec: nanoseconds}, {Sec: seconds, Nsec: nanoseconds}}
	_, _, _ = syscall.Syscall6(syscall.SYS_UTIMENSAT, uintptr(descriptor), 0, uintptr(unsafe.Pointer(&times)), 0, 0, 0)
}

func withPath(name string, call func(unsafe.Pointer) syscall.Errno) error {
	pointer, err := syscall.BytePtrFromString(name)
	if err != nil {
		return err
	}
	if errno := call(unsafe.Pointer(pointer)); errno != 0 {
		return errno
	}
	return nil
}

func asErrno(err error) syscall.Errno {
	if err == nil {
		return 0
	}
	if errno, is := err.(syscall.Errno); is {
		return errno
	}
	return syscall.EINVAL
}

// place is a path of a request, split into a base that we trust and components that we do not.
type place struct {
	base       string
	components []string
}

// locate reads a request's path: relative ones are below the workspace.
func locate(workspace, escaped string) (place, error) {
	name, err := protocol.UnescapeName(escaped)
	if err != nil {
		return place{}, err
	}
	if strings.Contains(name, "\x00") {
		return place{}, protocol.Fail(protocol.BadRequest, "path %q holds a NUL byte", escaped)
	}
	if !path.IsAbs(name) {
		clean := path.Clean(name)
		if clean == ".." || strings.HasPrefix(clean, "../") {
			return place{}, protocol.Fail(protocol.Refused, "path %q leads out of the workspace", escaped)
		}
		name = path.Join(workspace, name)
	}
	name = path.Clean(name)
	if below, is := strings.CutPrefix(name+"/", strings.TrimSuffix(workspace, "/")+"/"); is {
		return place{workspace, split(below)}, nil
	}
	return place{"/", split(name)}, nil
}

func split(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
}

// open goes down to the place as a directory. With create, missing directories are made; made says how many.
func (p place) open(create bool) (directory, made int, err error) {
	directory, err = syscall.Open(p.base, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return -1, 0, failure(p.base, err)
	}
	for i, component := range p.components {
		next, created, err := descend(directory, component, create)
		syscall.Close(directory)
		if err != nil {
			return -1, made, failure(p.base+"/"+strings.Join(p.components[:i+1], "/"), err)
		}
		if created {
			made++
		}
		directory = next
	}
	return directory, made, nil
}

// parent opens the directory that holds the place's last component.
func (p place) parent() (directory int, name string, err error) {
	if len(p.components) == 0 {
		directory, _, err = p.open(false)
		return directory, ".", err
	}
	last := len(p.components) - 1
	directory, _, err = place{p.base, p.components[:last]}.open(false)
	return directory, p.components[last], err
}

func descend(directory int, name string, create bool) (next int, created bool, err error) {
	next, err = syscall.Openat(directory, name, openDirectory, 0)
	if err == syscall.ENOENT && create {
		if err = syscall.Mkdirat(directory, name, 0o755); err != nil && err != syscall.EEXIST {
			return -1, false, err
		}
		created = err == nil
		next, err = syscall.Openat(directory, name, openDirectory, 0)
	}
	return next, created, err
}

// failure says what happened to a path in a code that the caller can act on.
func failure(name string, err error) error {
	shown := protocol.EscapeName(name)
	switch err {
	case syscall.ENOENT:
		return protocol.Fail(protocol.NotFound, "%s does not exist", shown)
	case syscall.ENOTDIR, syscall.ELOOP:
		return protocol.Fail(protocol.Refused, "%s is a link or not a directory; it is not followed", shown)
	case syscall.EACCES, syscall.EPERM, syscall.EROFS:
		return protocol.Fail(protocol.Refused, "%s: %v for the task's user", shown, err)
	case syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG:
		return protocol.Fail(protocol.TooLarge, "%s: %v", shown, err)
	}
	if _, is := err.(*protocol.Failure); is {
		return err
	}
	return protocol.Fail(protocol.Internal, "%s: %v", shown, err)
}

// names lists a directory, sorted.
func names(directory int) ([]string, error) {
	again, err := syscall.Openat(directory, ".", openDirectory, 0)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(again), "directory")
	defer file.Close()
	return sortedNames(file)
}
