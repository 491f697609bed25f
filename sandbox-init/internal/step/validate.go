package step

import (
	"path"
	"strings"
	"syscall"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/spawn"
)

const (
	longestKey  = 256
	longestName = 255
	// manyFiles is the soft limit of open files when none is asked for: programs that walk all descriptors at their
	// start suffer from the million that engines like to set.
	manyFiles = 65536

	resourceCPU      = 0
	resourceFileSize = 1
	resourceCore     = 4
	resourceNproc    = 6
	resourceNofile   = 7
	resourceMemory   = 9
)

func bad(format string, arguments ...any) error {
	return protocol.Fail(protocol.BadRequest, "start: "+format, arguments...)
}

// validate fills the defaults in and refuses what cannot be run.
func validate(r *protocol.Start) error {
	if err := validateCommand(r); err != nil {
		return err
	}
	if r.OutputLimitBytes == 0 {
		r.OutputLimitBytes = defaultOutputLimit
	}
	if r.OutputLimitBytes < 0 || r.TimeoutMs < 0 || r.WaitMs < 0 || r.ReadBytes < 0 || r.GraceMs != nil && *r.GraceMs < 0 {
		return bad("outputLimitBytes, timeoutMs, graceMs, waitMs and readBytes must not be negative")
	}
	for _, choice := range []struct {
		field string
		value *string
		known [2]string
	}{
		{"stdin", &r.Stdin, [2]string{"none", "open"}},
		{"onOutputLimit", &r.OnOutputLimit, [2]string{"truncate", "kill"}},
		{"background", &r.Background, [2]string{"keep", "kill"}},
	} {
		if *choice.value == "" {
			*choice.value = choice.known[0]
		}
		if *choice.value != choice.known[0] && *choice.value != choice.known[1] {
			return bad("field %s: %q is neither %s nor %s", choice.field, *choice.value, choice.known[0], choice.known[1])
		}
	}
	for name := range r.SecretFiles {
		if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") || len(name) > longestName {
			return bad("field secretFiles: %q is not a plain file name", name)
		}
	}
	return nil
}

func validateCommand(r *protocol.Start) error {
	if r.Step == "" || len(r.Step) > longestKey {
		return bad("field step: a key of 1 to %d bytes is needed", longestKey)
	}
	if len(r.Argv) == 0 || r.Argv[0] == "" {
		return bad("field argv: a command is needed")
	}
	for i, argument := range r.Argv {
		if strings.Contains(argument, "\x00") {
			return bad("field argv[%d]: a NUL byte cannot be passed to a command", i)
		}
	}
	if strings.Contains(r.Cwd, "\x00") {
		return bad("field cwd: a NUL byte cannot be in a path")
	}
	for name, value := range r.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.Contains(value, "\x00") {
			return bad("field env: %q is not a variable that can be passed (no = in the name, no NUL)", name)
		}
	}
	return nil
}

// limits are what the process gets; a limit above our own hard one could not be set, so it is refused here.
func limits(asked protocol.Limits) ([]spawn.Limit, error) {
	if asked.TotalMemoryBytes != nil && *asked.TotalMemoryBytes <= 0 {
		return nil, bad("field limits.totalMemoryBytes: %d is not above 0", *asked.TotalMemoryBytes)
	}
	var found []spawn.Limit
	core := uint64(0)
	if asked.CoreBytes == nil {
		asked.CoreBytes = &core
	}
	for _, limit := range []struct {
		field    string
		resource int
		value    *uint64
	}{
		{"nofile", resourceNofile, asked.Nofile},
		{"fsizeBytes", resourceFileSize, asked.FsizeBytes},
		{"coreBytes", resourceCore, asked.CoreBytes},
		{"nproc", resourceNproc, asked.Nproc},
		{"memoryBytes", resourceMemory, asked.MemoryBytes},
		{"cpuSeconds", resourceCPU, asked.CPUSeconds},
	} {
		var own syscall.Rlimit
		if err := syscall.Getrlimit(limit.resource, &own); err != nil {
			return nil, err
		}
		switch {
		case limit.value != nil && *limit.value > own.Max:
			return nil, bad("field limits.%s: %d is above this sandbox's own limit of %d", limit.field, *limit.value, own.Max)
		case limit.value != nil && limit.resource == resourceCPU:
			// The soft limit sends XCPU, the hard one a second later KILL.
			found = append(found, spawn.Limit{Resource: resourceCPU, Value: syscall.Rlimit{Cur: *limit.value, Max: min(own.Max, *limit.value+1)}})
		case limit.value != nil:
			found = append(found, spawn.Limit{Resource: limit.resource, Value: syscall.Rlimit{Cur: *limit.value, Max: *limit.value}})
		case limit.resource == resourceNofile:
			found = append(found, spawn.Limit{Resource: resourceNofile, Value: syscall.Rlimit{Cur: min(own.Max, manyFiles), Max: own.Max}})
		}
	}
	return found, nil
}

const defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// environment is what every step has, then our marks, then the step's own wishes.
func (h *Host) environment(r *protocol.Start, secrets string) []string {
	values := map[string]string{"PATH": defaultPath, "HOME": h.Workspace}
	for _, variable := range h.Env {
		name, value, _ := strings.Cut(variable, "=")
		values[name] = value
	}
	if secrets != "" {
		values["HOLDFAST_SECRETS"] = secrets
	}
	for name, value := range r.Env {
		values[name] = value
	}
	values[markName] = h.mark(r.Step)
	list := make([]string, 0, len(values))
	for name, value := range values {
		list = append(list, name+"="+value)
	}
	return list
}

const markName = "HOLDFAST_STEP"

// mark tells a process of this step by its environment, should its holder be gone.
func (h *Host) mark(step string) string { return h.Sandbox + "/" + step }

// executables are the paths to try for a command, as a shell would.
func executables(command string, env []string) []string {
	if strings.Contains(command, "/") {
		return []string{command}
	}
	var found []string
	for _, variable := range env {
		if list, is := strings.CutPrefix(variable, "PATH="); is {
			for _, directory := range strings.Split(list, ":") {
				if directory == "" {
					directory = "."
				}
				found = append(found, directory+"/"+command)
			}
		}
	}
	return found
}

func (h *Host) directory(cwd string) string {
	if path.IsAbs(cwd) {
		return cwd
	}
	return path.Join(h.Workspace, cwd)
}
