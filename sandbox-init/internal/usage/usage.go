// Package usage reads what a sandbox uses beside memory and CPU: its disk, block devices and network.
package usage

import (
	"strconv"
	"strings"
	"sync"
	"syscall"

	"holdfast.dev/sandbox-init/internal/cgroup"
	"holdfast.dev/sandbox-init/internal/mounts"
	"holdfast.dev/sandbox-init/internal/plainfile"
)

var (
	// interfaces is of the network namespace that we are in for good.
	interfaces = plainfile.Keep("/proc/self/net/dev")
	// whole remembers which paths are the root of a file system: nobody can mount anything where we are.
	whole sync.Map
)

// Disk is a file system: bytes and files used, and the bytes there are. Files is absent where nobody counts them.
type Disk struct {
	Bytes, Limit int64
	Files        *int64
}

// OfWorkspace asks the file system, when the workspace is a whole one: a directory of a larger file system would answer
// with that one's figures.
func OfWorkspace(workspace string) *Disk {
	known, found := whole.Load(workspace)
	if !found {
		is, err := wholeFileSystem(mounts.OfThisProcess, workspace)
		if err != nil {
			return nil // next time, perhaps
		}
		known = is
		whole.Store(workspace, is)
	}
	if !known.(bool) {
		return nil
	}
	var stat syscall.Statfs_t
	if syscall.Statfs(workspace, &stat) != nil {
		return nil
	}
	size := int64(stat.Bsize)
	disk := &Disk{Bytes: int64(stat.Blocks-stat.Bfree) * size, Limit: int64(stat.Blocks) * size}
	if stat.Files > 0 {
		files := int64(stat.Files - stat.Ffree)
		disk.Files = &files
	}
	return disk
}

// wholeFileSystem tells whether the root of a file system is mounted at the path.
func wholeFileSystem(list, path string) (whole bool, err error) {
	mounted, err := mounts.Read(list)
	for _, m := range mounted {
		if m.Point == path {
			whole = m.Root == "/" // the last mount at a point is the one that is seen
		}
	}
	return whole, err
}

// Transfers counts bytes from and to block devices and the network. What cannot be had is absent.
type Transfers struct {
	Read, Written, Received, Sent *int64
}

// OfSandbox is what the sandbox's own control group and network namespace have counted so far.
func OfSandbox(group *cgroup.Group) Transfers {
	var all Transfers
	if read, written, found := group.IoBytes(); found {
		all.Read, all.Written = &read, &written
	}
	interfaces.Read(func(content []byte) {
		if received, sent, found := networkBytes(string(content)); found {
			all.Received, all.Sent = &received, &sent
		}
	})
	return all
}

// Since is what came after an earlier look.
func (t Transfers) Since(before Transfers) Transfers {
	return Transfers{
		Read: less(t.Read, before.Read), Written: less(t.Written, before.Written),
		Received: less(t.Received, before.Received), Sent: less(t.Sent, before.Sent),
	}
}

func less(now, before *int64) *int64 {
	if now == nil {
		return nil
	}
	difference := *now
	if before != nil {
		difference = max(0, difference-*before)
	}
	return &difference
}

// networkBytes sums all interfaces but the loopback; without any there is nothing to tell.
func networkBytes(content string) (received, sent int64, found bool) {
	for line := range strings.Lines(content) {
		name, counters, isInterface := strings.Cut(line, ":")
		fields := strings.Fields(counters)
		if !isInterface || len(fields) < 9 || strings.TrimSpace(name) == "lo" {
			continue
		}
		in, _ := strconv.ParseInt(fields[0], 10, 64)
		out, _ := strconv.ParseInt(fields[8], 10, 64)
		received, sent, found = received+in, sent+out, true
	}
	return received, sent, found
}
