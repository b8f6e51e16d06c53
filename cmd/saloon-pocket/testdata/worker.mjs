// A Worker for tests: lines of standard input are messages of a page, lines of standard
// output those that it is sent. Arguments: wasm_exec.js and the program.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [script, program] = process.argv.slice(2);
globalThis.postMessage = (message) => process.stdout.write(message + "\n");
(0, eval)(readFileSync(script, "utf8"));
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(readFileSync(program), go.importObject);
go.run(instance);
createInterface({ input: process.stdin })
  .on("line", (data) => globalThis.onmessage({ data }))
  .on("close", () => process.exit());
