//go:build !unix

package botproc

import "os/exec"

// ownGroup does nothing: there are no groups of processes here.
func ownGroup(*exec.Cmd) {}

// killGroup ends the process. Its children see the end of their standard input.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended
}
