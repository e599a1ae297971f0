import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { connectQueue, listRuns } from "@causal-velocity/queue";
import { expect, test } from "vitest";
import { SCHEMA_LOCK } from "../../packages/queue/src/schema.js";
import { BIN, temporaryFile } from "../cli/run-cli.js";
import { orSkip } from "../support/not-at-hand.js";
import { freshDatabase } from "../support/postgres.js";
import { runHere } from "./command.js";

const { Client } = createRequire(createRequire(import.meta.url).resolve("@causal-velocity/queue"))("pg");

const PROCESSES = 12;
/** Every third one puts pairs on the queue, the others are workers. */
const COORDINATOR = 3;
/** Empty databases, one after the other; ten in `npm run test:long`. */
const ROUNDS = process.env.CAUSAL_VELOCITY_LONG ? 10 : 2;

const TABLE = `a,b,c\n${Array.from({ length: 60 }, (_, i) => `${(i * 23) % 60},${i * i},${(i * 7) % 13}`).join("\n")}\n`;

test(`${PROCESSES} processes that start together on an empty database all work`, async ({ skip }) => {
  const file = temporaryFile("table.csv", TABLE);
  for (let round = 0; round < ROUNDS; round++) {
    const url = await orSkip(skip, freshDatabase());
    const observer = new Client({ connectionString: url });
    await observer.connect();
    // In the first round, nobody may create anything until all have found that the tables are missing.
    const isHeld = round === 0;
    if (isHeld) await observer.query("select pg_advisory_lock($1)", [SCHEMA_LOCK]);
    let ended = 0;
    const ends = Array.from({ length: PROCESSES }, (_, i) => {
      const args =
        i % COORDINATOR === 0
          ? ["pairs", file, "--queue", "env", "--method", "b-lin", "--detach"]
          : ["worker", "--drain", "--jobs", "1", "--quiet"];
      const child = spawn(process.execPath, [BIN, ...args], { env: { ...process.env, CAUSAL_VELOCITY_QUEUE: url } });
      child.once("close", () => ended++);
      return Promise.all([once(child, "close"), text(child.stderr), text(child.stdout)]);
    });
    if (isHeld) {
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      // One that ends before that says below why.
      while (ended + (await observer.query(waiting)).rows.length < PROCESSES) await pause(50);
      await observer.query("select pg_advisory_unlock($1)", [SCHEMA_LOCK]);
    }
    for (const [[code], err] of await Promise.all(ends)) expect([code, err], `round ${round}`).toEqual([0, ""]);
    await observer.end();
    expect((await runHere(url, ["worker", "--drain", "--jobs", "1", "--quiet"])).code).toBe(0);
    const connection = await connectQueue({ url });
    expect(await listRuns(connection)).toMatchObject([{ state: "done", pairs: 3, done: 3, failed: 0 }]);
    await connection.close();
  }
});

test("what is there is not created again, and nothing is locked for it", async ({ skip }) => {
  const url = await orSkip(skip, freshDatabase());
  await (await connectQueue({ url })).close();
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query("select pg_advisory_lock($1)", [SCHEMA_LOCK]);
  await (await connectQueue({ url })).close();
  await holder.end();
});
