package server

import (
	"encoding/json"
	"os"
	"syscall"
	"time"

	"holdfast.dev/sandbox-init/internal/files"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/spawn"
	"holdfast.dev/sandbox-init/internal/wire"
)

const (
	// patience is how long a file process may do nothing. The workload has its uid and could stop it.
	patience = 60 * time.Second
	// tidying is how long it may take to remove what it has begun.
	tidying = 10 * time.Second
	// pipeBytes lets a file process work on while we wait for the caller, and the other way round.
	pipeBytes   = 1 << 20
	setPipeSize = 1031 // F_SETPIPE_SZ
)

// fileProcess is our own program as the task's user. Nothing it says is trusted beyond what the task's own user
// could say: frames are bounded and results are decoded again.
type fileProcess struct {
	pid    int
	input  *os.File
	output *os.File
	in     *wire.Writer
	out    *wire.Reader
	ended  chan struct{}
	unmet  int
	// shielded says that it has a real user of its own.
	shielded bool
}

// fileProcess starts one for a caller.
func (c *conversation) fileProcess(request files.Request) (*fileProcess, error) {
	leave, err := c.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	return c.server.fileProcess(request)
}

func (s *Server) fileProcess(request files.Request) (*fileProcess, error) {
	request.Workspace = s.Host.Workspace
	if f := s.takeSpare(); f != nil && f.ask(request) == nil {
		return f, nil
	}
	f, err := s.newFileProcess(request)
	if err != nil {
		s.spare.notLent()
	}
	return f, err
}

func (s *Server) newFileProcess(request files.Request) (*fileProcess, error) {
	s.spare.mutex.Lock()
	f := &fileProcess{ended: make(chan struct{}), unmet: s.unmet()}
	s.spare.mutex.Unlock()
	if err := f.start(s); err != nil {
		if spawn.Exhausted(err) {
			return nil, protocol.Fail(protocol.Limit, "files cannot be moved now, the limit of processes, memory or open files is reached: %v", err)
		}
		return nil, err
	}
	if f.send(request) != nil {
		defer f.close()
		return nil, f.lastWords()
	}
	return f, nil
}

// ask sends a request; a process that does not take it is ended.
func (f *fileProcess) ask(request files.Request) error {
	err := f.send(request)
	if err != nil {
		f.close()
	}
	return err
}

func (f *fileProcess) send(request files.Request) error {
	if err := f.in.Object(wire.JSON, request); err != nil {
		return err
	}
	return f.flush()
}

func (f *fileProcess) start(s *Server) error {
	var input, output [2]int
	null, err := syscall.Open("/dev/null", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(null)
	if err := syscall.Pipe2(input[:], syscall.O_CLOEXEC); err != nil {
		return err
	}
	defer syscall.Close(input[0])
	f.input = pollable(input[1], "file process input")
	if err := syscall.Pipe2(output[:], syscall.O_CLOEXEC); err != nil {
		f.input.Close()
		return err
	}
	defer syscall.Close(output[1])
	f.output = pollable(output[0], "file process output")
	for _, descriptor := range []int{input[0], output[1]} {
		// Without it everything works too, only slower.
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, uintptr(descriptor), setPipeSize, pipeBytes)
	}
	f.shielded = s.Host.Identity != nil
	f.in, f.out = wire.NewWriter(f.input), wire.NewReader(f.output)
	started, err := s.Host.Reaper.Fork(spawn.Command{
		Paths: []string{"/proc/self/exe"},
		Argv:  append([]string{"holdfast-init", files.Command}, filesUser(s.Host.Identity).Arguments()...),
		// One processor and a small heap: it shares the sandbox's limits with the task.
		Env: []string{"GOMAXPROCS=1", "GOGC=50"}, Dir: "/",
		Stdio: [3]int{input[0], output[1], null}, Session: true, Identity: untilItBecomes(s.Host.Identity),
		NoNewPrivileges: !s.Host.Local, OomScore: s.Host.OomScore,
	}, func(syscall.WaitStatus) { close(f.ended) })
	if err == nil {
		f.pid = started.Pid
		if err = started.Executed(); err == nil {
			return nil
		}
	}
	f.input.Close()
	f.output.Close()
	return err
}

func pollable(descriptor int, name string) *os.File {
	_ = syscall.SetNonblock(descriptor, true)
	return os.NewFile(uintptr(descriptor), name)
}

func (f *fileProcess) flush() error {
	_ = f.input.SetWriteDeadline(time.Now().Add(patience))
	return f.in.Flush()
}

func (f *fileProcess) next() (wire.Header, error) {
	_ = f.output.SetReadDeadline(time.Now().Add(patience))
	return f.out.Next()
}

// close ends the process, whatever it does.
func (f *fileProcess) close() {
	f.input.Close()
	f.output.Close()
	f.kill()
	<-f.ended
}

// kill does not wait for the end.
func (f *fileProcess) kill() {
	select {
	case <-f.ended:
	default:
		// It is not reaped before ended closes, so the id is still its own.
		_ = syscall.Kill(f.pid, syscall.SIGKILL)
	}
}

// abandon lets the process see that its input ends in the middle, so that it takes back what it has begun.
func (f *fileProcess) abandon() {
	f.input.Close()
	select {
	case <-f.ended:
	case <-time.After(tidying):
	}
}

func (f *fileProcess) lost() error {
	return protocol.Fail(protocol.Internal, "the process that moves files ended early or made no progress for %v", patience)
}

// lastWords is why it ended before it was asked.
func (f *fileProcess) lastWords() error {
	var nothing struct{}
	if err := f.answer(&nothing); err != nil {
		return err
	}
	return f.lost()
}

// result reads the end frame into answer, or the failure it tells.
func (f *fileProcess) result(header wire.Header, answer any) error {
	if header.Kind != wire.End {
		return f.lost()
	}
	payload, err := f.out.Payload(header)
	if err != nil {
		return f.lost()
	}
	var failed protocol.ErrorAnswer
	if json.Unmarshal(payload, &failed) == nil && failed.Error != nil {
		return failed.Error
	}
	if err := json.Unmarshal(payload, answer); err != nil {
		return f.lost()
	}
	return nil
}

// answer reads the one of a request that has nothing else.
func (f *fileProcess) answer(answer any) error {
	header, err := f.next()
	if err != nil {
		return f.lost()
	}
	return f.result(header, answer)
}
