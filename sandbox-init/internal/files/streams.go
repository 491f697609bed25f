package files

import (
	"io"
	"strconv"
	"strings"
	"syscall"
)

// copyBytes is one buffer for all files: one for each would be most of what this small process allocates.
const copyBytes = 128 << 10

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func joined(segments []string) string { return strings.Join(segments, "/") }

// plain reads a descriptor without the runtime's poller, and answers bare error numbers.
type plain struct{ descriptor int }

func (f plain) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(f.descriptor, p)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return 0, err
		}
		if n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
}

// Write writes all, or says why not.
func (f plain) Write(p []byte) (int, error) {
	written := 0
	for written < len(p) {
		n, err := syscall.Write(f.descriptor, p[written:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return written, err
		}
		written += n
	}
	return written, nil
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
