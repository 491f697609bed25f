package files

import (
	"archive/tar"
	"errors"
	"io"
	"math"
	"strings"
	"syscall"

	"holdfast.dev/sandbox-init/internal/protocol"
)

// unpacker writes an archive into a staging directory beside its goal. Only when all of it was good is it moved to
// where it belongs: a bad archive leaves nothing, not even half of a file that was there before.
type unpacker struct {
	request     protocol.Put
	staging     int
	directories []directoryEntry
	entries     int64
	done        protocol.PutDone
	buffer      [copyBytes]byte
}

type directoryEntry struct {
	segments []string
	mode     uint32
	seconds  int64
}

func unpack(workspace string, request protocol.Put, in *dataReader) (any, error) {
	if request.MaxBytes < 0 || request.MaxFiles < 0 {
		return nil, protocol.Fail(protocol.BadRequest, "put: maxBytes and maxFiles must not be negative")
	}
	for _, limit := range []*int64{&request.MaxBytes, &request.MaxFiles} {
		if *limit == 0 {
			*limit = math.MaxInt64
		}
	}
	where, err := locate(workspace, request.Path)
	if err != nil {
		return nil, err
	}
	target, made, err := where.open(true)
	if err == nil {
		defer syscall.Close(target)
		u := &unpacker{request: request, done: protocol.PutDone{OK: true}}
		if err = u.run(target, in); err == nil {
			return u.done, nil
		}
	}
	where.unmake(made)
	return nil, err
}

// unmake removes the directories that open made, as long as they are empty.
func (p place) unmake(made int) {
	for i := 0; i < made; i++ {
		last := len(p.components) - i
		if last <= 0 {
			return
		}
		parent, name, err := place{p.base, p.components[:last]}.parent()
		if err != nil {
			return
		}
		_ = removeAt(parent, name, removeDirectory)
		syscall.Close(parent)
	}
}

func (u *unpacker) run(target int, in *dataReader) error {
	name, err := makeStaging(target)
	if err != nil {
		return failure(u.request.Path, err)
	}
	defer removeAt(target, name, removeDirectory)
	if u.staging, err = syscall.Openat(target, name, openDirectory, 0); err != nil {
		return failure(u.request.Path, err)
	}
	defer syscall.Close(u.staging)
	defer emptied(u.staging)
	if err := u.read(in); err != nil {
		return err
	}
	if err := checkMerge(u.staging, target, nil); err != nil {
		return err
	}
	if err := merge(u.staging, target, nil); err != nil {
		return err
	}
	u.finishDirectories(target)
	return nil
}

// read takes the archive and everything behind it up to the end frame.
func (u *unpacker) read(in *dataReader) error {
	archive := tar.NewReader(in)
	for {
		header, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return broken(err)
		}
		if header.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		if err := u.entry(header, archive); err != nil {
			return err
		}
	}
	if err := in.finish(); err != nil {
		return broken(err)
	}
	return nil
}

func broken(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return protocol.Fail(protocol.BadRequest, "put: the archive ends in the middle; nothing was written")
	}
	return protocol.Fail(protocol.BadRequest, "put: not a tar archive: %v; nothing was written", err)
}

func (u *unpacker) entry(header *tar.Header, content io.Reader) error {
	segments, err := safeName(header.Name)
	if err != nil {
		return err
	}
	if u.entries++; u.entries > u.request.MaxFiles {
		return protocol.Fail(protocol.TooLarge, "put: more than %d entries; nothing was written", u.request.MaxFiles)
	}
	if header.Size < 0 || header.Size > u.request.MaxBytes-u.done.Bytes {
		return protocol.Fail(protocol.TooLarge, "put: entry %s does not fit into %d bytes for all; nothing was written",
			protocol.EscapeName(header.Name), u.request.MaxBytes)
	}
	if len(segments) == 0 {
		if header.Typeflag == tar.TypeDir {
			return nil // the root itself, which tar writes as ./
		}
		return refuse(header.Name, "it has no name")
	}
	if header.Typeflag == tar.TypeDir {
		return u.directory(segments, header)
	}
	parent, err := u.open(segments[:len(segments)-1], header.Name)
	if err != nil {
		return err
	}
	defer syscall.Close(parent)
	name := segments[len(segments)-1]
	if err := removeAt(parent, name, 0); err != nil && err != syscall.ENOENT {
		return refuse(header.Name, "a directory of that name is in the archive")
	}
	u.done.Files++
	return u.write(parent, name, header, content)
}

