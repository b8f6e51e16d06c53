// Command covergate fails when too few statements of a package ran in the tests.
//
//	covergate -profile coverage.out -module example.com/m game/...=95 game/gametest=80 fair=95
//
// It reads the profile of one "go test -coverpkg=..." run, in which the tests
// of one package may cover another. Each argument is a bar: a package, or a tree of them
// ending in "/...", and the least share of its statements, in percent, that
// must have run. Where several bars match a package the last one counts. A bar
// that matches no package is an error, so that a renamed package cannot slip
// out of sight.
//
// It knows nothing of what the packages do.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "covergate:", err)
		os.Exit(1)
	}
}

// run is main without the process: it prints the table to out and returns an
// error that says which packages are under their bars.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("covergate", flag.ContinueOnError)
	name := flags.String("profile", "coverage.out", "coverage profile to read")
	module := flags.String("module", "", "module path to leave out of package names")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New("no bars given; want arguments like game/...=95")
	}
	bars := make([]bar, flags.NArg())
	for i, arg := range flags.Args() {
		var err error
		if bars[i], err = parseBar(arg); err != nil {
			return err
		}
	}

	file, err := os.Open(*name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read from
	prof, err := readProfile(file, *module)
	if err != nil {
		return fmt.Errorf("%s: %w", *name, err)
	}
	return judge(prof, bars, out)
}
