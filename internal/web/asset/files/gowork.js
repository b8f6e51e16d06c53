// @ts-check
// Runs a Go program beside a page, so that the page never waits for it. The first
// message says where the program is. The program then takes the messages itself, texts
// of JSON, and says {"tell": "ready"}; if it cannot be had, this says {"tell": "failed"}.

/** @type {any} */
const scope = globalThis;

scope.onmessage = async (/** @type {MessageEvent<{go: string, wasm: string}>} */ { data }) => {
  try {
    scope.importScripts(data.go);
    const go = new scope.Go();
    const { instance } = await WebAssembly.instantiateStreaming(fetch(data.wasm), go.importObject);
    await go.run(instance);
  } catch (why) {
    scope.postMessage(JSON.stringify({ tell: "failed" }));
    throw why;
  }
};
