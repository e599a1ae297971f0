// Loaded before a command (node --require): tells on standard error, when it ends, how much memory it had at its peak.
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS} kB\n`));
}
