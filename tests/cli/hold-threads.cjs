// Loaded before the command (NODE_OPTIONS): each of its threads sends so many results (HOLD_AFTER, such as "3 part":
// three messages with a field "part") and is held before the next one, until the file HOLD_UNTIL exists.
const { existsSync } = require("node:fs");
const { isMainThread, parentPort } = require("node:worker_threads");

if (!isMainThread) {
  const [most, field] = process.env.HOLD_AFTER.split(" ");
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const send = parentPort.postMessage.bind(parentPort);
  let left = Number(most);
  parentPort.postMessage = (answer, ...more) => {
    if (field in answer && left-- <= 0) while (!existsSync(process.env.HOLD_UNTIL)) Atomics.wait(clock, 0, 0, 10);
    send(answer, ...more);
  };
}
