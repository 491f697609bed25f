package server

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// longestSocketPath is what a socket's address can hold.
const longestSocketPath = 107

// door is where callers come in. Recycling changes the lock: whoever knows the old socket only, or is inside already,
// is a caller of the task before and must not reach the next one.
type door struct {
	mutex      sync.Mutex
	control    string
	generation int
	listener   *net.UnixListener
	inside     map[*net.UnixConn]struct{}
}

func (d *door) open(control string) error {
	d.control, d.inside = control, map[*net.UnixConn]struct{}{}
	listener, err := listen(d.path(0))
	d.listener = listener
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
func listen(path string) (*net.UnixListener, error) {
	if len(path) > longestSocketPath {
		return nil, fmt.Errorf("the control directory's path is too long for a socket: %s", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	old := syscall.Umask(0o177)
	defer syscall.Umask(old)
	return net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
}

func (d *door) current() (*net.UnixListener, int) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.listener, d.generation
}

// accept lets the next caller in and answers which generation of the sandbox it may talk to.
func (d *door) accept() (*net.UnixConn, int, error) {
	for {
		listener, generation := d.current()
		connection, err := listener.AcceptUnix()
		d.mutex.Lock()
		changed := generation != d.generation
		if err == nil && !changed {
			d.inside[connection] = struct{}{}
		}
		d.mutex.Unlock()
		if !changed {
			return connection, generation, err
		}
		if err == nil {
			connection.Close()
		}
	}
}

func (d *door) leave(connection *net.UnixConn) {
	connection.Close()
	d.mutex.Lock()
	defer d.mutex.Unlock()
	delete(d.inside, connection)
}

// change lets nobody in by the old socket any more and sends everybody out but one, who is to learn of the new one.
func (d *door) change(but *net.UnixConn) (int, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	fresh, err := listen(d.path(d.generation + 1))
	if err != nil {
		return 0, err
	}
	old := d.listener
	d.generation++
	d.listener = fresh
	old.Close()
	for connection := range d.inside {
		if connection != but {
			connection.Close()
		}
	}
	return d.generation, nil
}
