// Command holdfast-init supervises one sandbox: PID 1 of a container, or a plain process that owns a process tree.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"holdfast.dev/sandbox-init/internal/files"
	"holdfast.dev/sandbox-init/internal/protocol"
)

// version is set by the build.
var version = "dev"

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(arguments []string) int {
	command := ""
	if len(arguments) > 0 {
		command = arguments[0]
	}
	switch command {
	case "serve":
		return serve(arguments[1:])
	case "tar", "untar", "files":
		return files.Main()
	case "pause":
		return pause()
	case "version":
		fmt.Printf("holdfast-init %s protocol %d\n", version, protocol.Version)
		return 0
	}
	fmt.Fprintln(os.Stderr, "usage: holdfast-init serve --control DIR --sandbox ID [--workspace DIR] [--uid N --gid N] [--local] [--lease-seconds N]\n"+
		"       holdfast-init pause | version")
	return 2
}

// pause holds a network namespace and nothing else.
func pause() int {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	<-signals
	return 0
}
