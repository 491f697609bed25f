package spawn

import (
	"io"
	"os"
	"syscall"
	"unsafe"
)

// Event is what a holder reports; it travels as it lies in memory, between two copies of one process.
type Event struct {
	Kind         uint32
	Pid          uint32
	Status       uint32
	More         uint32 // other processes of the step are alive
	UserMicros   int64  // of all that were waited for so far
	SystemMicros int64
	MaxRssKb     int64 // of the largest single process
	// Blocks of 512 bytes that had to be fetched, and that were written or are yet to be.
	BlocksRead, BlocksWritten int64
}

const (
	// EventStarted gives the main process's id.
	EventStarted = 1
	// EventEnded gives how the main process ended.
	EventEnded = 2
	// EventGone says that nobody is left; its figures are of all.
	EventGone = 3
)

const eventSize = unsafe.Sizeof(Event{})

// ReadEvent takes the next event; io.EOF means that the holder is gone and, if it was not killed, all it held too.
func ReadEvent(status *os.File) (Event, error) {
	var event Event
	_, err := io.ReadFull(status, (*[eventSize]byte)(unsafe.Pointer(&event))[:])
	return event, err
}

// WaitStatus is the event's status as the standard library has it.
func (e Event) WaitStatus() syscall.WaitStatus { return syscall.WaitStatus(e.Status) }