func (u *unpacker) write(parent int, name string, header *tar.Header, content io.Reader) error {
	switch header.Typeflag {
	case tar.TypeReg, tar.TypeGNUSparse:
		u.done.Bytes += header.Size
		return u.file(parent, name, header, content)
	case tar.TypeSymlink:
		if header.Linkname == "" || strings.Contains(header.Linkname, "\x00") {
			return refuse(header.Name, "a link to nothing")
		}
		if err := symlinkAt(header.Linkname, parent, name); err != nil {
			return failure(header.Name, err)
		}
		return nil
	case tar.TypeLink:
		return u.link(parent, name, header)
	}
	return refuse(header.Name, "only files, directories and links are taken")
}

func (u *unpacker) file(parent int, name string, header *tar.Header, content io.Reader) error {
	descriptor, err := syscall.Openat(parent, name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return failure(header.Name, err)
	}
	defer syscall.Close(descriptor)
	n, err := io.CopyBuffer(plain{descriptor}, content, u.buffer[:])
	if _, isWrite := err.(syscall.Errno); isWrite {
		return failure(header.Name, err)
	}
	if err != nil || n < header.Size {
		return broken(io.ErrUnexpectedEOF)
	}
	_ = syscall.Fchmod(descriptor, uint32(header.Mode)&0o777)
	setTimes(descriptor, header.ModTime.Unix(), int64(header.ModTime.Nanosecond()))
	return nil
}

// link makes a hard link, only to something that this archive brought.
func (u *unpacker) link(parent int, name string, header *tar.Header) error {
	segments, err := safeName(header.Linkname)
	if err != nil || len(segments) == 0 {
		return refuse(header.Name, "it links to outside of the archive")
	}
	from, err := u.open(segments[:len(segments)-1], header.Name)
	if err != nil {
		return err
	}
	defer syscall.Close(from)
	if err := linkAt(from, segments[len(segments)-1], parent, name); err != nil {
		return refuse(header.Name, "it links to "+protocol.EscapeName(header.Linkname)+", which is not in the archive before it")
	}
	return nil
}

func (u *unpacker) directory(segments []string, header *tar.Header) error {
	made, err := u.open(segments, header.Name)
	if err != nil {
		return err
	}
	syscall.Close(made)
	u.directories = append(u.directories, directoryEntry{segments, uint32(header.Mode) & 0o777, header.ModTime.Unix()})
	return nil
}

// open goes down in the staging directory and makes what is missing. A link on the way is refused, never followed.
func (u *unpacker) open(segments []string, entry string) (int, error) {
	directory, err := syscall.Openat(u.staging, ".", openDirectory, 0)
	if err != nil {
		return -1, err
	}
	for _, segment := range segments {
		next, _, err := descend(directory, segment, true)
		syscall.Close(directory)
		if err == syscall.ENOTDIR || err == syscall.ELOOP {
			return -1, refuse(entry, "it would be written through a link or a file")
		}
		if err != nil {
			return -1, failure(entry, err)
		}
		directory = next
	}
	return directory, nil
}

func refuse(entry, why string) error {
	return protocol.Fail(protocol.Refused, "put: entry %s: %s; nothing was written", protocol.EscapeName(entry), why)
}

// safeName splits an entry's name; it must stay below the goal.
func safeName(name string) ([]string, error) {
	if strings.HasPrefix(name, "/") {
		return nil, refuse(name, "an absolute name")
	}
	var segments []string
	for _, segment := range split(name) {
		switch {
		case segment == ".":
			continue
		case segment == "..":
			return nil, refuse(name, "it leads out of the directory")
		case len(segment) > longestName || strings.Contains(segment, "\x00"):
			return nil, refuse(name, "not a file name")
		}
		segments = append(segments, segment)
	}
	return segments, nil
}
