package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

const (
	// longestSocketPath is what a socket's address can hold.
	longestSocketPath = 107
	// mostWaiting is how many callers may wait to be let in; the kernel has a bound of its own.
	mostWaiting = 4096
)

// door is where callers come in. Recycling changes its name: whoever knows the old one only, waits outside, or is inside
// already, is a caller of the task before and must not reach the next one. It is the same socket under another name,
// because a new one would be a new file for each task.
type door struct {
	// mutex makes letting a caller in and telling the generation one step.
	mutex      sync.Mutex
	control    string
	generation int
	socket     *os.File
	raw        syscall.RawConn
	inside     map[*os.File]struct{}
}

func (d *door) open(control string) error {
	d.control, d.inside = control, map[*os.File]struct{}{}
	descriptor, err := listen(d.path(0))
	if err != nil {
		return err
	}
	d.socket = os.NewFile(uintptr(descriptor), "door")
	d.raw, err = d.socket.SyscallConn()
	return err
}

func (d *door) path(generation int) string {
	name := "init.sock"
	if generation > 0 {
		name = fmt.Sprintf("init-%d.sock", generation)
	}
	return filepath.Join(d.control, name)
}

// listen opens a socket that only root and our own user may use.
func listen(path string) (int, error) {
	if len(path) > longestSocketPath {
		return -1, fmt.Errorf("the control directory's path is too long for a socket: %s", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return -1, err
	}
	descriptor, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		return -1, err
	}
	old := syscall.Umask(0o177)
	err = syscall.Bind(descriptor, &syscall.SockaddrUnix{Name: path})
	syscall.Umask(old)
	if err == nil {
		err = syscall.Listen(descriptor, mostWaiting)
	}
	if err != nil {
		syscall.Close(descriptor)
		return -1, fmt.Errorf("listening at %s: %w", path, err)
	}
	return descriptor, nil
}

func (d *door) current() int {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.generation
}

// accept lets the next caller in and answers which generation of the sandbox it may talk to.
func (d *door) accept() (*os.File, int, error) {
	var connection *os.File
	var generation int
	var failure error
	err := d.raw.Read(func(socket uintptr) bool {
		d.mutex.Lock()
		defer d.mutex.Unlock()
		var waits bool
		connection, waits, failure = letIn(int(socket))
		if connection != nil {
			d.inside[connection] = struct{}{}
			generation = d.generation
		}
		return waits || failure != nil
	})
	if err == nil {
		err = failure
	}
	return connection, generation, err
}

// letIn answers the next caller; false when nobody waits. A file serves as well as a connection of the net package, which
// asks for both names and is a second descriptor.
func letIn(socket int) (*os.File, bool, error) {
	for {
		descriptor, _, err := syscall.Accept4(socket, syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK)
		switch err {
		case nil:
			return os.NewFile(uintptr(descriptor), "caller"), true, nil
		case syscall.EINTR, syscall.ECONNABORTED:
		case syscall.EAGAIN:
			return nil, false, nil
		default:
			return nil, true, err
		}
	}
}

func (d *door) leave(connection *os.File) {
	connection.Close()
	d.mutex.Lock()
	defer d.mutex.Unlock()
	delete(d.inside, connection)
}

// change lets nobody in by the old name any more, turns away those who wait, and sends everybody out but one, who is to
// learn of the new name: until then nobody can have come by it.
func (d *door) change(but *os.File) (int, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	next := d.path(d.generation + 1)
	if len(next) > longestSocketPath {
		return 0, fmt.Errorf("the control directory's path is too long for a socket: %s", next)
	}
	if err := os.Rename(d.path(d.generation), next); err != nil {
		return 0, err
	}
	d.generation++
	if err := d.turnAway(); err != nil {
		return 0, err
	}
	for connection := range d.inside {
		if connection != but {
			connection.Close()
		}
	}
	return d.generation, nil
}

// turnAway hangs up on everybody who waits to be let in.
func (d *door) turnAway() error {
	var failure error
	err := d.raw.Control(func(socket uintptr) {
		for waits := true; waits && failure == nil; {
			var caller *os.File
			if caller, waits, failure = letIn(int(socket)); caller != nil {
				caller.Close()
			}
		}
	})
	if err == nil {
		err = failure
	}
	return err
}
