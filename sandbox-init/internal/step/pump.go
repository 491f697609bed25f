package step

import (
	"os"
	"sync"
	"syscall"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/steplog"
)

const pumpBytes = 32 << 10

var pumpBuffers = sync.Pool{New: func() any {
	buffer := make([]byte, steplog.Room+pumpBytes)
	return &buffer
}}

// pump carries a stream into the log until its last writer closed it. It goes on, into nothing, after the step's end:
// a background process that was left alone must not die of a broken pipe.
func (s *Step) pump(file *os.File, stream steplog.Stream) {
	defer file.Close()
	connection, err := file.SyscallConn()
	if err != nil {
		return
	}
	for {
		size := 0
		err = connection.Read(func(descriptor uintptr) bool {
			// The buffer is taken only when there may be something: a silent step costs none.
			buffer := pumpBuffers.Get().(*[]byte)
			defer pumpBuffers.Put(buffer)
			var failure error
			size, failure = syscall.Read(int(descriptor), (*buffer)[steplog.Room:])
			for failure == syscall.EINTR {
				size, failure = syscall.Read(int(descriptor), (*buffer)[steplog.Room:])
			}
			if failure == syscall.EAGAIN {
				return false
			}
			if failure == nil && size > 0 {
				s.log.Append(stream, now(), (*buffer)[:steplog.Room+size])
			}
			return true
		})
		if err != nil || size <= 0 { // end of file, or EIO from a terminal that was hung up
			return
		}
		s.checkOutputLimit()
	}
}

func (s *Step) checkOutputLimit() {
	if s.request.OnOutputLimit == "kill" && s.log.Figures().Total > s.request.OutputLimitBytes {
		s.overflow.Do(func() { go s.Terminate(protocol.OutputLimit, 0) })
	}
}
