package files

import (
	"os"
	"sort"
	"syscall"

	"holdfast.dev/sandbox-init/internal/protocol"
)

func sortedNames(directory *os.File) ([]string, error) {
	found, err := directory.Readdirnames(-1)
	sort.Strings(found)
	return found, err
}

// typeOf names a file's type as list and skipped do.
func typeOf(mode uint32) string {
	switch mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		return "file"
	case syscall.S_IFDIR:
		return "dir"
	case syscall.S_IFLNK:
		return "link"
	case syscall.S_IFIFO:
		return "fifo"
	case syscall.S_IFSOCK:
		return "socket"
	}
	return "device"
}

func describe(directory int, name, shown string) (protocol.Entry, error) {
	stat, err := lstatAt(directory, name)
	if err != nil {
		return protocol.Entry{}, err
	}
	entry := protocol.Entry{
		Path: protocol.EscapeName(shown), Type: typeOf(stat.Mode), Size: stat.Size, Mode: stat.Mode & 0o7777,
		MtimeMs: int64(stat.Mtim.Sec)*1000 + int64(stat.Mtim.Nsec)/1e6,
	}
	if entry.Type == "link" {
		target, err := readLinkAt(directory, name)
		if err != nil {
			return protocol.Entry{}, err
		}
		entry.Link = protocol.EscapeName(target)
	}
	return entry, nil
}

// join adds a name to a path relative to the root, where the root itself is the empty path.
func join(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "/" + name
}
