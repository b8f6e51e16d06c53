// Package load plays many tables of a running house over HTTP, as that many browsers
// do, and measures how the house bears it: moves a second, how long a move takes
// until everybody at the table has seen it, errors, and what the server's process
// takes for it.
//
// Every guest has a cookie of its own, a connection for its forms and another for its
// stream. It chooses among the moves that its own stream has shown, at random from a
// seed, and knows nothing else: neither rules nor cards. Since the guests share a
// machine with the house that they measure, they are made to be cheap: requests are
// written and answers are scanned as bytes, in buffers that are used again.
//
// The package must never know a game, a package of this module, or flags; and it
// never reaches a machine but its own unless somebody says so (ParseTarget).
package load
