//go:build unix

package botproc

import (
	"os/exec"
	"syscall"
)

// ownGroup lets the process begin a group of its own, which its children are in too
// and which a Ctrl-C at the terminal does not reach.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the process and its children.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // they may have ended
}
