package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// ticks is how many units of CPU time Linux counts in a second wherever it tells
// programs of them (USER_HZ).
const ticks = 100

// usage is what a process has taken so far.
type usage struct {
	cpu       float64 // seconds
	rss, peak int64   // bytes in memory, now and at most; peak 0 where it is not known
}

// meter reads what a process takes.
type meter interface {
	read(ctx context.Context) (usage, error)
}

// proc is a process by its directory in /proc.
type proc string

func (p proc) read(context.Context) (usage, error) {
	stat, err := os.ReadFile(filepath.Join(string(p), "stat"))
	if err != nil {
		return usage{}, err
	}
	// The second field is the program's name in parentheses and may have any letters.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return usage{}, fmt.Errorf("%s/stat has too few fields", string(p))
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	if err := errors.Join(err1, err2); err != nil {
		return usage{}, err
	}
	u := usage{cpu: float64(user+system) / ticks}
	status, err := os.ReadFile(filepath.Join(string(p), "status"))
	if err != nil {
		return usage{}, err
	}
	u.rss, u.peak = kilobytes(status, "VmRSS:"), kilobytes(status, "VmHWM:")
	return u, nil
}

// kilobytes reads a line such as "VmRSS:   1234 kB" as bytes, 0 if there is none.
func kilobytes(status []byte, name string) int64 {
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}

// together are several processes that are measured as one.
type together []meter

func (all together) read(ctx context.Context) (sum usage, err error) {
	for _, m := range all {
		u, err := m.read(ctx)
		if err != nil {
			return usage{}, err
		}
		sum.cpu, sum.rss, sum.peak = sum.cpu+u.cpu, sum.rss+u.rss, sum.peak+u.peak
	}
	return sum, nil
}

// metrics is a node that tells what its process takes at /metrics.
type metrics struct {
	*run
	target Target
}

func (m metrics) read(ctx context.Context) (usage, error) {
	c, err := m.connectTo(ctx, m.target, 0)
	if err != nil {
		return usage{}, err
	}
	defer c.Close() //nolint:errcheck // it has been read
	request := fmt.Sprintf("GET %s/metrics HTTP/1.1\r\nHost: %s\r\nAccept: text/plain\r\n\r\n", m.target.Base, m.target.Host)
	if _, err := c.Write([]byte(request)); err != nil {
		return usage{}, err
	}
	a, length, err := c.head()
	if err != nil {
		return usage{}, err
	}
	if a.status != 200 {
		return usage{}, fmt.Errorf("GET /metrics was answered %d", a.status)
	}
	var body []byte
	for last := false; !last; {
		if body, last, err = c.piece(body, length); err != nil {
			return usage{}, err
		}
	}
	u := usage{cpu: -1}
	for line := range strings.Lines(string(body)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseFloat(value, 64)
		switch {
		case err != nil:
		case name == "process_cpu_seconds_total":
			u.cpu = n
		case name == "process_resident_memory_bytes":
			u.rss = int64(n)
		}
	}
	if u.cpu < 0 {
		return usage{}, errors.New("/metrics does not tell process_cpu_seconds_total")
	}
	return u, nil
}

// Machine names where the load was borne, and what else went on there.
type Machine struct {
	CPUs  int    `json:"cpus"`
	Model string `json:"model,omitempty"`
	// Load is how many programs wanted to run, on average over a minute, when the
	// measured window began.
	Load float64 `json:"load"`
	// Busy is how many CPUs worked in the window, of all programs; Others how many of
	// them neither for the house (if its process is known) nor for the guests; Stolen
	// how many CPUs' time went to other machines on the same hardware.
	Busy   float64 `json:"busy"`
	Others float64 `json:"others"`
	Stolen float64 `json:"stolen"`
}

// cpuTimes is how long all CPUs have worked and been stolen, in seconds.
type cpuTimes struct{ busy, stolen float64 }

func readCPUTimes() cpuTimes {
	stat, _ := os.ReadFile("/proc/stat") // nothing is known where there is none
	line, _, _ := strings.Cut(string(stat), "\n")
	var t cpuTimes
	for i, field := range strings.Fields(line) {
		n, err := strconv.ParseFloat(field, 64)
		if err != nil {
			continue
		}
		switch i {
		case 1, 2, 3, 6, 7: // user, nice, system, interrupts
			t.busy += n / ticks
		case 8:
			t.stolen = n / ticks
		}
	}
	return t
}

// readMachine tells of the machine all that does not take time to measure.
func readMachine() Machine {
	m := Machine{CPUs: runtime.NumCPU()}
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		name, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) == "model name" {
			m.Model = strings.TrimSpace(value)
			break
		}
	}
	load, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(load), " ")
	m.Load, _ = strconv.ParseFloat(first, 64)
	return m
}

// mostFiles is how many files a process may have open, 0 if that is not known. The Go
// runtime has raised our own limit as far as it goes.
func mostFiles(dir string) int {
	limits, _ := os.ReadFile(filepath.Join(dir, "limits"))
	for line := range strings.Lines(string(limits)) {
		if value, ok := strings.CutPrefix(line, "Max open files"); ok {
			if fields := strings.Fields(value); len(fields) > 0 {
				n, _ := strconv.Atoi(fields[0])
				return n
			}
		}
	}
	return 0
}
