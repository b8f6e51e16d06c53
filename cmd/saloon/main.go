// Command saloon opens a house where people play, and plays, replays, shows and counts
// its games.
// "saloon help" explains it.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
