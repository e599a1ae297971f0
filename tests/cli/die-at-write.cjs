// Loaded before the command (node --require): ends the process, as kill -9 would, at the DIE_AT-th moment at which
// something is about to be written, or is written by half.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { isMainThread } = require("node:worker_threads");

const { O_WRONLY, O_RDWR } = fs.constants;
const isForWriting = (flags) => (typeof flags === "number" ? (flags & (O_WRONLY | O_RDWR)) !== 0 : /[aw]/.test(flags));
const WRITING = ["openSync", "writeSync", "writeFileSync", "ftruncateSync", "fsyncSync", "renameSync", "rmSync"];

if (isMainThread && process.env.DIE_AT) {
  let left = Number(process.env.DIE_AT);
  const mayDie = (last = () => {}) => {
    left -= 1;
    if (left > 0) return;
    last();
    process.kill(process.pid, "SIGKILL");
    for (;;);
  };
  for (const name of WRITING) {
    const real = fs[name];
    fs[name] = (...args) => {
      if (name === "openSync" && !isForWriting(args[1])) return real(...args);
      mayDie();
      if (name === "writeSync") mayDie(() => real(args[0], args[1].subarray(0, args[1].length >> 1)));
      return real(...args);
    };
  }
  syncBuiltinESMExports();
}
