package mounts

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestMountsAreReadAsTheKernelWritesThem(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mountinfo")
	text := strings.Join([]string{
		"100 99 0:50 / / ro,relatime master:1 - overlay overlay rw,lowerdir=/a",
		"101 100 0:51 / /tmp rw,nosuid,nodev - tmpfs tmpfs rw,size=64k,nr_inodes=10",
		"102 100 7:1 /a\\040part /work\\040space rw,noatime shared:3 master:4 - ext4 /dev/loop1 rw,discard",
		"103 100 0:52 / /run/holdfast-secrets rw - tmpfs tmpfs rw,mode=700,uid=1000",
		"104 100 0:53 / /sealed rw - ext4 /dev/x ro",
		"105 100 0:54 / /nameless rw - tmpfs  rw",
		"not a line",
		"",
	}, "\n")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Read(file)
	want := []Mount{
		{"/", "/", "overlay", []string{"rw", "lowerdir=/a"}, false},
		{"/", "/tmp", "tmpfs", []string{"rw", "size=64k", "nr_inodes=10"}, true},
		{"/a part", "/work space", "ext4", []string{"rw", "discard"}, true},
		{"/", "/run/holdfast-secrets", "tmpfs", []string{"rw", "mode=700", "uid=1000"}, true},
		{"/", "/sealed", "ext4", []string{"ro"}, false},
		{"/", "/nameless", "tmpfs", []string{"rw"}, true},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got %+v, %v", got, err)
	}
	if got[1].Mode() != 0o1777 || got[3].Mode() != 0o700 {
		t.Errorf("modes %o and %o", got[1].Mode(), got[3].Mode())
	}
}

func TestAListThatCannotBeReadIsNotAnEmptyOne(t *testing.T) {
	if _, err := Read(filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Error("it was read")
	}
}

func FuzzMounts(f *testing.F) {
	f.Add("101 100 0:51 / /tmp rw,nosuid - tmpfs tmpfs rw,mode=755")
	f.Add(`1 2 3 / /a\040b\999 rw - - - \`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range parse(text) {
			_ = m.Mode()
			if m.Kind == "" {
				t.Fatal("a mount without a kind")
			}
		}
	})
}
