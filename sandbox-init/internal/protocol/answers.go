package protocol

// Outcome says how a step ended, from evidence only.
type Outcome string

const (
	Exited      Outcome = "exited"
	TimedOut    Outcome = "timed_out"
	OomKilled   Outcome = "oom_killed"
	DiskFull    Outcome = "disk_full"
	OutputLimit Outcome = "output_limit"
	Cancelled   Outcome = "cancelled"
	Lost        Outcome = "lost"
)

// The two states of a step.
const (
	Running = "running"
	Ended   = "ended"
)

// Record is the step record of the protocol.
type Record struct {
	OK              bool    `json:"ok"`
	Step            string  `json:"step"`
	State           string  `json:"state"`
	Attached        bool    `json:"attached"`
	Pid             int     `json:"pid,omitempty"`
	StartedAtMs     int64   `json:"startedAtMs"`
	EndedAtMs       int64   `json:"endedAtMs,omitempty"`
	Outcome         Outcome `json:"outcome,omitempty"`
	ExitCode        *int    `json:"exitCode,omitempty"`
	Signal          string  `json:"signal,omitempty"`
	Reason          string  `json:"reason,omitempty"`
	WallMs          int64   `json:"wallMs"`
	CPUUserMs       int64   `json:"cpuUserMs"`
	CPUSystemMs     int64   `json:"cpuSystemMs"`
	PeakMemoryBytes int64   `json:"peakMemoryBytes"`
	OomKills        int64   `json:"oomKills"`
	PeakPids        int64   `json:"peakPids,omitempty"`
	DiskBytes       *int64  `json:"diskBytes,omitempty"`
	IoReadBytes     *int64  `json:"ioReadBytes,omitempty"`
	IoWriteBytes    *int64  `json:"ioWriteBytes,omitempty"`
	RxBytes         *int64  `json:"rxBytes,omitempty"`
	TxBytes         *int64  `json:"txBytes,omitempty"`
	StdoutBytes     int64   `json:"stdoutBytes"`
	StderrBytes     int64   `json:"stderrBytes"`
	DroppedBytes    int64   `json:"droppedBytes"`
	Truncated       bool    `json:"truncated"`
	LogEnd          int64   `json:"logEnd"`
	Left            int     `json:"left"`
}

type Hello struct {
	OK       bool   `json:"ok"`
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
	Sandbox  string `json:"sandbox"`
	BootID   string `json:"bootId"`
	Pid      int    `json:"pid"`
	Local    bool   `json:"local"`
	UptimeMs int64  `json:"uptimeMs"`
	Steps    int    `json:"steps"`
	Running  int    `json:"running"`
}

type OK struct {
	OK bool `json:"ok"`
}

type Accepted struct {
	OK       bool  `json:"ok"`
	Accepted int64 `json:"accepted"`
}

// ReadEnd closes a sequence of log frames.
type ReadEnd struct {
	Next int64 `json:"next"`
	EOF  bool  `json:"eof"`
}

type PutDone struct {
	OK    bool  `json:"ok"`
	Files int64 `json:"files"`
	Bytes int64 `json:"bytes"`
}

// Skipped is a path that was not collected as it is, and why.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

type GetDone struct {
	Files       int64     `json:"files"`
	Bytes       int64     `json:"bytes"`
	Skipped     []Skipped `json:"skipped"`
	SkippedMore int64     `json:"skippedMore,omitempty"`
	Error       *Failure  `json:"error,omitempty"`
}

// Entry is a file as list and stat describe it.
type Entry struct {
	Path    string `json:"path"`
	Type    string `json:"type"`
	Size    int64  `json:"size"`
	Mode    uint32 `json:"mode"`
	MtimeMs int64  `json:"mtimeMs"`
	Link    string `json:"link,omitempty"`
}

type Listing struct {
	OK      bool    `json:"ok"`
	Entries []Entry `json:"entries"`
	More    bool    `json:"more"`
}

type StatDone struct {
	OK bool `json:"ok"`
	Entry
}

type Recycled struct {
	OK        bool     `json:"ok"`
	Processes int      `json:"processes"`
	Leftovers []string `json:"leftovers"`
	// Generation is above 0 when all is clean: the number of the socket that is listened at now.
	Generation int `json:"generation"`
}

// Usage leaves out what cannot be had.
type Usage struct {
	OK                  bool   `json:"ok"`
	MemoryBytes         *int64 `json:"memoryBytes,omitempty"`
	MemoryPeakBytes     *int64 `json:"memoryPeakBytes,omitempty"`
	CPUMs               *int64 `json:"cpuMs,omitempty"`
	Pids                *int64 `json:"pids,omitempty"`
	OomKills            *int64 `json:"oomKills,omitempty"`
	WorkspaceBytes      *int64 `json:"workspaceBytes,omitempty"`
	WorkspaceFiles      *int64 `json:"workspaceFiles,omitempty"`
	WorkspaceLimitBytes *int64 `json:"workspaceLimitBytes,omitempty"`
	IoReadBytes         *int64 `json:"ioReadBytes,omitempty"`
	IoWriteBytes        *int64 `json:"ioWriteBytes,omitempty"`
	RxBytes             *int64 `json:"rxBytes,omitempty"`
	TxBytes             *int64 `json:"txBytes,omitempty"`
	InitRssBytes        *int64 `json:"initRssBytes,omitempty"`
}
