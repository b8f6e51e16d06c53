// @ts-check
// Runs a Go program beside a page, so that the page never waits for it. The first
// message says where the program is. The program then takes the messages itself, texts
// of JSON, and says {"tell": "ready"}; if it cannot be had, this says {"tell": "failed"},
// and {"tell": "ended"} if it answers no more.

/** @type {any} */
const scope = globalThis;

scope.onmessage = async (/** @type {MessageEvent<{go: string, wasm: string}>} */ { data }) => {
  /** @param {string} what */
  const tell = (what) => scope.postMessage(JSON.stringify({ tell: what }));
  let go, instance;
  try {
    scope.importScripts(data.go);
    go = new scope.Go();
    ({ instance } = await WebAssembly.instantiateStreaming(fetch(data.wasm), go.importObject));
  } catch {
    return tell("failed");
  }
  await go.run(instance).finally(() => tell("ended"));
};
