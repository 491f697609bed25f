package process

import (
	"os"
	"os/exec"
	"sort"
	"syscall"
	"testing"
	"time"
)

func TestANameWithParenthesesAndSpacesDoesNotConfuse(t *testing.T) {
	line := "42 (a) R 1 (b) c) S 7 8 9 0 -1 4194304 1 0 0 0 3 4 0 0 20 0 1 0 123456 1000 10 0"
	info, found := parseStat(42, []byte(line))
	if !found || info != (Info{Pid: 42, Parent: 7, Group: 8, Session: 9, StartTicks: 123456}) {
		t.Fatalf("%+v %v", info, found)
	}
	for _, wrong := range []string{"", "42 (x)", "42 (x) S 1 2", "42"} {
		if _, found := parseStat(42, []byte(wrong)); found {
			t.Errorf("%q was taken", wrong)
		}
	}
}

func TestBelowAnswersAllDescendantsButZombies(t *testing.T) {
	table := []Info{
		{Pid: 1}, {Pid: 2, Parent: 1}, {Pid: 3, Parent: 2}, {Pid: 4, Parent: 3, Zombie: true}, {Pid: 5, Parent: 4},
		{Pid: 9, Parent: 1}, {Pid: 10, Parent: 9},
	}
	var found []int
	for _, info := range Below(table, 2) {
		found = append(found, info.Pid)
	}
	sort.Ints(found)
	if len(found) != 2 || found[0] != 3 || found[1] != 5 {
		t.Fatalf("%v", found)
	}
}

func TestOurselvesAreInTheTable(t *testing.T) {
	for _, info := range Table() {
		if info.Pid == os.Getpid() {
			if info.Parent != os.Getppid() || info.StartTicks == 0 {
				t.Fatalf("%+v", info)
			}
			if resident, _ := Resident(info.Pid); resident < 1<<20 {
				t.Fatalf("resident %d", resident)
			}
			return
		}
	}
	t.Fatal("not found")
}

func TestSendSparesUsAndTheFirstProcess(t *testing.T) {
	Signal([]Info{{Pid: os.Getpid()}, {Pid: 1}, {Pid: 0}, {Pid: -1}}, syscall.SIGKILL)
}

func TestDestroyOutrunsAForkBomb(t *testing.T) {
	// Each of the four replaces itself with a new process over and over, so that no list of them stays true.
	bomb := exec.Command("sh", "-c", `bomb() { (bomb) & exit; }; for i in 1 2 3 4; do (bomb) & done; sleep 60`)
	bomb.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := bomb.Start(); err != nil {
		t.Fatal(err)
	}
	list := func() []Info { return InSession(Table(), bomb.Process.Pid) }
	for deadline := time.Now().Add(10 * time.Second); len(list()) < 2; {
		if time.Now().After(deadline) {
			t.Error("it does not go")
			break
		}
	}
	go bomb.Wait()
	gone := func(within time.Duration) bool {
		time.Sleep(within)
		return len(list()) == 0
	}
	begin := time.Now()
	// It takes a tenth of a second where nothing else runs; what matters is that it gets there.
	if !(Tree{List: list, Gone: gone}).Destroy(60 * time.Second) {
		t.Fatalf("%d alive after %v", len(list()), time.Since(begin))
	}
}
