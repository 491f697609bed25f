package files

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"syscall"
	"unsafe"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

// Command is the word that the program is started with as a file process.
const Command = "files"

// Request is what the supervisor asks of its file process: one of the bodies, with the workspace's path.
type Request struct {
	Workspace string         `json:"workspace"`
	Put       *protocol.Put  `json:"put,omitempty"`
	Get       *protocol.Get  `json:"get,omitempty"`
	List      *protocol.List `json:"list,omitempty"`
	Stat      *protocol.Stat `json:"stat,omitempty"`
	Wipe      *Wipe          `json:"wipe,omitempty"`
}

// Wipe asks for directories to be emptied.
type Wipe struct {
	Paths []string `json:"paths"`
	// Whole says that all there is belongs to this sandbox: every other place that the task's user can write to is
	// emptied too when it is in memory, and told when it is not, and so is what processes share without files.
	Whole bool `json:"whole"`
}

// pipeRead is much at once: the files come through here.
const pipeRead = 64 << 10

// Serve answers requests as the user that we are until one fails or there are no more: it reads a JSON frame (and for a put data frames up to an
// end frame), and writes data frames (for a get), then an end frame with the result or an error.
func Serve(user User, in io.Reader, out io.Writer) error {
	reader, writer := wire.NewReader(bufio.NewReaderSize(in, pipeRead)), wire.NewWriter(out)
	for {
		request, err := next(reader)
		if err == io.EOF {
			return nil
		}
		var result any
		if err == nil {
			result, err = serve(user, request, reader, writer)
		}
		if err != nil {
			result = protocol.ErrorAnswer{Error: protocol.AsFailure(err)}
		}
		if failed := errors.Join(writer.Object(wire.End, result), writer.Flush()); failed != nil || err != nil {
			return failed
		}
	}
}

func next(reader *wire.Reader) (request Request, err error) {
	header, err := reader.Next()
	if err != nil {
		return request, err
	}
	payload, err := reader.Payload(header)
	if err != nil {
		return request, err
	}
	err = json.Unmarshal(payload, &request)
	return request, err
}

func serve(user User, request Request, reader *wire.Reader, writer *wire.Writer) (any, error) {
	switch {
	case request.Put != nil:
		return unpack(request.Workspace, *request.Put, &dataReader{in: reader})
	case request.Get != nil:
		return pack(request.Workspace, *request.Get, writer)
	case request.List != nil:
		return list(request.Workspace, *request.List)
	case request.Stat != nil:
		return stat(request.Workspace, *request.Stat)
	case request.Wipe != nil:
		return wipe(user, request.Workspace, *request.Wipe)
	}
	return nil, errors.New("the request names no operation")
}

// dataReader is the stream of data frames up to the end frame.
type dataReader struct {
	in    *wire.Reader
	rest  []byte
	ended bool
}

func (d *dataReader) Read(p []byte) (int, error) {
	for len(d.rest) == 0 {
		if d.ended {
			return 0, io.EOF
		}
		header, err := d.in.Next()
		if err != nil {
			return 0, io.ErrUnexpectedEOF
		}
		if d.rest, err = d.in.Payload(header); err != nil {
			return 0, io.ErrUnexpectedEOF
		}
		if header.Kind == wire.End {
			d.rest, d.ended = nil, true
		}
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// finish reads up to the end frame, so that a cut upload is told from a whole one.
func (d *dataReader) finish() error {
	_, err := io.Copy(io.Discard, d)
	return err
}

// frames makes data frames of a stream.
type frames struct {
	out *wire.Writer
}

func (f frames) Write(p []byte) (int, error) {
	written := 0
	for len(p) > 0 {
		part := p[:min(len(p), 64<<10)]
		if err := f.out.Frame(wire.Data, part); err != nil {
			return written, err
		}
		written += len(part)
		p = p[len(part):]
	}
	return written, nil
}

// Main is the file process's entry point. Until it has become the task's user it is as powerful as the supervisor, so
// nothing comes before that, and without it no request is read.
func Main(arguments []string) int {
	hide()
	user, err := parseUser(arguments)
	if err == nil {
		err = user.become()
	}
	hide() // again: a change of user may have undone it, as the system is set
	if err != nil {
		refuseAll(os.Stdout, err)
		return 1
	}
	name := [16]byte{}
	copy(name[:], "holdfast-files")
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_NAME, uintptr(unsafe.Pointer(&name)), 0)
	syscall.Umask(0)
	if err := Serve(user, os.Stdin, os.Stdout); err != nil {
		return 1
	}
	return 0
}

// hide keeps the workload, which has the same uid, from tracing us and from what /proc has about us.
func hide() {
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}

// refuseAll answers whatever will be asked.
func refuseAll(out io.Writer, err error) {
	writer := wire.NewWriter(out)
	_ = writer.Object(wire.End, protocol.ErrorAnswer{Error: protocol.AsFailure(err)})
	_ = writer.Flush()
}
