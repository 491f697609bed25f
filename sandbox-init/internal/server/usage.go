package server

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"

	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

func (c *conversation) usage() error {
	usage := protocol.Usage{OK: true}
	resident, _ := process.Resident(os.Getpid())
	usage.InitRssBytes = &resident
	if c.server.Host.Local {
		c.server.localUsage(&usage)
	} else {
		c.server.containerUsage(&usage)
	}
	workspaceUsage(&usage, c.server.Host.Workspace)
	return c.out.Object(wire.JSON, usage)
}

// containerUsage is what the sandbox's own group and network namespace count.
func (s *Server) containerUsage(usage *protocol.Usage) {
	group := s.Host.Group
	take(&usage.MemoryBytes)(group.MemoryBytes())
	take(&usage.MemoryPeakBytes)(group.MemoryPeakBytes())
	take(&usage.CPUMs)(group.CPUMillis())
	take(&usage.Pids)(group.Pids())
	take(&usage.OomKills)(group.OomKills())
	if read, written, found := group.IoBytes(); found {
		usage.IoReadBytes, usage.IoWriteBytes = &read, &written
	}
	if received, sent, found := networkBytes("/proc/self/net/dev"); found {
		usage.RxBytes, usage.TxBytes = &received, &sent
	}
}

// localUsage is only what can be told apart from the rest of the machine: our descendants.
func (s *Server) localUsage(usage *protocol.Usage) {
	var memory int64
	below := s.others()
	for _, info := range below {
		resident, shared := process.Resident(info.Pid)
		memory += resident - shared
	}
	count := int64(len(below))
	usage.MemoryBytes, usage.Pids = &memory, &count
}

func take(field **int64) func(int64, bool) {
	return func(value int64, found bool) {
		if found {
			*field = &value
		}
	}
}

// workspaceUsage asks the file system, when the workspace is a whole one: a directory of a larger file system would
// answer with that one's figures.
func workspaceUsage(usage *protocol.Usage, workspace string) {
	if !wholeFileSystem("/proc/self/mountinfo", workspace) {
		return
	}
	var stat syscall.Statfs_t
	if syscall.Statfs(workspace, &stat) != nil {
		return
	}
	size := int64(stat.Bsize)
	used, limit := int64(stat.Blocks-stat.Bfree)*size, int64(stat.Blocks)*size
	usage.WorkspaceBytes, usage.WorkspaceLimitBytes = &used, &limit
	if stat.Files > 0 {
		files := int64(stat.Files - stat.Ffree)
		usage.WorkspaceFiles = &files
	}
}

// wholeFileSystem tells whether the root of a file system is mounted at the path.
func wholeFileSystem(mounts, path string) bool {
	file, err := os.Open(mounts)
	if err != nil {
		return false
	}
	defer file.Close()
	whole := false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) > 4 && fields[4] == path {
			whole = fields[3] == "/" // the last mount at a point is the one that is seen
		}
	}
	return whole
}

// networkBytes sums all interfaces but the loopback; without any there is nothing to tell.
func networkBytes(path string) (received, sent int64, found bool) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, false
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, counters, isInterface := strings.Cut(lines.Text(), ":")
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
