import { execFile } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { allMethods as methods } from "causal-velocity/lab";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { withBrowser } from "../support/browser.js";
import { NODE_VERSIONS, nodeRuntime } from "../support/node-runtime.js";
import { orSkip } from "../support/not-at-hand.js";
import { withFolderServed } from "../support/serve-folder.js";
import { differences } from "./differences.js";

/** Bytes of output a fingerprint may have; it has 2 MB. */
const ROOM = 2 ** 26;
/** Of a run on a busy machine with slow cores, after a download. */
const TIMEOUT = 1_800_000;

const fixture = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function inNode(executable: string): Promise<string> {
  const { stdout } = await promisify(execFile)(executable, [fixture("in-node.js")], { maxBuffer: ROOM });
  return stdout;
}

/** Value of an expression on an empty page, with the fixture and the bundle on the same server. */
function inPage(expression: string): Promise<string> {
  return withBrowser((page) =>
    withFolderServed(ROOT, async (origin) => {
      await page.goto(`${origin}/tests/same-bytes/page.html`);
      return page.evaluate<string>(expression);
    }),
  );
}

let reference: string;
beforeAll(async () => {
  reference = await inNode(process.execPath);
}, TIMEOUT);

describe.concurrent(`the published bundle gives the bytes of Node ${process.versions.node}`, {
  timeout: TIMEOUT,
}, () => {
  test("which are numbers of every method, with both scores, on both kinds of routines", () => {
    const entries = JSON.parse(reference);
    expect(entries).toMatchObject({ "routines, plain": "js", "routines, best": "wasm" });
    for (const { name, defaults } of methods) {
      for (const score of "score" in defaults ? ["stein, ", "kde, "] : [""]) {
        for (const kind of ["plain", "best"]) {
          expect(entries[`bent, ${score}${kind} routines, ${name}, cost, x->y`]).toMatch(/^[0-9a-f]{16}$/);
        }
      }
    }
  });

  test("in a worker thread", async () => {
    const worker = new Worker(fixture("in-worker-thread.js"), { execArgv: [] });
    const [answer] = await once(worker, "message");
    expect(differences(answer, reference)).toEqual([]);
  });

  test.for(NODE_VERSIONS)("in Node %s", async (version, { skip }) => {
    const answer = await inNode(await orSkip(skip, nodeRuntime(version)));
    expect(differences(answer, reference)).toEqual([]);
  });

  test("in Chromium, on a page", async ({ skip }) => {
    const answer = await orSkip(skip, inPage('import("./fingerprint.js").then(({ fingerprint }) => fingerprint())'));
    expect(differences(answer, reference)).toEqual([]);
  });

  test("in Chromium, in a Web Worker", async ({ skip }) => {
    const expression = `new Promise((resolve, reject) => {
      const worker = new Worker("./in-web-worker.js", { type: "module" });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    })`;
    expect(differences(await orSkip(skip, inPage(expression)), reference)).toEqual([]);
  });
});
