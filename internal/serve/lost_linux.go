package serve

import (
	"net"
	"syscall"
	"time"
)

// lostTime is how long what was sent may stay without an acknowledgment before a
// connection is taken for lost. Without it, the system goes on trying for a quarter of an
// hour to reach somebody who has vanished without a word.
const lostTime = time.Minute

// tcpUserTimeout is TCP_USER_TIMEOUT of <linux/tcp.h> (RFC 5482).
const tcpUserTimeout = 0x12

// notForever sets that for a connection. It does not matter where it cannot be set, as for
// one of several paths (MPTCP). A listener's would not be passed on to all.
func notForever(c *net.TCPConn) {
	raw, err := c.SyscallConn()
	if err != nil {
		return // it is closed already
	}
	_ = raw.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(lostTime.Milliseconds()))
	})
}
