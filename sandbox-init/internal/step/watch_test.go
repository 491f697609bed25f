package step

import (
	"syscall"
	"testing"
)

func TestAFileSystemIsFullWithoutABlockOrInodeToSpeakOf(t *testing.T) {
	const whole = 8192 // 32 MiB
	for name, c := range map[string]struct {
		blocks, available, files, freeFiles uint64
		full                                bool
	}{
		"nothing left":                            {whole, 0, 100, 50, true},
		"a block came back after the refusal":     {whole, 1, 100, 50, true},
		"room for a small file":                   {whole, 17, 100, 50, false},
		"no inode left":                           {whole, 4000, 100, 0, true},
		"inodes are not counted":                  {whole, 4000, 0, 0, false},
		"blocks are not counted":                  {0, 0, 100, 50, false},
		"a sixteenth of a very small one is room": {64, 4, 100, 50, false},
		"a very small one with nothing left":      {32, 0, 100, 50, true},
	} {
		stat := syscall.Statfs_t{Blocks: c.blocks, Bavail: c.available, Files: c.files, Ffree: c.freeFiles}
		if exhausted(stat) != c.full {
			t.Errorf("%s: not %v", name, c.full)
		}
	}
}
