package spawn

import (
	"syscall"
	"unsafe"
)

// plan is a command made ready for the child, which can neither allocate nor touch a pointer: everything is an address
// of memory that keep holds on to.
type plan struct {
	paths           []uintptr
	argv, env, dir  uintptr
	stdio           [3]uintptr
	report, status  uintptr
	session         bool
	terminal        bool
	identity        bool
	keepsUser       bool
	uid, gid        uintptr
	noNewPrivileges bool
	oomPath         uintptr
	oomScore        uintptr
	oomScoreLength  uintptr
	limits          []limitPlan
	held            bool
	root, name      uintptr

	capabilities [8]uint32 // header and data of capset: none at all, or the one to change the user
	action       [4]uint64 // a kernel sigaction, all zero: the default
	mask         uint64
	failure      [2]uint32
	event        Event
	waitStatus   uint32
	usage        syscall.Rusage

	stacks      []byte // of the children, where they share our memory
	firstStack  uintptr
	secondStack uintptr
	keep        []any
}

type limitPlan struct {
	resource uintptr
	value    uintptr
}

const (
	capabilityVersion3 = 0x20080522
	effectiveAt        = 2
	permittedAt        = 3
	mayChangeUser      = 1 << 7 // CAP_SETUID
)

func newPlan(c Command) (*plan, error) {
	p := &plan{
		session: c.Session, terminal: c.Terminal, noNewPrivileges: c.NoNewPrivileges, held: c.Held,
		stdio: [3]uintptr{uintptr(c.Stdio[0]), uintptr(c.Stdio[1]), uintptr(c.Stdio[2])},
	}
	p.capabilities[0] = capabilityVersion3
	for _, path := range c.Paths {
		address, err := p.text(path)
		if err != nil {
			return nil, err
		}
		p.paths = append(p.paths, address)
	}
	var err error
	if p.argv, err = p.vector(c.Argv); err != nil {
		return nil, err
	}
	if p.env, err = p.vector(c.Env); err != nil {
		return nil, err
	}
	if c.Identity != nil {
		p.identity, p.uid, p.gid = true, uintptr(c.Identity.UID), uintptr(c.Identity.GID)
		if p.keepsUser = c.Identity.ByItself; p.keepsUser {
			p.capabilities[effectiveAt], p.capabilities[permittedAt] = mayChangeUser, mayChangeUser
		}
	}
	for i := range c.Limits {
		value := c.Limits[i].Value
		p.keep = append(p.keep, &value)
		p.limits = append(p.limits, limitPlan{uintptr(c.Limits[i].Resource), uintptr(unsafe.Pointer(&value))})
	}
	return p, p.texts(c)
}

func (p *plan) texts(c Command) error {
	var err error
	if c.Dir != "" {
		if p.dir, err = p.text(c.Dir); err != nil {
			return err
		}
	}
	if c.OomScore != "" {
		p.oomPath, _ = p.text("/proc/self/oom_score_adj")
		p.oomScore, _ = p.text(c.OomScore)
		p.oomScoreLength = uintptr(len(c.OomScore))
	}
	p.root, _ = p.text("/")
	p.name, _ = p.text("holdfast-hold")
	return nil
}

func (p *plan) text(s string) (uintptr, error) {
	pointer, err := syscall.BytePtrFromString(s)
	if err != nil {
		return 0, err
	}
	p.keep = append(p.keep, pointer)
	return uintptr(unsafe.Pointer(pointer)), nil
}

func (p *plan) vector(values []string) (uintptr, error) {
	pointers, err := syscall.SlicePtrFromStrings(values)
	if err != nil {
		return 0, err
	}
	p.keep = append(p.keep, pointers)
	return uintptr(unsafe.Pointer(&pointers[0])), nil
}
