package metrics

import (
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/saloon-games/saloon/internal/house"
)

// quick are the upper bounds, in seconds, of what takes milliseconds when all is well.
var quick = []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10}

// observer counts what a house does. It implements [house.Observer].
type observer struct {
	moves    *prometheus.CounterVec
	refusals *prometheus.CounterVec
	events   prometheus.Counter
	appends  prometheus.Histogram
	thought  *prometheus.HistogramVec
	late     *prometheus.CounterVec
	lag      prometheus.Histogram
	lost     *prometheus.CounterVec
	newer    prometheus.Counter
}

// House returns who counts what a house does. It is called once.
func (m *Metrics) House() house.Observer {
	o := &observer{
		moves: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "saloon_moves_total", Help: "Events of games that are on disk, by who made them.",
		}, []string{"by"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "saloon_refusals_total", Help: "What somebody was refused, by why.",
		}, []string{"code"}),
		events: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "saloon_events_total", Help: "Events of tables that are on disk, moves among them.",
		}),
		appends: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "saloon_append_seconds", Help: "Time until events are on disk.", Buckets: quick,
		}),
		thought: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "saloon_bot_think_seconds", Help: "Time that bots take to choose a move, by level.",
			Buckets: []float64{.0001, .001, .01, .05, .1, .2, .5, 1, 2, 5},
		}, []string{"level"}),
		late: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "saloon_bots_late_total", Help: "Moves of bots that were not waited for, by level.",
		}, []string{"level"}),
		lag: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "saloon_wake_lag_seconds", Help: "How much later than it should something was done that needs no person.",
			Buckets: append(slices.Clip(quick), 30, 60),
		}),
		lost: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "saloon_leases_lost_total",
			Help: "Tables that were claimed and where another did what was due: before it was looked for or decided (before), or in the moment of the append (append).",
		}, []string{"how"}),
		newer: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "saloon_newer_tables_total", Help: "Tables that were met and left alone, since only a newer version of this program can read them.",
		}),
	}
	for _, by := range []house.By{house.ByPerson, house.ByBot, house.ByClock, house.ByChance} {
		o.moves.WithLabelValues(string(by)) // so that it is there before the first
	}
	for _, code := range []house.Code{house.Busy, house.Newer} { // those that alarms ask for
		o.refusals.WithLabelValues(string(code))
	}
	for _, how := range []house.Loss{house.LostBefore, house.LostAtAppend} {
		o.lost.WithLabelValues(string(how))
	}
	o.thought.WithLabelValues(house.UsualLevel)
	o.late.WithLabelValues(house.UsualLevel)
	m.registry.MustRegister(o.moves, o.refusals, o.events, o.appends, o.thought, o.late, o.lag, o.lost, o.newer)
	return o
}

// Moved implements house.Observer.
func (o *observer) Moved(by house.By) { o.moves.WithLabelValues(string(by)).Inc() }

// Refused implements house.Observer.
func (o *observer) Refused(code house.Code) { o.refusals.WithLabelValues(string(code)).Inc() }

// Appended implements house.Observer.
func (o *observer) Appended(d time.Duration, n int) {
	o.appends.Observe(d.Seconds())
	o.events.Add(float64(n))
}

// BotThought implements house.Observer.
func (o *observer) BotThought(level string, d time.Duration, late bool) {
	o.thought.WithLabelValues(level).Observe(d.Seconds())
	if late {
		o.late.WithLabelValues(level).Inc()
	}
}

// WakeLag implements house.Observer.
func (o *observer) WakeLag(d time.Duration) { o.lag.Observe(d.Seconds()) }

// LeaseLost implements house.Observer.
func (o *observer) LeaseLost(how house.Loss) { o.lost.WithLabelValues(string(how)).Inc() }

// NewerTable implements house.Observer.
func (o *observer) NewerTable() { o.newer.Inc() }
