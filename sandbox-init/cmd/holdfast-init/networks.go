package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"unsafe"
)

const (
	networksCommand = "networks"
	networksSocket  = "networks.sock"
	loopback        = "lo"
)

// init keeps the one goroutine that makes namespaces on the process's first thread: what joins this process by its pid
// joins the namespace of that thread.
func init() {
	if len(os.Args) > 1 && os.Args[1] == networksCommand {
		runtime.LockOSThread()
	}
}

// networks holds a network namespace for others to join, and moves to a new and empty one each time somebody connects
// to its socket. Whoever joined the one before keeps it.
func networks(arguments []string) int {
	if err := lendNetworks(arguments); err != nil {
		fmt.Fprintln(os.Stderr, "holdfast-init:", err)
		return 1
	}
	return 0
}

func lendNetworks(arguments []string) error {
	if len(arguments) != 2 || arguments[0] != "--control" {
		return errors.New("networks needs --control DIR")
	}
	syscall.Umask(0o077)
	path := filepath.Join(arguments[1], networksSocket)
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	for {
		connection, err := listener.Accept()
		if err != nil {
			return err
		}
		answer(connection)
	}
}

// answer says which namespace this process is in now, or why that is none to join.
func answer(connection net.Conn) {
	defer connection.Close()
	name, err := newNetwork()
	if err != nil {
		fmt.Fprintf(connection, "failed: %v\n", err)
		return
	}
	fmt.Fprintln(connection, name)
}

func newNetwork() (string, error) {
	if err := syscall.Unshare(syscall.CLONE_NEWNET); err != nil {
		return "", fmt.Errorf("a new network namespace: %w", err)
	}
	if err := bringUp(loopback); err != nil {
		return "", fmt.Errorf("its loopback interface: %w", err)
	}
	return os.Readlink("/proc/self/ns/net")
}

// bringUp is what SIOCSIFFLAGS takes: a name in 16 bytes and flags behind it, in a structure of 40.
func bringUp(name string) error {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(socket)
	var request struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:], name)
	request.flags = syscall.IFF_UP | syscall.IFF_RUNNING
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(socket), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request)))
	if errno != 0 {
		return errno
	}
	return nil
}
