// Command train-reflex learns the tables of bot/reflex from nothing and writes them to
// a file. The same flags make the same file on machines of one kind; it takes minutes.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/saloon-games/saloon/bot/reflex"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "train-reflex:", err)
		os.Exit(1)
	}
}

func run(args []string, log io.Writer) error {
	flags := flag.NewFlagSet("train-reflex", flag.ContinueOnError)
	out := flags.String("o", "bot/reflex/weights.gz", "the file to write")
	deals := flags.Int("deals", 300_000, "hands to learn from, for each number of players and rule")
	seed := flags.Uint64("seed", 1, "where the cards come from")
	flags.SetOutput(log)
	if err := flags.Parse(args); err != nil {
		return err
	}
	all := new(reflex.Policies)
	for i := range all {
		players, seas := 3+i%4, i >= 4
		fmt.Fprintf(log, "%d players, seas %v\n", players, seas)
		p, err := reflex.Train(players, seas, *deals, *seed)
		if err != nil {
			return err
		}
		all[i] = *p
	}
	var b bytes.Buffer
	if err := all.Write(&b); err != nil {
		return err
	}
	return os.WriteFile(*out, b.Bytes(), 0o644)
}
