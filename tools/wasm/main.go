// Command wasm builds the programs that run in browsers as WebAssembly, compresses them,
// and writes them to a folder with the script of the Go distribution that they need. The
// same sources make the same files, to the byte: the toolchain is the one that go.mod
// names, whatever runs this program.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

// most is how large a program may be as it is sent, in bytes: who plays without a
// network is told so before it is fetched.
const most = 1_500_000

// inlined are the packages whose functions are inlined: what bots spend their time in.
// Inlining the others would make the program a tenth larger and no bot faster.
var inlined = []string{
	"github.com/saloon-games/saloon/bot/...", "github.com/saloon-games/saloon/fair",
	"github.com/saloon-games/saloon/game/...", "math/...", "slices",
}

// programs are what is built, from cmd/saloon-NAME.
var programs = []string{"pocket", "pad"}

func run(args []string, log io.Writer) error {
	flags := flag.NewFlagSet("wasm", flag.ContinueOnError)
	out := flags.String("o", "internal/web/asset/program", "the folder to write to")
	flags.SetOutput(log)
	if err := flags.Parse(args); err != nil {
		return err
	}
	env, err := environment()
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, name := range programs {
		wasm, err := build(env, name)
		if err != nil {
			return err
		}
		packed, err := compress(wasm)
		if err != nil {
			return err
		}
		fmt.Fprintf(log, "%s.wasm has %d bytes, compressed %d\n", name, len(wasm), len(packed))
		if len(packed) > most {
			return fmt.Errorf("that is too large: at most %d are promised", most)
		}
		files[name+".wasm.br"] = packed
	}
	root, err := goSays(env, "env", "GOROOT")
	if err != nil {
		return err
	}
	for name, from := range map[string]string{"wasm_exec.js": "lib/wasm/wasm_exec.js", "LICENSE": "LICENSE"} {
		if files[name], err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), filepath.FromSlash(from))); err != nil {
			return err
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(*out, name), data, 0o644); err != nil { //nolint:gosec // sources, for everybody to read
			return err
		}
	}
	return nil
}

// environment is that of the go command, without what could make another program.
func environment() ([]string, error) {
	text, err := goSays(os.Environ(), "mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var mod struct{ Toolchain string }
	if err := json.Unmarshal(text, &mod); err != nil {
		return nil, err
	}
	if mod.Toolchain == "" {
		return nil, errors.New("go.mod names no toolchain, so nobody could build the same program")
	}
	env := slices.DeleteFunc(os.Environ(), func(set string) bool {
		name, _, _ := strings.Cut(set, "=")
		return strings.HasPrefix(name, "GO") && slices.Contains([]string{
			"GOROOT", "GOFLAGS", "GOOS", "GOARCH", "GOWASM", "GOEXPERIMENT", "GOTOOLCHAIN", "GODEBUG", "GOFIPS140",
		}, name)
	})
	// The file of settings is not read; what it says of where modules are still holds.
	places := []string{"GOPROXY", "GOSUMDB", "GONOPROXY", "GONOSUMDB", "GOMODCACHE", "GOCACHE"}
	values, err := goSays(os.Environ(), append([]string{"env"}, places...)...)
	if err != nil {
		return nil, err
	}
	for i, value := range strings.Split(strings.TrimSuffix(string(values), "\n"), "\n") {
		env = append(env, places[i]+"="+value)
	}
	return append(env, "GOTOOLCHAIN="+mod.Toolchain, "GOENV=off", "GOFLAGS=-mod=readonly"), nil
}

func goSays(env []string, args ...string) ([]byte, error) {
	command := exec.Command("go", args...)
	command.Env, command.Stderr = env, os.Stderr
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return text, nil
}

// build returns a program.
func build(env []string, name string) (wasm []byte, err error) {
	folder, err := os.MkdirTemp("", "wasm")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, name+".wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-gcflags=all=-l"}
	for _, pattern := range inlined {
		args = append(args, "-gcflags="+pattern+"=")
	}
	if _, err := goSays(append(env, "CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm"), append(args, "-o", file, "github.com/saloon-games/saloon/cmd/saloon-"+name)...); err != nil {
		return nil, err
	}
	return os.ReadFile(file) //nolint:gosec // what has just been built
}

// compress returns data as Brotli has it (RFC 7932), as small as it can.
func compress(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}
