package metrics_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/saloon-games/saloon/internal/house"
	"github.com/saloon-games/saloon/internal/metrics"
)

func TestWhatAHouseDoesIsCounted(t *testing.T) {
	t.Parallel()
	m := metrics.New()
	m.WatchStore(func() metrics.StoreCounts {
		return metrics.StoreCounts{Commits: 11, Writes: 22, Failures: 33, Waiting: 44}
	})
	o := m.House()
	o.Moved(house.ByBot)
	o.Moved(house.ByPerson)
	o.Moved(house.ByPerson)
	o.Refused(house.Late)
	o.Appended(3*time.Millisecond, 5)
	o.BotThought("thumb", 20*time.Millisecond, false)
	o.BotThought("thumb", 2*time.Second, true)
	o.WakeLag(40 * time.Millisecond)
	o.LeaseLost(house.LostAtAppend)
	o.NewerTable()
	connected := true
	m.Watch(func() bool { return connected }, func() int { return 55 })

	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	for _, want := range []string{
		`saloon_moves_total{by="person"} 2`,
		`saloon_moves_total{by="bot"} 1`,
		`saloon_moves_total{by="clock"} 0`,
		`saloon_refusals_total{code="late"} 1`,
		`saloon_events_total 5`,
		`saloon_append_seconds_bucket{le="0.002"} 0`,
		`saloon_append_seconds_bucket{le="0.005"} 1`,
		`saloon_bot_think_seconds_count{level="thumb"} 2`,
		`saloon_bots_late_total{level="thumb"} 1`,
		`saloon_wake_lag_seconds_bucket{le="0.05"} 1`,
		`saloon_wake_lag_seconds_bucket{le="0.02"} 0`,
		`saloon_leases_lost_total{how="append"} 1`,
		`saloon_leases_lost_total{how="before"} 0`,
		`saloon_newer_tables_total 1`,
		`saloon_refusals_total{code="busy"} 0`,
		`saloon_bus_connected 1`,
		`saloon_tables_in_memory 55`,
		`saloon_store_commits_total 11`,
		`saloon_store_writes_total 22`,
		`saloon_store_failures_total 33`,
		`saloon_store_waiting_writes 44`,
		`go_goroutines `,
		`saloon_build_info{goversion="go1.`,
	} {
		if !strings.Contains(w.Body.String(), "\n"+want) {
			t.Errorf("/metrics lacks %q", want)
		}
	}
	connected = false
	w = httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	if !strings.Contains(w.Body.String(), "\nsaloon_bus_connected 0\n") {
		t.Error("the bus is connected when it is not")
	}
}

func TestWhatWorkersAreAskedAndAnswerIsCounted(t *testing.T) {
	t.Parallel()
	m := metrics.New()
	asked, decided := m.Asked([]string{"answered", "late"}), m.Decided()
	asked("late")
	decided("medium", "answered", 20*time.Millisecond)
	decided("", "busy", time.Millisecond)
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	for _, want := range []string{
		`saloon_bots_asked_total{outcome="answered"} 0`,
		`saloon_bots_asked_total{outcome="late"} 1`,
		`saloon_worker_decisions_total{outcome="answered"} 1`,
		`saloon_worker_decisions_total{outcome="busy"} 1`,
		`saloon_worker_decision_seconds_count{level="medium"} 1`,
	} {
		if !strings.Contains(w.Body.String(), "\n"+want) {
			t.Errorf("/metrics lacks %q", want)
		}
	}
}
