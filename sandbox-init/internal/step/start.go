package step

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"holdfast.dev/sandbox-init/internal/journal"
	"holdfast.dev/sandbox-init/internal/process"
	"holdfast.dev/sandbox-init/internal/protocol"
	"holdfast.dev/sandbox-init/internal/spawn"
	"holdfast.dev/sandbox-init/internal/steplog"
)

// begin starts the command. When it fails nothing is left and the key is free again.
func (s *Step) begin() error {
	asked, err := limits(s.request.Limits)
	if err != nil {
		return err
	}
	s.log = steplog.New(filepath.Join(s.host.LogDir, journal.Name(s.request.Step)), s.request.OutputLimitBytes)
	s.startedAt = time.Now()
	s.entry.OutputLimit = s.request.OutputLimitBytes
	s.entry.Record = protocol.Record{
		Step: s.request.Step, State: protocol.Running, StartedAtMs: s.startedAt.UnixMilli(),
	}
	if err := s.host.Journal.Begin(s.entry); err != nil {
		return protocol.Fail(protocol.Internal, "the journal cannot be written, so nothing is started: %v", err)
	}
	if err := s.launch(asked); err != nil {
		s.removeSecrets()
		_ = s.host.Journal.Forget(s.request.Step)
		if spawn.Exhausted(err) {
			return protocol.Fail(protocol.Limit, "the command cannot be started now, the limit of processes, memory or open files is reached: %v", err)
		}
		return err
	}
	return nil
}

func (s *Step) launch(asked []spawn.Limit) error {
	if err := s.writeSecrets(); err != nil {
		return err
	}
	streams, err := openStdio(&s.request, s.host.Identity)
	if err != nil {
		return err
	}
	env := s.host.environment(&s.request, s.secrets)
	command := spawn.Command{
		Paths: executables(s.request.Argv[0], env), Argv: s.request.Argv, Env: env,
		Dir: s.host.directory(s.request.Cwd), Stdio: streams.child,
		Session: true, Terminal: s.request.Pty != nil,
		Identity: s.host.Identity, NoNewPrivileges: !s.host.Local, OomScore: s.host.OomScore,
		Limits: asked, Held: true,
	}
	if s.host.Group != nil {
		s.oomBefore, s.oomKnown = s.host.Group.OomKills()
		s.before = s.host.transfers()
	}
	started, err := s.host.Reaper.Fork(command, func(syscall.WaitStatus) {})
	streams.closeChildSide()
	if err != nil {
		streams.closeAll()
		return err
	}
	failure := started.Executed()
	event, err := spawn.ReadEvent(started.Status)
	if spawn.Exhausted(failure) || err != nil {
		streams.closeAll()
		started.Status.Close()
		if failure == nil {
			failure = fmt.Errorf("the step's holder is gone: %w", err)
		}
		return failure
	}
	s.running(started, int(event.Pid), streams, failure)
	return nil
}

// running takes note of the process and sets everything that watches it going.
func (s *Step) running(started spawn.Started, main int, streams *stdio, failure error) {
	s.entry.Record.Pid = main
	s.entry.Main.Pid, s.entry.Holder.Pid = main, started.Pid
	s.explain(failure)
	s.raiseOomScore(main)
	if s.host.Local {
		// Only here can steps outlive their supervisor; in a container they die with PID 1.
		s.entry.Main = markOf(main)
		s.entry.Holder = markOf(started.Pid)
		_ = s.host.Journal.Add(s.entry)
	}
	s.host.Reaper.Adopt(main, func(status syscall.WaitStatus) { s.adopted <- status })
	s.terminal = streams.terminal
	if streams.input != nil && s.request.Stdin == "open" {
		s.input = &input{file: streams.input, terminal: streams.terminal != nil}
	}
	for _, from := range streams.outputs {
		s.pumps.Add(1)
		go func() {
			defer s.pumps.Done()
			s.pump(from.file, from.stream)
		}()
	}
	if s.request.TimeoutMs > 0 {
		s.timer = time.AfterFunc(time.Duration(s.request.TimeoutMs)*time.Millisecond, func() {
			s.Terminate(protocol.TimedOut, grace(s.request.GraceMs))
		})
	}
	go s.watch(started.Status)
	go s.sampleMemory()
}

// raiseOomScore does for a step with our own identity what its child could not do itself: it was not dumpable then.
func (s *Step) raiseOomScore(main int) {
	if s.host.Identity == nil && s.host.OomScore != "" {
		_ = os.WriteFile("/proc/"+strconv.Itoa(main)+"/oom_score_adj", []byte(s.host.OomScore), 0)
	}
}

// explain says why the command did not come to run; its exit code is 126 or 127 then, as in a shell.
func (s *Step) explain(failure error) {
	var why *spawn.Failure
	if !errors.As(failure, &why) {
		return
	}
	switch why.Stage {
	case spawn.StageDirectory:
		s.entry.Record.Reason = fmt.Sprintf("cannot enter the working directory %s: %v", s.host.directory(s.request.Cwd), why.Errno)
	case spawn.StageExecute:
		s.entry.Record.Reason = fmt.Sprintf("cannot execute %s: %v", s.request.Argv[0], why.Errno)
	default:
		s.entry.Record.Reason = "cannot start: " + why.Error()
	}
}

func markOf(pid int) journal.Mark {
	info, _ := process.Look(pid)
	return journal.Mark{Pid: pid, StartTicks: info.StartTicks}
}
