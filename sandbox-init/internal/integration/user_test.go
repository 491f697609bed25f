package integration

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/wire"
)

func startForAnotherUser(t *testing.T) *sandbox {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	s := start(t, "--uid", "12345", "--gid", "12346")
	for _, directory := range []string{filepath.Dir(s.workspace), s.workspace} {
		if err := os.Chmod(directory, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestEveryThreadThatMovesFilesIsTheTasksUserForFilesAloneAndHasNoPrivilege(t *testing.T) {
	s := startForAnotherUser(t)
	if _, failure := s.dial().put(fields{"path": "."}, archive(t, map[string]string{"in": "hello"})); failure != nil {
		t.Fatal(failure)
	}
	info, err := os.Stat(filepath.Join(s.workspace, "in"))
	if err != nil || info.Sys().(*syscall.Stat_t).Uid != 12345 || info.Sys().(*syscall.Stat_t).Gid != 12346 {
		t.Errorf("%+v %v", info, err)
	}
	want := []string{"Uid: 65533 12345 65533 12345", "Gid: 12346 12346 12346 12346", "Groups:", "CapInh: 0000000000000000",
		"CapPrm: 0000000000000000", "CapEff: 0000000000000000", "CapAmb: 0000000000000000"}
	threads, _ := filepath.Glob("/proc/" + strconv.Itoa(s.spares()[0]) + "/task/*/status")
	if len(threads) == 0 {
		t.Fatal("no thread was looked at")
	}
	for _, thread := range threads {
		status, _ := os.ReadFile(thread)
		found := regexp.MustCompile(`(?m)^(Uid|Gid|Groups|Cap(Inh|Prm|Eff|Amb)):.*`).FindAllString(string(status), -1)
		for i, line := range found {
			found[i] = strings.Join(strings.Fields(line), " ")
		}
		if strings.Join(found, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %q", thread, found)
		}
	}
}

func TestOneThatIsNotWhoItShouldBeSaysSoAndReadsNoRequest(t *testing.T) {
	own, group := strconv.Itoa(os.Getuid()), strconv.Itoa(os.Getgid())
	for name, test := range map[string]struct {
		arguments []string
		says      string
	}{
		"another group":         {[]string{own, strconv.Itoa(os.Getgid() + 1), own}, "has users"},
		"nobody in particular":  {nil, "which user"},
		"a user it cannot have": {[]string{"4294967295", group, own}, "out of range"},
	} {
		command := exec.Command(program, append([]string{"files"}, test.arguments...)...)
		var request bytes.Buffer
		w := wire.NewWriter(&request)
		w.Object(wire.JSON, fields{"workspace": "/", "list": fields{"path": "."}})
		w.Flush()
		command.Stdin = &request
		output, err := command.Output()
		if err == nil {
			t.Errorf("%s: it went on", name)
		}
		r := wire.NewReader(bytes.NewReader(output))
		header, _ := r.Next()
		payload, _ := r.Payload(header)
		var answer protocol.ErrorAnswer
		if json.Unmarshal(payload, &answer) != nil || answer.Error == nil || !strings.Contains(answer.Error.Message, test.says) {
			t.Errorf("%s: %q", name, output)
		}
		if _, err := r.Next(); err == nil {
			t.Errorf("%s: it answered more than once: %q", name, output)
		}
	}
}

func TestWithoutTheRightToChangeItsUserItEnds(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root")
	}
	// As who an old kernel leaves when it takes the effective user away.
	command := exec.Command("/proc/self/fd/3", "files", "12345", "12346", "65533")
	open, err := os.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	command.ExtraFiles = []*os.File{open}
	command.Dir = "/"
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65533, Gid: 12346}}
	output, err := command.Output()
	if err == nil || !strings.Contains(string(output), "cannot become user 12345") {
		t.Errorf("%v %q", err, output)
	}
}
