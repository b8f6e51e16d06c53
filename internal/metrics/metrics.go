// Package metrics counts what a house does, for Prometheus.
//
// The package must never know games' rules, cards, names of people or ids of
// tables: none of them may become a label, nor come out here in any other way.
package metrics

import (
	"net/http"
	"runtime"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the counts of one process.
type Metrics struct {
	registry *prometheus.Registry
}

// New returns counts that have those of the process and of the Go runtime in them.
func New() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		collectors.NewGoCollector(),
		build(),
	)
	return m
}

// build is a gauge that is always 1 and says which program this is.
func build() prometheus.Collector {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name:        "saloon_build_info",
		Help:        "Always 1; the labels say which program this is.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
}

// Registerer takes what other packages count.
func (m *Metrics) Registerer() prometheus.Registerer { return m.registry }

// Handler answers with all counts in Prometheus' formats.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry, EnableOpenMetrics: true})
}

// StoreCounts is what a store has done since it was opened.
type StoreCounts struct {
	Commits  int64 // transactions
	Writes   int64 // in them
	Failures int64 // transactions that the database refused
	Waiting  int   // writes in the queue now
}

// WatchStore counts what a store does, by asking for it whenever somebody wants to
// know.
func (m *Metrics) WatchStore(now func() StoreCounts) {
	counter := func(name, help string, get func(StoreCounts) int64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(
			prometheus.CounterOpts{Name: name, Help: help},
			func() float64 { return float64(get(now())) },
		))
	}
	counter("saloon_store_commits_total", "Transactions that were committed, each with one or more writes.",
		func(c StoreCounts) int64 { return c.Commits })
	counter("saloon_store_writes_total", "Writes in transactions that were committed.",
		func(c StoreCounts) int64 { return c.Writes })
	counter("saloon_store_failures_total", "Transactions that the database refused.",
		func(c StoreCounts) int64 { return c.Failures })
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "saloon_store_waiting_writes", Help: "Writes that wait for a transaction."},
		func() float64 { return float64(now().Waiting) },
	))
}

// Watch shows what is so now, by asking for it whenever somebody wants to know: whether
// the bus is connected, and how many tables are in memory.
func (m *Metrics) Watch(connected func() bool, tables func() int) {
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "saloon_bus_connected", Help: "1 while there is a connection to other processes, else 0.",
		}, func() float64 {
			if connected() {
				return 1
			}
			return 0
		}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "saloon_tables_in_memory", Help: "Tables that are kept in memory.",
		}, func() float64 { return float64(tables()) }),
	)
}
