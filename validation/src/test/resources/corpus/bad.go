package bad

import (
	"context"
	"html/template"
	"os/exec"
	run "os/exec"
	"plugin"
	"syscall"
	"unsafe"
)

const apiToken = "t0k3n-55aa66bb" // want: secret-hard-coded

func dangerous(text string, x *int) {
	exec.Command("sh", "-c", text).Run()                                // want: go-shell
	exec.CommandContext(context.TODO(), "/bin/bash", "-c", text).Run()  // want: go-shell
	run.Command("bash", "-c", text)                                     // want: go-shell
	exec.Command(text)                                                  // want: go-exec
	syscall.Exec(text, nil, nil)                                        // want: go-syscall-exec
	plugin.Open(text)                                                   // want: go-plugin
	_ = unsafe.Pointer(x)                                               // want: go-unsafe
	_ = template.HTML(text)                                             // want: go-template
}
