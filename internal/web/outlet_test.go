package web

import (
	"errors"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

func TestABrowserThatDoesNotReadIsLetGoAndOneThatReadsIsNot(t *testing.T) {
	event := []byte("event: beat\ndata:\n\n")

	t.Run("who does not read is given twenty seconds for what comes next", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			defer there.Close() //nolint:errcheck // a test
			c := &connOutlet{Conn: here}
			begun := time.Now()
			if err := c.send(event); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(begun) != writeTime {
				t.Errorf("after %v the error is %v; want the deadline after %v", time.Since(begun), err, writeTime)
			}
			c.close()
		})
	})

	t.Run("who reads, however long nothing happens, is sent all", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			got := make(chan int)
			go func() {
				buf := make([]byte, 1<<10)
				for all := 0; ; {
					n, err := there.Read(buf)
					if all += n; err != nil {
						got <- all
						return
					}
				}
			}()
			c := &connOutlet{Conn: here}
			for range 10 {
				if err := c.send(event); err != nil {
					t.Error(err)
				}
				time.Sleep(writeTime * 2 / 3) // virtual
			}
			c.close()
			if n := <-got; n != 10*len(event) {
				t.Errorf("%d bytes were read; want %d", n, 10*len(event))
			}
		})
	})
}
