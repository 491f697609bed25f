// Package protocol holds the messages of docs/protocol.md and their strict decoding.
package protocol

// Version is the protocol's version; a request of another one is refused.
const Version = 1

// Start begins a step, or attaches to it when its key is known.
type Start struct {
	Step             string            `json:"step"`
	Argv             []string          `json:"argv"`
	Env              map[string]string `json:"env"`
	Cwd              string            `json:"cwd"`
	TimeoutMs        int64             `json:"timeoutMs"`
	GraceMs          *int64            `json:"graceMs"`
	Stdin            string            `json:"stdin"`
	OutputLimitBytes int64             `json:"outputLimitBytes"`
	OnOutputLimit    string            `json:"onOutputLimit"`
	Background       string            `json:"background"`
	Pty              *Pty              `json:"pty"`
	Limits           Limits            `json:"limits"`
	SecretFiles      map[string]string `json:"secretFiles"`
	WaitMs           int64             `json:"waitMs"`
	ReadBytes        int64             `json:"readBytes"`
}

// Pty asks for a terminal of that size.
type Pty struct {
	Rows uint16 `json:"rows"`
	Cols uint16 `json:"cols"`
}

// Limits are resource limits of the step's processes; an absent one is left as it is.
type Limits struct {
	Nofile      *uint64 `json:"nofile,omitempty"`
	FsizeBytes  *uint64 `json:"fsizeBytes,omitempty"`
	CoreBytes   *uint64 `json:"coreBytes,omitempty"`
	Nproc       *uint64 `json:"nproc,omitempty"`
	MemoryBytes *uint64 `json:"memoryBytes,omitempty"`
	CPUSeconds  *uint64 `json:"cpuSeconds,omitempty"`
	// TotalMemoryBytes is of all processes of the step together. It is watched, not enforced by the kernel.
	TotalMemoryBytes *int64 `json:"totalMemoryBytes,omitempty"`
}

type Wait struct {
	Step   string `json:"step"`
	WaitMs int64  `json:"waitMs"`
}

type Read struct {
	Step     string `json:"step"`
	Offset   int64  `json:"offset"`
	MaxBytes int64  `json:"maxBytes"`
	WaitMs   int64  `json:"waitMs"`
}

type Stdin struct {
	Step   string `json:"step"`
	Offset int64  `json:"offset"`
	EOF    bool   `json:"eof"`
}

type Signal struct {
	Step   string `json:"step"`
	Signal string `json:"signal"`
}

type Resize struct {
	Step string `json:"step"`
	Rows uint16 `json:"rows"`
	Cols uint16 `json:"cols"`
}

type Stop struct {
	Step    string `json:"step"`
	GraceMs *int64 `json:"graceMs"`
	Reason  string `json:"reason"`
}

type Put struct {
	Path     string `json:"path"`
	MaxBytes int64  `json:"maxBytes"`
	MaxFiles int64  `json:"maxFiles"`
}

type Get struct {
	Root         string   `json:"root"`
	Include      []string `json:"include"`
	Exclude      []string `json:"exclude"`
	MaxBytes     int64    `json:"maxBytes"`
	MaxFiles     int64    `json:"maxFiles"`
	MaxFileBytes int64    `json:"maxFileBytes"`
}

type List struct {
	Path      string `json:"path"`
	Recursive bool   `json:"recursive"`
	Limit     int    `json:"limit"`
	After     string `json:"after"`
}

type Stat struct {
	Path string `json:"path"`
}

type Lease struct {
	Seconds int64 `json:"seconds"`
}

type Recycle struct {
	Paths []string `json:"paths"`
}

type Shutdown struct {
	GraceMs *int64 `json:"graceMs"`
}

// Nothing is the body of the operations that take none.
type Nothing struct{}
