//go:build js && wasm

// Command saloon-pocket is the house on one device, for a Worker of a browser: the
// messages of package worker come in and go out as texts by postMessage. The program
// tools/wasm builds it into the files that pages are served with.
package main

import (
	"context"
	"syscall/js"

	"github.com/saloon-games/saloon/internal/pocket"
	"github.com/saloon-games/saloon/internal/pocket/worker"
)

func main() {
	scope := js.Global()
	w := worker.New(pocket.Config{}, func(message string) { scope.Call("postMessage", message) })
	scope.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.Take(args[0].Get("data").String())
		return nil
	}))
	w.Run(context.Background())
}
