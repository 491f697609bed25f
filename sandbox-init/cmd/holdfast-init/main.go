// Command holdfast-init supervises one sandbox: PID 1 of a container, or a plain process that owns a process tree.
package main

import (
	"fmt"
	"os"

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
	case files.Command:
		return files.Main(arguments[1:])
	case networksCommand:
		return networks(arguments[1:])
	case "version":
		fmt.Printf("holdfast-init %s protocol %d\n", version, protocol.Version)
		return 0
	}
	fmt.Fprintln(os.Stderr, "usage: holdfast-init serve --control DIR --sandbox ID [--workspace DIR] [--uid N --gid N] [--local] [--lease-seconds N] [--files-ahead]\n"+
		"       holdfast-init networks --control DIR\n"+
		"       holdfast-init version")
	return 2
}
