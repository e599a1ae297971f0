import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deserialize, serialize } from "node:v8";
import { connectQueue, queueAddress, runBatch } from "@causal-velocity/queue";

// A coordinator that kills itself at one of its statements: number 2k before the k-th is sent, counted from 0, which is
// after the answer to the one before it; number 2k + 1 when the k-th is on its way and nobody waits for the answer.
// The request is in a file, the address in the environment. If it survives, it tells its statements and what came out.
const [file, boundary] = process.argv.slice(2);
const { Client } = createRequire(createRequire(import.meta.url).resolve("@causal-velocity/queue"))("pg");
const send = Client.prototype.query;
const statements = [];
const die = () => process.kill(process.pid, "SIGKILL");

Client.prototype.query = function (...given) {
  // What a pool asks by itself, with a callback, is no statement of ours.
  if (typeof given.at(-1) === "function") return send.apply(this, given);
  const turn = statements.push(String(given[0])) - 1;
  if (2 * turn === Number(boundary)) die();
  // The bytes leave after this turn of the event loop.
  if (2 * turn + 1 === Number(boundary)) setImmediate(die);
  return send.apply(this, given);
};

const connection = await connectQueue(queueAddress());
const outcomes = [];
if (file) {
  const run = await runBatch(connection, deserialize(readFileSync(file)));
  for await (const outcome of run.results()) outcomes.push(outcome);
}
await connection.close();
process.stdout.write(serialize({ statements, outcomes }));
