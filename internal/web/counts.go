package web

import (
	"net/http"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// counts is what is measured of requests and streams.
type counts struct {
	requests *prometheus.CounterVec // by route and status
	patches  prometheus.Counter
}

func (c *counts) init(into prometheus.Registerer, s *streams) error {
	c.requests = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "saloon_http_requests_total", Help: "Requests that were answered, by route and status.",
	}, []string{"route", "status"})
	c.patches = prometheus.NewCounter(prometheus.CounterOpts{
		Name: "saloon_patches_total", Help: "Updates of tables that were sent to browsers.",
	})
	if into == nil {
		return nil
	}
	open := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "saloon_streams", Help: "Streams that are open.",
	}, func() float64 { return float64(s.open.Load()) })
	for _, m := range []prometheus.Collector{c.requests, c.patches, open} {
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

// around counts requests by the pattern that answered them, so that no id becomes a
// label.
func (c *counts) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &counted{ResponseWriter: w}
		next.ServeHTTP(answer, r)
		route := r.Pattern
		if route == "" {
			route = "none"
		}
		if answer.status == 0 {
			answer.status = http.StatusOK
		}
		c.requests.WithLabelValues(route, strconv.Itoa(answer.status)).Inc()
	})
}
