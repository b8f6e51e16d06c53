// Reads records, one a line, from standard input, checks each with shuffle.js, whose
// path is the argument, and writes what it finds, one JSON object a line.
const fs = require("node:fs");
require(process.argv[2]);
(async () => {
  const lines = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
  for (const line of lines) {
    process.stdout.write(JSON.stringify(await globalThis.checkShuffle(JSON.parse(line))) + "\n");
  }
})();
