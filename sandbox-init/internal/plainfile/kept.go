package plainfile

import (
	"io"
	"sync"
	"syscall"
)

// firstRead is more than most files of the kernel have.
const firstRead = 1 << 10

// Kept is a file of the kernel that is read again and again: it stays open, and is read from its beginning each time.
type Kept struct {
	path  string
	mutex sync.Mutex
	file  *File
	room  []byte
}

// Keep opens nothing yet.
func Keep(path string) *Kept { return &Kept{path: path} }

// Read hands all of the file to take, which must not keep it; false when it cannot be read.
func (k *Kept) Read(take func(content []byte)) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.file == nil {
		file, err := Open(k.path, syscall.O_RDONLY, 0)
		if err != nil {
			return false
		}
		k.file, k.room = file, make([]byte, firstRead)
	}
	for {
		n, err := k.file.ReadAt(k.room, 0)
		if err == io.EOF {
			take(k.room[:n])
			return true
		}
		if err != nil {
			return false
		}
		k.room = make([]byte, 2*len(k.room))
	}
}
