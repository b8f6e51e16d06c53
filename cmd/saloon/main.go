// Command saloon plays, replays, shows and counts the games of the house.
// "saloon help" explains it.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
