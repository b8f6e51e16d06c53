package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/bus/bustest"
	"github.com/saloon-games/saloon/internal/load"
	"github.com/saloon-games/saloon/internal/store/sqlstore/pgtest"
)

// These benchmarks find what docs/scaling.md reckons with: what a move costs at nodes and in
// PostgreSQL, what streams and tables cost in memory. They take -measure each, and -benchtime
// 1x; NATS runs in the same process as the guests.

// usage is what processes have taken so far, in seconds of a processor.
func usage(b *testing.B, pids []int) (seconds float64) {
	b.Helper()
	for _, pid := range pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue // a process of the server's that has ended
		}
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		for _, field := range fields[11:13] {
			ticks, err := strconv.Atoi(field)
			if err != nil {
				b.Fatal(err)
			}
			seconds += float64(ticks) / 100
		}
	}
	return seconds
}

// A books is what is counted while guests play.
type books struct {
	commits, wal, events float64 // of the database
	postgres             float64 // seconds of a processor
	published, passedOn  float64 // messages
}

// keep reads the books of a house. Most counts of PostgreSQL are a second late.
func keep(b *testing.B, ask func(string) string, servers *bustest.Cluster) (now books) {
	b.Helper()
	number := func(query string) float64 {
		n, err := strconv.ParseFloat(ask(query), 64)
		if err != nil {
			b.Fatal(err)
		}
		return n
	}
	now.commits = number(`SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()`)
	now.wal = number(`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn`)
	now.events = number(`SELECT last_value FROM events_id_seq`)
	var pids []int
	for pid := range strings.FieldsSeq(ask(`SELECT string_agg(pid::text, ' ') FROM pg_stat_activity`)) {
		n, err := strconv.Atoi(pid)
		if err != nil {
			b.Fatal(err)
		}
		pids = append(pids, n)
	}
	now.postgres = usage(b, pids)
	in, out, err := servers.Messages()
	if err != nil {
		b.Fatal(err)
	}
	now.published, now.passedOn = float64(in), float64(out)
	return now
}

func BenchmarkNodes(b *testing.B) {
	for nodes := 1; nodes <= 3; nodes++ {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) { benchmarkNodes(b, nodes, false) })
	}
	for nodes := 2; nodes <= 3; nodes++ {
		b.Run(fmt.Sprintf("by-table/nodes=%d", nodes), func(b *testing.B) { benchmarkNodes(b, nodes, true) })
	}
}

func benchmarkNodes(b *testing.B, nodes int, byTable bool) {
	b.Helper()
	address := pgtest.Database(b)
	servers := bustest.New(b, 1)
	c := load.Config{Game: "texas", Seats: 4, Tables: 300, ByTable: byTable, Seed: 1, Warmup: 3 * time.Second}
	for range nodes {
		r := openHouse(b, quietly("--database", address, "--nats", servers.URL())...)
		target, err := load.ParseTarget(b.Context(), strings.TrimSuffix(r.url, "/"), false)
		if err != nil {
			b.Fatal(err)
		}
		c.Targets, c.PIDs = append(c.Targets, target), append(c.PIDs, r.pid()...)
	}
	ask := pgtest.Session(b, address)
	for b.Loop() {
		var from, to books
		reports, err := load.RunStages(b.Context(), c, []load.Stage{
			{Name: "counted", Time: max(*measure, time.Second), Begin: func([]string) error { from = keep(b, ask, servers); return nil }},
			{Name: "end", Time: time.Millisecond, Begin: func([]string) error { to = keep(b, ask, servers); return nil }},
		}, nil)
		if err != nil {
			b.Fatal(err)
		}
		r := reports[0]
		moves := float64(r.Moves)
		b.Log(errorWords(r.Errors))
		b.ReportMetric(0, "ns/op") // it is as long as it was told to be
		b.ReportMetric(r.Speed, "moves/s")
		b.ReportMetric(r.All.P50, "ms-p50")
		b.ReportMetric(r.All.P99, "ms-p99")
		b.ReportMetric(r.House.PerMove, "µs-nodes/move")
		b.ReportMetric((to.postgres-from.postgres)*1e6/moves, "µs-postgres/move")
		b.ReportMetric(r.Guests.PerMove, "µs-guests+nats/move")
		b.ReportMetric(r.Machine.Others*r.Seconds*1e6/moves-(to.postgres-from.postgres)*1e6/moves, "µs-others/move")
		b.ReportMetric((to.commits-from.commits)/r.Seconds, "commits/s")
		b.ReportMetric(moves/(to.commits-from.commits), "moves/commit")
		b.ReportMetric((to.wal-from.wal)/moves, "WAL-bytes/move")
		b.ReportMetric((to.events-from.events)/moves, "events/move")
		b.ReportMetric((to.published-from.published)/moves, "published/move")
		b.ReportMetric((to.passedOn-from.passedOn)/moves, "delivered/move")
		b.ReportMetric(float64(r.House.RSS)/1e6/float64(nodes), "MB/node")
	}
	rows := ask(`SELECT count(*) FROM events`)
	b.Logf("%s events; bytes on disk: events %s, their indexes %s, tables with theirs %s", rows,
		ask(`SELECT pg_table_size('events')`), ask(`SELECT pg_indexes_size('events')`), ask(`SELECT pg_total_relation_size('tables')`))
	b.Logf("events by bytes of their bodies: mean %s", ask(`SELECT round(avg(length(body))) FROM events`))
}

var heap = regexp.MustCompile(`(?m)^go_memstats_heap_inuse_bytes (\S+)`)

func BenchmarkIdleStreams(b *testing.B) {
	for _, c := range []struct{ tables, seats int }{{1000, 3}, {500, 6}, {250, 6}} {
		b.Run(fmt.Sprintf("tables=%d/seats=%d", c.tables, c.seats), func(b *testing.B) {
			r := openHouse(b, quietly("--data", b.TempDir())...)
			target, err := load.ParseTarget(b.Context(), strings.TrimSuffix(r.url, "/"), false)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				report, err := load.Run(b.Context(), load.Config{
					Targets: []load.Target{target}, PIDs: r.pid(), Game: "texas", Seats: c.seats, Tables: c.tables, Seed: 1,
					Idle: true, Warmup: 3 * time.Second, Time: max(*measure, time.Second),
				}, nil)
				if err != nil {
					b.Fatal(err)
				}
				_, text := r.get(b, "metrics")
				used, err := strconv.ParseFloat(heap.FindStringSubmatch(text)[1], 64)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(report.House.RSS)/1e6, "MB")
				b.ReportMetric(used/1e6, "MB-heap")
				b.ReportMetric(float64(report.House.RSS-report.House.Before)/1e3/float64(report.Streams), "KB/stream")
				b.ReportMetric(report.House.CPU/report.Seconds*1e6/float64(report.Streams), "µs/s/stream")
			}
		})
	}
}
