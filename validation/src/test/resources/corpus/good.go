package good

// exec.Command("sh", "-c", text) is only a word here.

import (
	"fmt"
	"os"
	"os/exec"
	"text/template"
)

func harmless(text string) {
	exec.Command("ls", text).Run()
	exec.Command("git", "status").Run()
	exec.LookPath(text)
	fmt.Println(`exec.Command("sh", "-c", text)`)
	template.New(text)
	password := os.Getenv("PASSWORD")
	_ = password
}
