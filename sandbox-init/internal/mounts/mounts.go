// Package mounts reads the kernel's list of what is mounted where.
package mounts

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// OfThisProcess is the list of what we see.
const OfThisProcess = "/proc/self/mountinfo"

// Mount is a line of the list.
type Mount struct {
	// Root is what of the file system is mounted, "/" when it is the whole.
	Root, Point, Kind string
	// Options are those of the file system, not of the mount.
	Options  []string
	Writable bool
}

// Read reads a list. Of several mounts at one point the last is the one that is seen.
func Read(file string) ([]Mount, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the list of mounts: %w", err)
	}
	return parse(string(text)), nil
}

func parse(text string) []Mount {
	var mounts []Mount
	for line := range strings.Lines(text) {
		before, after, found := strings.Cut(line, " - ")
		place, file := strings.Fields(before), strings.Fields(after)
		if !found || len(place) < 6 || len(file) < 2 {
			continue
		}
		options := strings.Split(file[len(file)-1], ",")
		mounts = append(mounts, Mount{
			Root: unescape(place[3]), Point: unescape(place[4]), Kind: file[0], Options: options,
			Writable: slices.Contains(strings.Split(place[5], ","), "rw") && slices.Contains(options, "rw"),
		})
	}
	return mounts
}

// Mode is that of the root of a file system in memory.
func (m Mount) Mode() uint32 {
	for _, option := range m.Options {
		if value, is := strings.CutPrefix(option, "mode="); is {
			if mode, err := strconv.ParseUint(value, 8, 32); err == nil {
				return uint32(mode)
			}
		}
	}
	return 0o1777
}

// unescape undoes what the kernel does to blanks and the like: a backslash and three octal digits.
func unescape(text string) string {
	var plain strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+3 < len(text) {
			if value, err := strconv.ParseUint(text[i+1:i+4], 8, 8); err == nil {
				plain.WriteByte(byte(value))
				i += 3
				continue
			}
		}
		plain.WriteByte(text[i])
	}
	return plain.String()
}
