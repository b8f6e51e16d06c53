//go:build !linux

package chaos

import "syscall"

// leashed keeps the terminal's signals away from a program.
func leashed() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
