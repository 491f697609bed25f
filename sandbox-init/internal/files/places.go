package files

import (
	"os"
	"path"
	"sync"
	"syscall"
	"unsafe"

	"holdfast.dev/sandbox-init/internal/mounts"
	"holdfast.dev/sandbox-init/internal/protocol"
)

// mostLooked bounds the search for writable places; nobody makes so many who is not up to something.
const mostLooked = 10_000

// readMounts is asked once: nobody can mount anything where we are.
var readMounts = sync.OnceValues(func() ([]mounts.Mount, error) { return mounts.Read(mounts.OfThisProcess) })

// elsewhere deals with every place that can be written to and was not named: what is in memory is emptied, anything
// else is told, because it may outlive this sandbox on purpose.
func (w *wiping) elsewhere(named map[string]bool) {
	seen := map[string]mounts.Mount{}
	for _, m := range w.mounts {
		seen[m.Point] = m
	}
	for _, m := range seen {
		if !m.Writable || named[m.Point] {
			continue
		}
		switch m.Kind {
		case "proc", "sysfs", "cgroup", "cgroup2", "devpts":
			// What can be written there is gone with its process.
		case "tmpfs", "mqueue":
			w.inMemory(m.Point)
		default:
			w.notNamed(m.Point)
		}
	}
}

func (w *wiping) inMemory(point string) {
	if !holds(point) || !writable(point) {
		w.lookBelow(point)
		return
	}
	directory, err := syscall.Open(point, openDirectory, 0)
	if err != nil {
		w.left(protocol.EscapeName(point) + ": " + err.Error())
		return
	}
	defer syscall.Close(directory)
	for _, name := range emptied(directory) {
		w.mayBeTheTasks(path.Join(point, name))
	}
	for _, attribute := range w.renew(directory, w.modeOf(point)) {
		w.left(point + " (" + attribute + ")")
	}
}

// mayBeTheTasks tells what is left in a place that the runtime has put things into as well: those are not ours, cannot
// be changed by us, or are mounts, which have a turn of their own.
func (w *wiping) mayBeTheTasks(left string) {
	var stat, above syscall.Stat_t
	if syscall.Lstat(left, &stat) != nil || syscall.Lstat(path.Dir(left), &above) != nil || stat.Dev != above.Dev {
		return
	}
	kind := stat.Mode & syscall.S_IFMT
	if int(stat.Uid) == w.user.UID || kind != syscall.S_IFLNK && writable(left) && kind != syscall.S_IFCHR {
		w.left(protocol.EscapeName(left))
		return
	}
	w.lookBelow(left)
}

func (w *wiping) notNamed(point string) {
	if holds(point) && writable(point) {
		w.left(protocol.EscapeName(point) + " (can be written to and was not named)")
		return
	}
	w.lookBelow(point)
}

// holds tells whether something can be kept in it: engines cover files of /proc with /dev/null, which forgets.
func holds(point string) bool {
	var stat syscall.Stat_t
	if syscall.Lstat(point, &stat) != nil {
		return false
	}
	kind := stat.Mode & syscall.S_IFMT
	return kind == syscall.S_IFDIR || kind == syscall.S_IFREG
}

// lookBelow tells what can be written to in a tree whose root cannot, and where it could not look.
func (w *wiping) lookBelow(root string) {
	var top syscall.Stat_t
	if syscall.Lstat(root, &top) != nil || top.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		return
	}
	looked := 0
	pending := []string{root}
	for len(pending) > 0 {
		directory := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		entries, err := os.ReadDir(directory)
		if err != nil && !w.closedByOthers(directory) {
			w.left(protocol.EscapeName(directory) + " (cannot be looked through)")
		}
		for _, entry := range entries {
			if looked++; looked > mostLooked {
				w.left(protocol.EscapeName(root) + " (holds too much to be looked through)")
				return
			}
			child := path.Join(directory, entry.Name())
			var stat syscall.Stat_t
			if syscall.Lstat(child, &stat) != nil || stat.Dev != top.Dev {
				continue
			}
			kind := stat.Mode & syscall.S_IFMT
			if (kind == syscall.S_IFDIR || kind == syscall.S_IFREG) && writable(child) {
				w.left(protocol.EscapeName(child) + " (can be written to)")
			}
			if kind == syscall.S_IFDIR {
				pending = append(pending, child)
			}
		}
	}
}

// closedByOthers tells of a directory that the task could neither enter nor open for itself, like the supervisor's own.
func (w *wiping) closedByOthers(directory string) bool {
	var stat syscall.Stat_t
	return syscall.Lstat(directory, &stat) == nil && int(stat.Uid) != w.user.UID && !may(enter, directory)
}

// What may be asked of may, as the kernel has it.
const (
	enter = 1
	write = 2
)

func writable(place string) bool { return may(write, place) }

// may asks the kernel what our effective user, which is the task's, is allowed to do there.
func may(do uintptr, place string) bool {
	path, err := syscall.BytePtrFromString(place)
	if err != nil {
		return false
	}
	const faccessat2, here, effective = 439, -100, 0x200
	directory := here
	_, _, errno := syscall.Syscall6(faccessat2, uintptr(directory), uintptr(unsafe.Pointer(path)), do, effective, 0, 0)
	if errno == syscall.ENOSYS { // a kernel before 5.8
		return mayByMode(uint32(do), place)
	}
	return errno == 0
}

// mayByMode rather says yes once too often: who asks then looks closer, or refuses.
func mayByMode(do uint32, place string) bool {
	var stat syscall.Stat_t
	if syscall.Stat(place, &stat) != nil {
		return false
	}
	return stat.Mode&(do|do<<3) != 0 || int(stat.Uid) == syscall.Geteuid() && stat.Mode&(do<<6) != 0
}
