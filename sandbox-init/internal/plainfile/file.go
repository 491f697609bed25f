// Package plainfile opens files without the runtime's poller. For a file on disk os.File asks the poller in vain, which
// is five system calls more than the one that is needed; a step's start and end open a handful.
package plainfile

import (
	"io"
	"syscall"
)

// File is an open descriptor.
type File struct {
	descriptor int
}

// Open opens a file, closed on exec.
func Open(path string, flags int, mode uint32) (*File, error) {
	for {
		descriptor, err := syscall.Open(path, flags|syscall.O_CLOEXEC, mode)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &File{descriptor}, nil
	}
}

// ReadAt reads as io.ReaderAt has it.
func (f *File) ReadAt(p []byte, offset int64) (int, error) {
	read := 0
	for read < len(p) {
		n, err := syscall.Pread(f.descriptor, p[read:], offset+int64(read))
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return read, err
		}
		if n == 0 {
			return read, io.EOF
		}
		read += n
	}
	return read, nil
}

// WriteAt writes all, or says why not.
func (f *File) WriteAt(p []byte, offset int64) (int, error) {
	written := 0
	for written < len(p) {
		n, err := syscall.Pwrite(f.descriptor, p[written:], offset+int64(written))
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

// Append writes all at the end of a file opened with O_APPEND.
func (f *File) Append(p []byte) error {
	for len(p) > 0 {
		n, err := syscall.Write(f.descriptor, p)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		p = p[n:]
	}
	return nil
}

// Truncate cuts the file.
func (f *File) Truncate(size int64) error { return syscall.Ftruncate(f.descriptor, size) }

// Sync puts the file on disk.
func (f *File) Sync() error { return syscall.Fsync(f.descriptor) }

// SyncData puts the file's content on disk.
func (f *File) SyncData() error { return syscall.Fdatasync(f.descriptor) }

// Size is the file's length.
func (f *File) Size() (int64, error) {
	var stat syscall.Stat_t
	err := syscall.Fstat(f.descriptor, &stat)
	return stat.Size, err
}

// Close gives the descriptor back.
func (f *File) Close() error { return syscall.Close(f.descriptor) }
