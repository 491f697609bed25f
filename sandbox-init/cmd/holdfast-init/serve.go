package main

import (
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"holdfast.dev/sandbox-init/internal/cgroup"
	"holdfast.dev/sandbox-init/internal/journal"
	"holdfast.dev/sandbox-init/internal/reaper"
	"holdfast.dev/sandbox-init/internal/server"
	"holdfast.dev/sandbox-init/internal/spawn"
	"holdfast.dev/sandbox-init/internal/step"
)

// endGrace is what steps get when we are told by a signal to end.
const endGrace = 5 * time.Second

type options struct {
	control, sandbox, workspace string
	uid, gid                    int
	local                       bool
	leaseSeconds                int64
	filesAhead                  bool
}

func parse(arguments []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.StringVar(&o.control, "control", "", "directory of the supervisor, mode 0700")
	flags.StringVar(&o.sandbox, "sandbox", "", "the sandbox's id")
	flags.StringVar(&o.workspace, "workspace", "/workspace", "working directory of steps and root of relative paths")
	flags.IntVar(&o.uid, "uid", os.Getuid(), "user that steps run as")
	flags.IntVar(&o.gid, "gid", os.Getgid(), "group that steps run as")
	flags.BoolVar(&o.local, "local", false, "a plain process, not PID 1 of a container")
	flags.Int64Var(&o.leaseSeconds, "lease-seconds", 0, "end without a lease call for that long (0: never)")
	flags.BoolVar(&o.filesAhead, "files-ahead", false, "start the process that moves files before it is needed")
	if err := flags.Parse(arguments); err != nil {
		return o, err
	}
	o.workspace = filepath.Clean(o.workspace)
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case o.control == "":
		return o, fmt.Errorf("--control is missing")
	case o.sandbox == "":
		return o, fmt.Errorf("--sandbox is missing")
	case !filepath.IsAbs(o.workspace):
		return o, fmt.Errorf("--workspace must be an absolute path")
	case o.leaseSeconds < 0:
		return o, fmt.Errorf("--lease-seconds must not be negative")
	case !o.local && o.uid == 0:
		return o, fmt.Errorf("--uid must not be 0 in a container: the workload could reach the supervisor")
	case !o.local && os.Getpid() != 1:
		return o, fmt.Errorf("not PID 1: without --local this would kill every process it can reach")
	case os.Getuid() != 0 && (o.uid != os.Getuid() || o.gid != os.Getgid()):
		return o, fmt.Errorf("--uid and --gid other than our own need root")
	}
	return o, nil
}

func serve(arguments []string) int {
	o, err := parse(arguments)
	if err == nil {
		err = supervise(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "holdfast-init:", err)
		return 1
	}
	return 0
}

func supervise(o options) error {
	if err := protect(o.local); err != nil {
		return err
	}
	lock, err := takeControl(o.control)
	if err != nil {
		return err
	}
	defer lock.Close()
	host, known, err := newHost(o)
	if err != nil {
		return err
	}
	table := step.NewTable(host, known)
	var boot [8]byte
	_, _ = rand.Read(boot[:])
	s := &server.Server{Host: host, Table: table, Version: version, BootID: hex.EncodeToString(boot[:]), Exit: os.Exit,
		FilesAhead: o.filesAhead}
	if err := s.Listen(o.control); err != nil {
		return err
	}
	go endOnSignal(s)
	settle()
	return s.Serve(o.leaseSeconds)
}

// takeControl makes the control directory ours alone, for as long as we live.
func takeControl(control string) (*os.File, error) {
	for _, directory := range []string{control, filepath.Join(control, "log")} {
		if err := os.MkdirAll(directory, 0o700); err != nil {
			return nil, err
		}
	}
	if info, err := os.Stat(control); err != nil {
		return nil, err
	} else if info.Mode().Perm() != 0o700 {
		if err := os.Chmod(control, 0o700); err != nil {
			return nil, err
		}
	}
	lock, err := os.OpenFile(filepath.Join(control, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, fmt.Errorf("another supervisor uses %s", control)
	}
	return lock, nil
}

func newHost(o options) (*step.Host, []journal.Entry, error) {
	records, known, err := journal.Open(filepath.Join(o.control, "journal"), o.local)
	if err != nil {
		return nil, nil, err
	}
	host := &step.Host{
		Sandbox: o.sandbox, Workspace: o.workspace, Local: o.local, Env: inherited(os.Environ(), o.uid != os.Getuid()),
		OomScore: scoreForSteps(), LogDir: filepath.Join(o.control, "log"),
		Secrets: step.SecretsDirectory(os.Getenv("HOLDFAST_SECRETS_DIR"), "/dev/.holdfast/secrets", "/dev/shm"),
		Reaper:  reaper.New(), Journal: records, Group: cgroup.Find(),
	}
	if o.uid != os.Getuid() || o.gid != os.Getgid() {
		host.Identity = &spawn.Identity{UID: o.uid, GID: o.gid}
	}
	return host, known, nil
}

// inherited is our environment without what is meant for us. Engines set HOME to that of our user, which is not the
// steps' user.
func inherited(env []string, otherUser bool) []string {
	var kept []string
	for _, variable := range env {
		if !strings.HasPrefix(variable, "HOLDFAST_") && !(otherUser && variable == "HOME=/root") {
			kept = append(kept, variable)
		}
	}
	return kept
}

func endOnSignal(s *server.Server) {
	signals := make(chan os.Signal, 4)
	// A handler, not SIG_IGN, for the latter two: steps would inherit that.
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	for received := range signals {
		if received == syscall.SIGTERM || received == syscall.SIGINT {
			s.End(endGrace)
			os.Exit(0)
		}
	}
}
