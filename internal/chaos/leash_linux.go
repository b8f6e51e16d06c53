package chaos

import "syscall"

// leashed has a program die with this one, whatever way this one ends, and keeps the
// terminal's signals away from it.
func leashed() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
