//go:build !unix

package serve

// mostConnections is any number where nothing limits open files.
func mostConnections() int { return 0 }
