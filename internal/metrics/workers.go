package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Asked returns what counts the decisions that workers are asked for, by what became of
// them, one of outcomes. It is called once.
func (m *Metrics) Asked(outcomes []string) func(outcome string) {
	asked := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "saloon_bots_asked_total",
		Help: "Decisions of bots that workers were asked for, by what became of them; all but those answered were made by this process.",
	}, []string{"outcome"})
	for _, outcome := range outcomes {
		asked.WithLabelValues(outcome) // so that it is there before the first
	}
	m.registry.MustRegister(asked)
	return func(outcome string) { asked.WithLabelValues(outcome).Inc() }
}

// Decided returns what counts the questions that come to a worker: the level, "" for one
// that is not known; what became of it; how long it took from its coming. It is called
// once.
func (m *Metrics) Decided() func(level, outcome string, d time.Duration) {
	decisions := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "saloon_worker_decisions_total", Help: "Questions that came to this worker, by what became of them.",
	}, []string{"outcome"})
	took := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "saloon_worker_decision_seconds", Help: "Time from the coming of a question to its answer, by the bot's level.",
		Buckets: []float64{.0001, .001, .01, .05, .1, .2, .5, 1, 2, 5},
	}, []string{"level"})
	for _, outcome := range []string{"answered", "busy"} {
		decisions.WithLabelValues(outcome)
	}
	m.registry.MustRegister(decisions, took)
	return func(level, outcome string, d time.Duration) {
		decisions.WithLabelValues(outcome).Inc()
		if outcome == "answered" {
			took.WithLabelValues(level).Observe(d.Seconds())
		}
	}
}
