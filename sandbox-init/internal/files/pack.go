package files

import (
	"archive/tar"
	"bufio"
	"io"
	"math"
	"syscall"
	"time"
	"unicode/utf8"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

const (
	mostSkipped = 1000
	// nameRecord carries, for a name that is not UTF-8, the escaped form of protocol.EscapeName.
	nameRecord = "HOLDFAST.name"
)

type inode struct {
	device, number uint64
}

// packer writes a tar archive of what a selection takes.
type packer struct {
	buffer  [copyBytes]byte
	request protocol.Get
	want    selection
	out     *tar.Writer
	links   map[inode]string
	entries int64
	done    protocol.GetDone

	skippedBytes int
}

func pack(workspace string, request protocol.Get, writer *wire.Writer) (any, error) {
	want, err := newSelection(request.Include, request.Exclude)
	if err != nil {
		return nil, err
	}
	if request.MaxBytes < 0 || request.MaxFiles < 0 || request.MaxFileBytes < 0 {
		return nil, protocol.Fail(protocol.BadRequest, "get: maxBytes, maxFiles and maxFileBytes must not be negative")
	}
	where, err := locate(workspace, request.Root)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewWriterSize(frames{writer}, 64<<10)
	p := &packer{request: unlimited(request), want: want, out: tar.NewWriter(buffered), links: map[inode]string{}}
	p.done.Skipped = []protocol.Skipped{}
	if err := p.start(where); err != nil {
		return nil, err
	}
	if err := p.out.Close(); err != nil {
		return nil, err
	}
	if err := buffered.Flush(); err != nil {
		return nil, err
	}
	return p.done, nil
}

func unlimited(request protocol.Get) protocol.Get {
	for _, limit := range []*int64{&request.MaxBytes, &request.MaxFiles, &request.MaxFileBytes} {
		if *limit == 0 {
			*limit = math.MaxInt64
		}
	}
	return request
}

// start takes a directory's content, or a single file under its own name.
func (p *packer) start(where place) error {
	parent, name, err := where.parent()
	if err != nil {
		return err
	}
	defer syscall.Close(parent)
	stat, err := lstatAt(parent, name)
	if err != nil {
		return failure(where.base+"/"+name, err)
	}
	if stat.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		return p.take(parent, name, []string{name}, stat)
	}
	directory, err := syscall.Openat(parent, name, openDirectory, 0)
	if err != nil {
		return failure(where.base+"/"+name, err)
	}
	defer syscall.Close(directory)
	return p.walk(directory, nil)
}

