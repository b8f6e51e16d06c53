package web

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/saloon-games/saloon/internal/house"
)

// quick are the upper bounds, in seconds, of what takes milliseconds when all is well.
var quick = []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30}

// counts is what is measured of requests and streams.
type counts struct {
	requests *prometheus.CounterVec // by route and status
	took     *prometheus.HistogramVec
	patches  prometheus.Counter
	fanout   [house.Origins]prometheus.Observer
	ahead    prometheus.Counter
}

func (c *counts) init(into prometheus.Registerer, s *streams) error {
	c.requests = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "saloon_http_requests_total", Help: "Requests that were answered, by route and status.",
	}, []string{"route", "status"})
	c.patches = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "saloon_patches_total", Help: "Updates of tables that were sent to browsers.",
	})
	c.took = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "saloon_http_request_seconds", Help: "Time until a request was answered, by kind of route and of status; without streams.",
		Buckets: quick,
	}, []string{"class", "status"})
	fanout := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "saloon_fanout_seconds",
		Help:    "Time from the commit of an entry until an update was written to a browser that watches: of an entry made here, heard of on the bus (by the clock of who made it), or found in the log (since it was decided).",
		Buckets: quick,
	}, []string{"from"})
	for origin, name := range [house.Origins]string{house.FromHere: "here", house.FromBus: "bus", house.FromLog: "log"} {
		c.fanout[origin] = fanout.WithLabelValues(name)
	}
	c.ahead = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "saloon_clock_ahead_total", Help: "Updates of entries that were made later than now, by the clock of another process.",
	})
	for _, status := range []string{"2xx", "3xx", "4xx", "5xx"} { // so that it is there before the first
		c.took.WithLabelValues("move", status)
	}
	if into == nil {
		return nil
	}
	open := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "saloon_streams", Help: "Streams that are open.",
	}, func() float64 { return float64(s.open.Load()) })
	for _, m := range []prometheus.Collector{c.requests, c.took, c.patches, fanout, c.ahead, open} {
		if err := into.Register(m); err != nil {
			return err
		}
	}
	return nil
}

// A counted is an answer whose status is counted.
type counted struct {
	http.ResponseWriter
	status int
}

func (c *counted) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *counted) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	return c.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }
