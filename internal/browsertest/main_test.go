// Package browsertest plays whole games in real browsers. Its tests know of the pages
// only what docs/architecture.md promises to all who drive them (the attributes of
// #table, data-move, data-action), and they drive a house as people reach it: over
// HTTP, through a wire that can be cut.
//
// All tests share one Chromium. Each person in a test has cookies of their own.
package browsertest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// screenshots is where TestPages writes what the pages look like; "" for nowhere.
var screenshots = flag.String("screenshots", "", "folder for a picture of every page")

// patience is how long a test waits for what must come. It is long, since machines
// may be busy; where time is what is tested, the test says so.
const patience = 30 * time.Second

// scratch is a folder for what all tests share.
var scratch string

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	if scratch, err = os.MkdirTemp("", "saloon-browsertest-"); err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	chromium = sync.OnceValues(func() (context.Context, error) { return startChromium(ctx) })
	defer func() {
		if browser, startErr := chromium(); startErr == nil && chromedp.FromContext(browser).Browser != nil {
			err = errors.Join(err, chromedp.Cancel(browser))
		}
	}()
	return m.Run(), nil
}

// chromium is the browser of all tests, started for the first that needs it.
var chromium func() (context.Context, error)

func startChromium(ctx context.Context) (context.Context, error) {
	options := chromedp.DefaultExecAllocatorOptions[:]
	options = append(options,
		chromedp.NoSandbox, // Chromium has none for root
		chromedp.DisableGPU,
		chromedp.UserDataDir(filepath.Join(scratch, "profile")),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("mute-audio", true),
	)
	allocator, _ := chromedp.NewExecAllocator(ctx, options...) // ends with ctx
	browser, _ := chromedp.NewContext(allocator)
	if err := chromedp.Do(browser); err != nil {
		return nil, fmt.Errorf("cannot start Chromium, which make setup installs: %w", err)
	}
	return browser, nil
}

// binary is the program itself, built for the first test that needs it.
var binary = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "saloon")
	build := exec.Command("go", "build", "-o", path, "github.com/saloon-games/saloon/cmd/saloon")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})
