package files

import (
	"crypto/rand"
	"encoding/hex"
	"syscall"
)

const stagingPrefix = ".holdfast-put-"

func makeStaging(target int) (string, error) {
	var raw [8]byte
	_, _ = rand.Read(raw[:])
	name := stagingPrefix + hex.EncodeToString(raw[:])
	return name, syscall.Mkdirat(target, name, 0o700)
}

func isDirectory(stat syscall.Stat_t) bool { return stat.Mode&syscall.S_IFMT == syscall.S_IFDIR }

// checkMerge refuses before anything is moved what merge could not do: a file or link where a directory must be, or a
// directory where a file must be.
func checkMerge(from, to int, above []string) error {
	return eachPair(from, to, above, func(name string, segments []string, ours, theirs syscall.Stat_t, exists bool) error {
		if !exists || isDirectory(ours) == isDirectory(theirs) {
			return nil
		}
		if isDirectory(ours) {
			return refuse(joined(segments), "a link or a file is where it needs a directory")
		}
		return refuse(joined(segments), "a directory is where it would be")
	}, checkMerge)
}

// merge moves everything to where it belongs. A file or link that was there is replaced, not written through.
func merge(from, to int, above []string) error {
	return eachPair(from, to, above, func(name string, segments []string, ours, theirs syscall.Stat_t, exists bool) error {
		if exists && isDirectory(ours) {
			return nil
		}
		if err := renameAt(from, name, to, name); err != nil {
			return failure(joined(segments), err)
		}
		return nil
	}, merge)
}

// eachPair visits what is in from with what is in to under the same name, and goes down where both are directories.
func eachPair(from, to int, above []string,
	visit func(name string, segments []string, ours, theirs syscall.Stat_t, exists bool) error,
	deeper func(from, to int, above []string) error) error {
	found, err := names(from)
	if err != nil {
		return err
	}
	for _, name := range found {
		segments := append(above[:len(above):len(above)], name)
		ours, err := lstatAt(from, name)
		if err != nil {
			return failure(joined(segments), err)
		}
		theirs, err := lstatAt(to, name)
		if err != nil && err != syscall.ENOENT {
			return failure(joined(segments), err)
		}
		exists := err == nil
		if err := visit(name, segments, ours, theirs, exists); err != nil {
			return err
		}
		if exists && isDirectory(ours) && isDirectory(theirs) {
			if err := both(from, to, name, segments, deeper); err != nil {
				return err
			}
		}
	}
	return nil
}

func both(from, to int, name string, segments []string, deeper func(from, to int, above []string) error) error {
	ours, err := syscall.Openat(from, name, openDirectory, 0)
	if err != nil {
		return failure(joined(segments), err)
	}
	defer syscall.Close(ours)
	theirs, err := syscall.Openat(to, name, openDirectory, 0)
	if err != nil {
		return failure(joined(segments), err)
	}
	defer syscall.Close(theirs)
	defer openForWriting(theirs)()
	return deeper(ours, theirs, segments)
}

// openForWriting lets the owner write into a directory that is closed to writing, such as one that an earlier put of
// the same archive made; the result closes it again.
func openForWriting(directory int) (closeAgain func()) {
	var stat syscall.Stat_t
	if syscall.Fstat(directory, &stat) != nil || stat.Mode&0o300 == 0o300 {
		return func() {}
	}
	_ = syscall.Fchmod(directory, stat.Mode&0o7777|0o300)
	return func() { _ = syscall.Fchmod(directory, stat.Mode&0o7777) }
}

// finishDirectories sets modes and times last, deepest first: a directory that is not writable must be filled before.
func (u *unpacker) finishDirectories(target int) {
	for i := len(u.directories) - 1; i >= 0; i-- {
		entry := u.directories[i]
		directory, err := syscall.Openat(target, ".", openDirectory, 0)
		for _, segment := range entry.segments {
			if err != nil {
				break
			}
			var next int
			next, err = syscall.Openat(directory, segment, openDirectory, 0)
			syscall.Close(directory)
			directory = next
		}
		if err != nil {
			continue
		}
		_ = syscall.Fchmod(directory, entry.mode)
		setTimes(directory, entry.seconds, 0)
		syscall.Close(directory)
	}
}
