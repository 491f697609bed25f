package usage

import (
	"os"
	"path/filepath"
	"testing"
)

func write(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestNetworkIsAllInterfacesButTheLoopback(t *testing.T) {
	received, sent, found := networkBytes(`Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:     900       9    0    0    0     0          0         0      900       9    0    0    0     0       0          0
  eth0:     100       1    0    0    0     0          0         0       20       1    0    0    0     0       0          0
  eth1:      10       1    0    0    0     0          0         0        2       1    0    0    0     0       0          0
`)
	if !found || received != 110 || sent != 22 {
		t.Errorf("received %d, sent %d, found %v", received, sent, found)
	}
}

func TestWithoutAnInterfaceThereIsNoNetwork(t *testing.T) {
	if _, _, found := networkBytes("    lo: 900 9 0 0 0 0 0 0 900 9 0 0 0 0 0 0\n"); found {
		t.Error("the loopback is no network")
	}
}

func TestOnlyARootMountedThereIsAWholeFileSystem(t *testing.T) {
	mounts := write(t, `1 0 8:1 / / rw - ext4 /dev/sda rw
2 1 8:1 /home/one /part rw - ext4 /dev/sda rw
3 1 7:0 / /workspace rw - ext4 /dev/loop0 rw
4 1 7:1 / /work\040space rw - ext4 /dev/loop1 rw
`)
	for path, whole := range map[string]bool{"/workspace": true, "/work space": true, "/part": false, "/none": false} {
		if found, err := wholeFileSystem(mounts, path); err != nil || found != whole {
			t.Errorf("%s: %v, %v", path, found, err)
		}
	}
	if _, err := wholeFileSystem(mounts+".gone", "/workspace"); err == nil {
		t.Error("a list that cannot be read says nothing")
	}
}

func TestTransfersSinceAnEarlierLook(t *testing.T) {
	of := func(n int64) *int64 { return &n }
	since := Transfers{Read: of(10), Written: of(7), Received: of(3)}.Since(Transfers{Read: of(4), Written: of(9)})
	if *since.Read != 6 || *since.Written != 0 || *since.Received != 3 || since.Sent != nil {
		t.Errorf("read %d, written %d, received %d, sent %v", *since.Read, *since.Written, *since.Received, since.Sent)
	}
}
