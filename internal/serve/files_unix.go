//go:build unix

package serve

import "syscall"

// mostConnections is how many connections there may be: all files that this program may
// have open but a part that is left for databases, logs and others. 0 is any number.
func mostConnections() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > 1<<24 {
		return 0
	}
	return max(1, int(limit.Cur)-int(limit.Cur)/16-64) //nolint:gosec // at most 1<<24
}
