//go:build js && wasm

// Command saloon-pad is the desk of pads for a Worker of a browser: the questions of package
// desk come in and the answers go out as texts by postMessage, after {"tell": "ready"}. The program
// tools/wasm builds it into the files that pages are served with.
package main

import (
	"syscall/js"

	"github.com/saloon-games/saloon/internal/pad/desk"
)

func main() {
	var d desk.Desk
	scope := js.Global()
	scope.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		scope.Call("postMessage", string(d.Ask([]byte(args[0].Get("data").String()))))
		return nil
	}))
	scope.Call("postMessage", `{"tell":"ready"}`)
	select {}
}