func (p *packer) walk(directory int, above []string) error {
	found, err := names(directory)
	if err != nil {
		p.skip(above, "unreadable: "+err.Error())
		return nil
	}
	for _, name := range found {
		segments := append(above[:len(above):len(above)], name)
		take, descend := p.want.wants(segments)
		if !take && !descend {
			continue
		}
		stat, err := lstatAt(directory, name)
		if err != nil {
			p.skip(segments, "changed: it is gone")
			continue
		}
		isDirectory := stat.Mode&syscall.S_IFMT == syscall.S_IFDIR
		if take {
			if err := p.take(directory, name, segments, stat); err != nil {
				return err
			}
		}
		if isDirectory && descend {
			if err := p.descend(directory, name, segments); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *packer) descend(directory int, name string, segments []string) error {
	below, err := syscall.Openat(directory, name, openDirectory, 0)
	switch err {
	case nil:
		defer syscall.Close(below)
		return p.walk(below, segments)
	case syscall.ENOTDIR, syscall.ELOOP, syscall.ENOENT:
		p.skip(segments, "changed: it is not a directory any more")
	default:
		p.skip(segments, "unreadable: "+err.Error())
	}
	return nil
}

// take writes one entry. Only an error of the archive itself is an error.
func (p *packer) take(directory int, name string, segments []string, stat syscall.Stat_t) error {
	if p.entries >= p.request.MaxFiles {
		p.skip(segments, "max_files: more than "+decimal(p.request.MaxFiles)+" entries")
		return nil
	}
	header := &tar.Header{Name: joined(segments), Mode: int64(stat.Mode & 0o777), ModTime: time.Unix(int64(stat.Mtim.Sec), 0)}
	switch kind := typeOf(stat.Mode); kind {
	case "dir":
		header.Typeflag = tar.TypeDir
		header.Name += "/"
		return p.write(header)
	case "link":
		target, err := readLinkAt(directory, name)
		if err != nil {
			p.skip(segments, "changed: it is not a link any more")
			return nil
		}
		header.Typeflag, header.Linkname, header.Mode = tar.TypeSymlink, target, 0o777
		p.done.Files++
		return p.write(header)
	case "file":
		return p.takeFile(directory, name, segments, header)
	default:
		p.skip(segments, kind)
		return nil
	}
}

func (p *packer) write(header *tar.Header) error {
	if !utf8.ValidString(header.Name) || !utf8.ValidString(header.Linkname) {
		header.PAXRecords = map[string]string{nameRecord: protocol.EscapeName(header.Name)}
		if header.Linkname != "" {
			header.PAXRecords["HOLDFAST.linkname"] = protocol.EscapeName(header.Linkname)
		}
	}
	p.entries++
	return p.out.WriteHeader(header)
}

func (p *packer) takeFile(directory int, name string, segments []string, header *tar.Header) error {
	// Not blocking: in the meantime it may have become a FIFO.
	descriptor, err := syscall.Openat(directory, name, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		p.skip(segments, "unreadable: "+err.Error())
		return nil
	}
	defer syscall.Close(descriptor)
	var stat syscall.Stat_t
	if err := syscall.Fstat(descriptor, &stat); err != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
		p.skip(segments, "changed: it is not a file any more")
		return nil
	}
	key := inode{uint64(stat.Dev), stat.Ino}
	if first, seen := p.links[key]; seen && stat.Nlink > 1 {
		header.Typeflag, header.Linkname = tar.TypeLink, first
		p.done.Files++
		return p.write(header)
	}
	if stat.Size > p.request.MaxFileBytes {
		p.skip(segments, "too_large: "+decimal(stat.Size)+" bytes, the limit for a file is "+decimal(p.request.MaxFileBytes))
		return nil
	}
	if stat.Size > p.request.MaxBytes-p.done.Bytes {
		p.skip(segments, "max_bytes: "+decimal(stat.Size)+" bytes do not fit into the limit of "+decimal(p.request.MaxBytes)+" for all")
		return nil
	}
	header.Typeflag, header.Size = tar.TypeReg, stat.Size
	if err := p.write(header); err != nil {
		return err
	}
	if stat.Nlink > 1 {
		p.links[key] = header.Name
	}
	p.done.Files++
	p.done.Bytes += stat.Size
	return p.content(descriptor, segments, stat)
}

// content writes exactly as many bytes as the header said, whatever the file does meanwhile.
func (p *packer) content(descriptor int, segments []string, before syscall.Stat_t) error {
	n, err := io.CopyBuffer(p.out, io.LimitReader(plain{descriptor}, before.Size), p.buffer[:])
	if err != nil && n < before.Size {
		if _, isRead := err.(syscall.Errno); !isRead {
			return err
		}
		p.skip(segments, "unreadable: "+err.Error()+"; filled up with zeros from byte "+decimal(n))
	} else if n < before.Size {
		p.skip(segments, "changed: it shrank while it was read; filled up with zeros from byte "+decimal(n))
	}
	if n < before.Size {
		_, err := io.CopyN(p.out, zeros{}, before.Size-n)
		return err
	}
	var after syscall.Stat_t
	if syscall.Fstat(descriptor, &after) == nil && (after.Size != before.Size || after.Mtim != before.Mtim) {
		p.skip(segments, "changed: it was written to while it was read; collected with "+decimal(before.Size)+" bytes")
	}
	return nil
}

func (p *packer) skip(segments []string, reason string) {
	p.skippedBytes += len(joined(segments)) + len(reason)
	if len(p.done.Skipped) >= mostSkipped || p.skippedBytes > listingBytes {
		p.done.SkippedMore++
		return
	}
	p.done.Skipped = append(p.done.Skipped, protocol.Skipped{Path: protocol.EscapeName(joined(segments)), Reason: reason})
}
