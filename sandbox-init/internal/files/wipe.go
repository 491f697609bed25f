package files

import (
	"syscall"

	"holdfast.dev/sandbox-init/internal/mounts"
	"holdfast.dev/sandbox-init/internal/protocol"
)

const mostLeftovers = 100

// wiping collects what could not be removed.
type wiping struct {
	user      User
	mounts    []mounts.Mount
	leftovers []string
}

func (w *wiping) left(what string) {
	if len(w.leftovers) < mostLeftovers {
		w.leftovers = append(w.leftovers, what)
	}
}

// wipe empties directories and tells what could not be removed.
func wipe(user User, workspace string, request Wipe) (any, error) {
	mounted, err := readMounts()
	if err != nil {
		return nil, err
	}
	w := wiping{user: user, mounts: mounted}
	named := map[string]bool{}
	for _, path := range request.Paths {
		where, err := locate(workspace, path)
		if err != nil {
			return nil, err
		}
		directory, _, err := where.open(false)
		if err != nil {
			return nil, err
		}
		w.empty(directory, path)
		syscall.Close(directory)
		named[path] = true
	}
	if request.Whole {
		w.elsewhere(named)
		w.sharedObjects("/proc/sysvipc")
	}
	leftovers := append([]string{}, w.leftovers...)
	return protocol.Recycled{OK: true, Leftovers: leftovers}, nil
}

// empty makes a directory as if nobody had ever used it, and looks whether it worked.
func (w *wiping) empty(directory int, path string) {
	for _, name := range emptied(directory) {
		w.left(join(path, protocol.EscapeName(name)))
	}
	for _, attribute := range w.renew(directory, w.modeOf(path)) {
		w.left(path + " (" + attribute + ")")
	}
}

// emptied removes what it can and answers what is left.
func emptied(directory int) []string {
	var top syscall.Stat_t
	if err := syscall.Fstat(directory, &top); err != nil {
		return []string{"(cannot be looked at: " + err.Error() + ")"}
	}
	empty(directory, top.Dev)
	return remaining(directory)
}

func remaining(directory int) []string {
	left, err := names(directory)
	if err != nil {
		return []string{"(cannot be listed: " + err.Error() + ")"}
	}
	return left
}

// empty removes all that is in a directory, as far as it can, and never goes into another file system.
func empty(directory int, device uint64) {
	found, _ := names(directory)
	for _, name := range found {
		if removeAt(directory, name, 0) == nil {
			continue
		}
		emptyBelow(directory, name, device)
		_ = removeAt(directory, name, removeDirectory)
	}
}

// emptyBelow opens a directory for itself first when its owner closed it.
func emptyBelow(directory int, name string, device uint64) {
	below, err := syscall.Openat(directory, name, openDirectory, 0)
	if err == syscall.EACCES {
		if stat, failed := lstatAt(directory, name); failed != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFDIR {
			return
		}
		_ = syscall.Fchmodat(directory, name, 0o700, 0)
		below, err = syscall.Openat(directory, name, openDirectory, 0)
	}
	if err != nil {
		return
	}
	defer syscall.Close(below)
	var stat syscall.Stat_t
	if syscall.Fstat(below, &stat) == nil && stat.Dev == device {
		_ = syscall.Fchmod(below, 0o700)
		empty(below, device)
	}
}
