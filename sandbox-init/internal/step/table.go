package step

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"holdfast.dev/sandbox-init/internal/journal"
	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/steplog"
)

// Table knows the steps by their keys.
type Table struct {
	host  *Host
	mutex sync.Mutex
	steps map[string]*Step
}

// NewTable takes over what the journal says. A step that was running under an earlier supervisor is killed and lost.
func NewTable(host *Host, entries []journal.Entry) *Table {
	t := &Table{host: host, steps: map[string]*Step{}}
	for _, entry := range entries {
		t.steps[entry.Record.Step] = t.restore(entry)
	}
	return t
}

func (t *Table) restore(entry journal.Entry) *Step {
	s := newStep(t.host, protocol.Start{Step: entry.Record.Step})
	s.log = steplog.Open(filepath.Join(t.host.LogDir, journal.Name(entry.Record.Step)), entry.OutputLimit)
	s.entry = entry
	s.mainEnded = true
	if entry.Record.State == protocol.Running {
		s.lose()
	}
	close(s.begun)
	close(s.done)
	close(s.gone)
	close(s.settled)
	return s
}

// lose kills what an earlier supervisor left of the step and says so.
func (s *Step) lose() {
	leftovers := func() []process.Info { return s.leftovers() }
	left := len(leftovers())
	if left > 0 {
		process.Tree{List: leftovers, Gone: func(within time.Duration) bool {
			time.Sleep(within / 4)
			return len(leftovers()) == 0
		}}.Destroy(destroyTime)
	}
	record := &s.entry.Record
	record.State, record.Outcome, record.Left = protocol.Ended, protocol.Lost, left
	record.Reason = "the supervisor was restarted while the command ran"
	record.EndedAtMs = time.Now().UnixMilli()
	record.WallMs = max(0, record.EndedAtMs-record.StartedAtMs)
	s.addFigures(record)
	_ = s.host.Journal.Add(s.entry)
}

// leftovers finds a lost step's processes: below its holder, in its session, or marked by their environment. An id
// alone proves nothing, it may belong to another process by now.
func (s *Step) leftovers() []process.Info {
	table := process.Table()
	mark := markName + "=" + s.host.mark(s.request.Step)
	found := map[int]process.Info{}
	take := func(list ...process.Info) {
		for _, info := range list {
			found[info.Pid] = info
		}
	}
	for _, info := range table {
		if info.Zombie {
			continue
		}
		isHolder := journal.Mark{Pid: info.Pid, StartTicks: info.StartTicks} == s.entry.Holder
		isMain := journal.Mark{Pid: info.Pid, StartTicks: info.StartTicks} == s.entry.Main
		if isHolder || isMain || hasMark(info.Pid, mark) {
			take(process.Below(table, info.Pid)...)
			if isHolder {
				info.Group = 0 // it was in its supervisor's, where others may be
			}
			take(info)
		}
		if isMain {
			take(process.InSession(table, info.Pid)...)
		}
	}
	list := make([]process.Info, 0, len(found))
	for _, info := range found {
		list = append(list, info)
	}
	return list
}

func hasMark(pid int, mark string) bool {
	for _, variable := range process.Environment(pid) {
		if string(variable) == mark {
			return true
		}
	}
	return false
}

// Start begins the step, or attaches to it when the key is known and asks for the same.
func (t *Table) Start(request protocol.Start) (*Step, bool, error) {
	if err := validate(&request); err != nil {
		return nil, false, err
	}
	content := request
	content.WaitMs, content.ReadBytes = 0, 0
	t.mutex.Lock()
	known, found := t.steps[request.Step]
	if found {
		t.mutex.Unlock()
		<-known.begun
		if known.failure != nil {
			return nil, false, known.failure
		}
		if journal.Digest(known.entry.Salt, content) != known.entry.Digest {
			return nil, false, protocol.Fail(protocol.Conflict, "step %q was started before with other content; use another key", request.Step)
		}
		return known, true, nil
	}
	s := newStep(t.host, request)
	s.entry.Salt = journal.NewSalt()
	s.entry.Digest = journal.Digest(s.entry.Salt, content)
	t.steps[request.Step] = s
	t.mutex.Unlock()
	s.failure = s.begin()
	if s.failure != nil {
		t.mutex.Lock()
		delete(t.steps, request.Step)
		t.mutex.Unlock()
	}
	close(s.begun)
	return s, false, s.failure
}

// Find answers a step that was started.
func (t *Table) Find(key string) (*Step, error) {
	t.mutex.Lock()
	s, found := t.steps[key]
	t.mutex.Unlock()
	if found {
		<-s.begun
	}
	if !found || s.failure != nil {
		return nil, protocol.Fail(protocol.UnknownStep, "there is no step %q here", key)
	}
	return s, nil
}

// All answers every step that was started.
func (t *Table) All() []*Step {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	list := make([]*Step, 0, len(t.steps))
	for _, s := range t.steps {
		list = append(list, s)
	}
	return list
}

// Forget drops all steps, their logs and their journal. None may run.
func (t *Table) Forget() error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, s := range t.steps {
		<-s.settled
		s.log.Recycle()
	}
	t.steps = map[string]*Step{}
	if err := t.host.Journal.Clear(); err != nil {
		return err
	}
	left, err := os.ReadDir(t.host.LogDir)
	if err != nil {
		return err
	}
	for _, file := range left {
		if info, err := file.Info(); file.Name() != steplog.Blank || err != nil || info.Size() > 0 {
			return fmt.Errorf("a file of a log is left: %s", file.Name())
		}
	}
	return nil
}
