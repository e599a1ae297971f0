import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deserialize } from "node:v8";
import { completeRun, connectQueue, queueAddress } from "@causal-velocity/queue";

// A coordinator that kills its process when it has sent so many statements. The request is in a file, the address in the
// environment.
const [file, count] = process.argv.slice(2);
const { Client } = createRequire(createRequire(import.meta.url).resolve("@causal-velocity/queue"))("pg");
const send = Client.prototype.query;
let sent = 0;

Client.prototype.query = function (...given) {
  // Statements that a pool sends by itself have a callback, and are not counted.
  if (typeof given.at(-1) !== "function" && sent++ === Number(count)) process.kill(process.pid, "SIGKILL");
  return send.apply(this, given);
};

const connection = await connectQueue(queueAddress());
await completeRun(connection, deserialize(readFileSync(file)));
