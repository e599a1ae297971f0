import { Readable } from "node:stream";
import { workerData } from "node:worker_threads";

// Runs the built command again and again in one thread. What it would print is collected, what it would read from
// standard input is given to it, and the thread that waits for it is woken when its answer has been sent.
const { main } = await import(workerData.command);
const flag = new Int32Array(workerData.flag);

/** From now on, what is written to a stream is kept, for the function returned. */
function collect(stream) {
  const pieces = [];
  stream.removeAllListeners("error");
  stream.write = (piece, ...rest) => {
    pieces.push(Buffer.from(piece));
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  };
  return () => Buffer.concat(pieces).toString();
}

workerData.port.on("message", async ({ args, bytes, environment }) => {
  const stdin = Readable.from(bytes.length > 0 ? [Buffer.from(bytes)] : []);
  Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
  Object.assign(process.env, environment);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  process.exitCode = undefined;
  const [out, err] = [collect(process.stdout), collect(process.stderr)];
  let run;
  try {
    const code = await main(args);
    run = { code: process.exitCode ?? code, out: out(), err: err() };
  } catch (error) {
    run = { code: 1, out: out(), err: `${err()}${error instanceof Error ? error.stack : error}\n` };
  }
  process.exitCode = undefined;
  workerData.port.postMessage(run);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
