package files

import (
	"strings"
	"syscall"

	"holdfast.dev/sandbox-init/internal/protocol"
)

const (
	defaultListing = 1000
	longestListing = 10000
	// listingBytes bounds an answer below the size of a frame; escaping in JSON can take six bytes for one.
	listingBytes = 150 << 10
)

type lister struct {
	request protocol.List
	after   []string
	answer  protocol.Listing
	bytes   int
}

func list(workspace string, request protocol.List) (any, error) {
	if request.Limit < 0 {
		return nil, protocol.Fail(protocol.BadRequest, "list: field limit must not be negative")
	}
	if request.Limit == 0 {
		request.Limit = defaultListing
	}
	request.Limit = min(request.Limit, longestListing)
	after, err := protocol.UnescapeName(request.After)
	if err != nil {
		return nil, err
	}
	where, err := locate(workspace, request.Path)
	if err != nil {
		return nil, err
	}
	directory, _, err := where.open(false)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(directory)
	l := &lister{request: request, after: split(after), answer: protocol.Listing{OK: true, Entries: []protocol.Entry{}}}
	err = l.walk(directory, "", l.after)
	if err != nil {
		return nil, failure(request.Path, err)
	}
	return l.answer, nil
}

// walk lists a directory in the order of its names' bytes, each directory before what is in it. after holds the rest
// of the path to go on behind, or is nil when all is wanted.
func (l *lister) walk(directory int, parent string, after []string) error {
	found, err := names(directory)
	if err != nil {
		return err
	}
	for _, name := range found {
		var deeper []string
		if len(after) > 0 {
			order := strings.Compare(name, after[0])
			if order < 0 {
				continue
			}
			if order == 0 {
				deeper = after[1:]
				if !l.request.Recursive {
					continue
				}
			}
		}
		resumed := len(after) > 0 && name == after[0]
		if !resumed && !l.add(directory, name, join(parent, name)) {
			return nil
		}
		if l.request.Recursive {
			if err := l.descend(directory, name, parent, deeper); err != nil {
				return err
			}
		}
		if l.answer.More {
			return nil
		}
	}
	return nil
}

func (l *lister) descend(directory int, name, parent string, after []string) error {
	below, err := syscall.Openat(directory, name, openDirectory, 0)
	if err != nil {
		return nil // a file, a link, gone, or closed to us: it has its entry
	}
	defer syscall.Close(below)
	_ = l.walk(below, join(parent, name), after)
	return nil
}

func (l *lister) add(directory int, name, shown string) bool {
	if len(l.answer.Entries) >= l.request.Limit || l.bytes > listingBytes {
		l.answer.More = true
		return false
	}
	entry, err := describe(directory, name, shown)
	if err != nil {
		return true // gone in the meantime
	}
	l.bytes += len(entry.Path) + len(entry.Link) + 100
	l.answer.Entries = append(l.answer.Entries, entry)
	return true
}

func stat(workspace string, request protocol.Stat) (any, error) {
	where, err := locate(workspace, request.Path)
	if err != nil {
		return nil, err
	}
	directory, name, err := where.parent()
	if err != nil {
		return nil, err
	}
	defer syscall.Close(directory)
	entry, err := describe(directory, name, name)
	if err != nil {
		return nil, failure(request.Path, err)
	}
	entry.Path = request.Path
	return protocol.StatDone{OK: true, Entry: entry}, nil
}
