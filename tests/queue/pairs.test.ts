import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connectQueue, listRuns, type QueueConnection, runStatus } from "@causal-velocity/queue";
import { afterAll, describe, expect, test } from "vitest";
import { BIN, temporaryFile } from "../cli/run-cli.js";
import { orSkip } from "../support/not-at-hand.js";
import { freshDatabase } from "../support/postgres.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runHere } from "./command.js";

const ROWS = 200;
const NAMES = ["a", "b", "c", "d", "e", "f"];
const PAIRS = 15;

/** Six columns, of which one is of a single value, and another table that differs in one cell. */
function tableText(last: string): string {
  const lines = Array.from({ length: ROWS }, (_, i) => {
    let value = ((i * 71) % ROWS) / ROWS;
    const cells = NAMES.slice(1).map((_, k) => {
      value = Math.tanh(1.7 * value - 0.4) + 0.2 * Math.sin(i * (12.9898 + 31 * k));
      return value.toFixed(6);
    });
    return [...cells, i === ROWS - 1 ? last : "3"].join(",");
  });
  return `${NAMES.join(",")}\n${lines.join("\n")}\n`;
}

let address = "";
let connection: QueueConnection | undefined;
const starting = freshDatabase().then(async (url) => {
  address = url;
  connection = await connectQueue({ url });
});
// Each test awaits it; until then its rejection counts as handled.
starting.catch(() => {});

afterAll(() => connection?.close());

/** The command in its own process. */
function start(args: readonly string[]) {
  return spawn(process.execPath, [BIN, ...args], { env: { ...process.env, CAUSAL_VELOCITY_QUEUE: address } });
}

async function ended(child: ReturnType<typeof start>) {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err: err.replaceAll(/\s+/g, " "), code };
}

const run = (...args: readonly string[]) => runHere(address, args);

describe("causal-velocity pairs --queue", () => {
  test("writes the same bytes as without a queue, at once when repeated, and shows no address", async ({ skip }) => {
    await orSkip(skip, starting);
    const [file, place] = [temporaryFile("table.csv", tableText("3")), temporaryFolder()];
    const addressFile = temporaryFile("address", `${address}\n`);
    const outs = ["here.csv", "queue.csv", "again.csv"].map((name) => join(place, name)) as [string, string, string];
    expect((await run("pairs", file, "--out", outs[0])).code).toBe(0);
    const first = await run("pairs", file, "--queue", `@${addressFile}`, "--jobs", "2", "--out", outs[1]);
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^Of 15 pairs[\s\S]*Wrote .*queue\.csv\.\n$/)]);
    const [, id] = /keeps the results as run (\w+);/.exec(first.err) ?? [];
    expect(await runStatus(connection as QueueConnection, id ?? "")).toMatchObject({ state: "done", done: PAIRS });
    // There is no worker, so all results are those of the first command.
    const second = await run("pairs", file, "--queue", "env", "--jobs", "0", "--quiet", "--out", outs[2]);
    expect([second.code, second.err]).toEqual([0, ""]);
    const [here, queue, again] = outs.map((path) => readFileSync(path, "utf8"));
    expect(queue).toBe(here);
    expect(again).toBe(here);
    expect(readdirSync(place).some((name) => /journal|queue$|part/.test(name))).toBe(false);
    const { password } = new URL(address);
    for (const { out, err } of [first, second]) expect(out + err).not.toContain(password);
    expect((await run("runs", "results", id ?? "")).out).toBe(here);
  });

  test("screens pairs before they are on the queue, which knows of how many they are left", async ({ skip }) => {
    await orSkip(skip, starting);
    const [file, place] = [temporaryFile("table.csv", tableText("6")), temporaryFolder()];
    const asked = ["pairs", file, "--top", "4", "--columns", "a,b,c,d,e", "--method", "b-lin", "--quiet"];
    const outs = ["here.csv", "queue.csv"].map((name) => join(place, name)) as [string, string];
    const here = await run(...asked, "--out", outs[0]);
    const queue = await run(...asked, "--out", outs[1], "--queue", "env", "--jobs", "1");
    expect([here.code, queue.code]).toEqual([0, 0]);
    expect(queue.out.replaceAll("queue.csv", "here.csv")).toBe(here.out);
    expect(readFileSync(outs[1], "utf8")).toBe(readFileSync(outs[0], "utf8"));
    const [newest] = await listRuns(connection as QueueConnection);
    expect(newest).toMatchObject({ pairs: 4, limits: { among: 10 } });
    expect((await run("runs", "results", newest?.id ?? "")).out).toBe(readFileSync(outs[0], "utf8"));
  });

  test("leaves the work to others with --detach, and waits for them with --jobs 0", async ({ skip }) => {
    await orSkip(skip, starting);
    const file = temporaryFile("table.csv", tableText("4"));
    const asked = ["pairs", file, "--queue", "env", "--columns", "a,b,c,d", "--method", "b-lin"];
    const put = await run(...asked, "--detach");
    const [, id] = /^Created run (\w+) with 6 pairs\./.exec(put.out) ?? [];
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect((await run(...asked, "--detach")).out).toContain(`Run ${id} exists already`);
    expect(await runStatus(connection as QueueConnection, id ?? "")).toMatchObject({ done: 0, state: "running" });
    const waiting = ended(start([...asked, "--jobs", "0", "--json"]));
    const worker = await run("worker", "--drain", "--quiet");
    expect(worker.out).toBe("Decided 6 pairs.\n");
    const { out, code } = await waiting;
    expect(code).toBe(0);
    expect(out).toBe((await run(...asked.filter((word) => word !== "--queue" && word !== "env"), "--json")).out);
  });

  test("Ctrl-C ends the waiting, not the run; the same command joins it again", async ({ skip }) => {
    await orSkip(skip, starting);
    const file = temporaryFile("table.csv", tableText("5"));
    const asked = ["pairs", file, "--queue", "env", "--out", join(temporaryFolder(), "r.jsonl")];
    const child = start([...asked, "--jobs", "0"]);
    const stopped = ended(child);
    const before = (await listRuns(connection as QueueConnection)).length;
    while ((await listRuns(connection as QueueConnection)).length === before) {
      expect(child.exitCode).toBe(null);
    }
    child.kill("SIGINT");
    const { code, err } = await stopped;
    expect([code, err]).toEqual([130, expect.stringMatching(/Stopped after 0 of 15 pairs\. Run \w+ continues/)]);
    const done = await run(...asked);
    expect([
      done.code,
      readFileSync(asked.at(-1) ?? "", "utf8")
        .trim()
        .split("\n").length,
    ]).toEqual([0, PAIRS]);
  });

  test.each([
    [["--detach"], /--detach: without --queue/],
    [["--jobs", "0"], /--jobs: 0; expected 1 to/],
    [["--detach", "--queue", "env", "--out", "r.csv"], /--detach: with --out/],
    [["--queue", "embedded"], /does not begin with postgres/],
    [["--queue", "mysql://somewhere"], /does not begin with postgres/],
  ])("%j is refused", async (flags, message) => {
    const { code, err } = await run("pairs", temporaryFile("table.csv", tableText("3")), ...flags);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});
