package spawn

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func benchmarkFork(b *testing.B, held bool) {
	null, _ := os.OpenFile("/dev/null", os.O_RDWR, 0)
	defer null.Close()
	d := int(null.Fd())
	for i := 0; i < b.N; i++ {
		started, err := Fork(Command{
			Paths: []string{"/bin/sh"}, Argv: []string{"sh", "-c", "echo hi"}, Env: os.Environ(),
			Dir: "/", Stdio: [3]int{d, d, d}, Session: true, OomScore: "0", Held: held,
		})
		if err != nil {
			b.Fatal(err)
		}
		if err := started.Executed(); err != nil {
			b.Fatal(err)
		}
		if held {
			for {
				if _, err := ReadEvent(started.Status); err != nil {
					break
				}
			}
			started.Status.Close()
		}
		var status syscall.WaitStatus
		_, _ = syscall.Wait4(started.Pid, &status, 0, nil)
		started.Release()
	}
}

func BenchmarkForkAlone(b *testing.B) { benchmarkFork(b, false) }
func BenchmarkForkHeld(b *testing.B)  { benchmarkFork(b, true) }

func BenchmarkStandardLibrary(b *testing.B) {
	for i := 0; i < b.N; i++ {
		_ = exec.Command("/bin/sh", "-c", "echo hi").Run()
	}
}
