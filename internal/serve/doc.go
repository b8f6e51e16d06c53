// Package serve runs a handler as a service: it listens, speaks TLS, says how it is
// to those who watch, and ends in good order.
//
// Any [net/http.Handler] can be run. The package must never know what it answers:
// nothing of games, tables, pages or databases.
package serve
