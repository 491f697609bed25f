package server

import (
	"os"

	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
	sandbox "holdfast.dev/sandbox-init/internal/usage"
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
	if disk := sandbox.OfWorkspace(c.server.Host.Workspace); disk != nil {
		usage.WorkspaceBytes, usage.WorkspaceLimitBytes, usage.WorkspaceFiles = &disk.Bytes, &disk.Limit, disk.Files
	}
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
	transfers := sandbox.OfSandbox(group)
	usage.IoReadBytes, usage.IoWriteBytes = transfers.Read, transfers.Written
	usage.RxBytes, usage.TxBytes = transfers.Received, transfers.Sent
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
