package step

import (
	"os"
	"syscall"
	"time"
	"unsafe"

	"holdfast.dev/sandbox-init/internal/identity"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/spawn"
	"holdfast.dev/sandbox-init/internal/steplog"
)

const (
	ioctlSetSize = 0x5414     // TIOCSWINSZ
	ioctlUnlock  = 0x40045431 // TIOCSPTLCK
	ioctlPeer    = 0x5441     // TIOCGPTPEER
	endOfInput   = 4          // ^D
)

// stdio is both sides of a step's standard streams.
type stdio struct {
	child    [3]int // what the command gets
	toClose  []int
	outputs  []output
	input    *os.File
	terminal *os.File
}

// output is a stream that comes from the command.
type output struct {
	stream steplog.Stream
	file   *os.File
}

func (s *stdio) closeChildSide() {
	for _, descriptor := range s.toClose {
		syscall.Close(descriptor)
	}
	s.toClose = nil
}

func (s *stdio) closeAll() {
	s.closeChildSide()
	for _, from := range s.outputs {
		from.file.Close()
	}
	if s.input != nil && s.input != s.terminal {
		s.input.Close()
	}
}

func openStdio(r *protocol.Start, who *spawn.Identity) (*stdio, error) {
	s := &stdio{}
	var err error
	if r.Pty != nil {
		err = s.openTerminal(r, who)
	} else {
		err = s.openPipes(r)
	}
	if err != nil {
		s.closeAll()
		return nil, err
	}
	return s, nil
}

func (s *stdio) openPipes(r *protocol.Start) error {
	if r.Stdin == "open" {
		var ends [2]int
		if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
			return err
		}
		s.child[0], s.toClose = ends[0], append(s.toClose, ends[0])
		syscall.SetNonblock(ends[1], true)
		s.input = os.NewFile(uintptr(ends[1]), "stdin")
	} else {
		null, err := syscall.Open("/dev/null", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return err
		}
		s.child[0], s.toClose = null, append(s.toClose, null)
	}
	for i, stream := range []steplog.Stream{steplog.Stdout, steplog.Stderr} {
		var ends [2]int
		if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC); err != nil {
			return err
		}
		syscall.SetNonblock(ends[0], true)
		s.outputs = append(s.outputs, output{stream, os.NewFile(uintptr(ends[0]), "output")})
		s.child[i+1], s.toClose = ends[1], append(s.toClose, ends[1])
	}
	return nil
}

// openTerminal opens as the task's user, so that the terminal belongs to it and can be opened by name.
func (s *stdio) openTerminal(r *protocol.Start, who *spawn.Identity) error {
	return identity.As(who, func() error {
		master, err := syscall.Open("/dev/ptmx", syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
		if err != nil {
			return err
		}
		s.terminal = os.NewFile(uintptr(master), "terminal")
		s.outputs = append(s.outputs, output{steplog.Terminal, s.terminal})
		s.input = s.terminal
		var unlocked int32
		if errno := ioctl(master, ioctlUnlock, uintptr(unsafe.Pointer(&unlocked))); errno != 0 {
			return errno
		}
		peer, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(master), ioctlPeer, syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_CLOEXEC)
		if errno != 0 {
			return errno
		}
		s.child = [3]int{int(peer), int(peer), int(peer)}
		s.toClose = append(s.toClose, int(peer))
		return setSize(s.terminal, r.Pty.Rows, r.Pty.Cols)
	})
}

func setSize(terminal *os.File, rows, cols uint16) error {
	size := [4]uint16{rows, cols, 0, 0}
	connection, err := terminal.SyscallConn()
	if err != nil {
		return err
	}
	var errno syscall.Errno
	err = connection.Control(func(descriptor uintptr) {
		errno = ioctl(int(descriptor), ioctlSetSize, uintptr(unsafe.Pointer(&size)))
	})
	if err == nil && errno != 0 {
		err = errno
	}
	return err
}

func ioctl(descriptor int, request, argument uintptr) syscall.Errno {
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(descriptor), request, argument)
	return errno
}

// now is the wall clock's time, for log frames.
func now() int64 { return time.Now().UnixNano() }
