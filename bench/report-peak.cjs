// Loaded before a command (node --require): prints the peak of its memory to standard error when it ends.
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS} kB\n`));
}
