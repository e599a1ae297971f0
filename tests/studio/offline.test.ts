import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { decide, pairFromTable, parseTable } from "causal-velocity";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { writeServiceWorker } from "../../apps/studio/write-service-worker.js";
import { serveStudio } from "../../packages/causal-velocity/src/studio/serve-studio.js";
import { ROOT } from "../../scripts/source-files.js";
import { withBrowser } from "../support/browser.js";
import { orSkip } from "../support/not-at-hand.js";
import { withFolderServed } from "../support/serve-folder.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { kept } from "./kept.js";
import { trialTable } from "./trial-table.js";
import { exactNumber, pickFile, verdictOf, withStudio } from "./with-studio.js";

const APP = join(ROOT, "apps/studio/dist");
const csv = trialTable();
const pair = pairFromTable(parseTable(csv), { x: "dose", y: "response" });
const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: "dose", data: Array.from(pair.x), type: "DOUBLE" },
      { name: "response", data: Array.from(pair.y), type: "DOUBLE" },
    ],
  }),
);

const isReached = (page: Page) =>
  page.evaluate(() =>
    fetch("./no-file-of-the-app").then(
      () => true,
      () => false,
    ),
  );

async function verdictOfFile(page: Page, content: string | Uint8Array): Promise<number> {
  await page.click("nav button:has-text('Start')");
  await pickFile(page, "table", content);
  await page.click("button:has-text('Which drives which'):enabled");
  return exactNumber(page, "data.margin");
}

describe("Studio without a network", () => {
  test("after one visit, it opens and decides as before: an example, its pictures, a table and a Parquet file", async ({
    skip,
  }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, stop, complaints }) => {
        const sentence = await verdictOf(page);
        const margin = await exactNumber(page, "data.margin");
        await kept(page);
        stop();
        const reached = await isReached(page);
        const before = complaints.length;
        await page.reload();
        const after = { sentence: await verdictOf(page), margin: await exactNumber(page, "data.margin") };
        await page.waitForSelector("[data-figure=curves] svg.cv-figure");
        const files = [await verdictOfFile(page, csv), await verdictOfFile(page, parquet)];
        return { before: { sentence, margin }, reached, after, files, complaints: complaints.slice(before) };
      }, "view=pair&example=additive"),
    );
    expect(seen.reached).toBe(false);
    expect(seen.after).toEqual(seen.before);
    const { margin } = decide(pair);
    expect(seen.files).toEqual([margin, margin]);
    expect(seen.complaints).toEqual([]);
  });
});

test("a host that accepts connections and never answers is given up after some seconds", async ({ skip }) => {
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, origin, stop }) => {
      const margin = await exactNumber(page, "data.margin");
      await kept(page);
      stop();
      const silent = createServer().listen(Number(new URL(origin).port), "127.0.0.1");
      await once(silent, "listening");
      let asked = 0;
      silent.on("connection", (socket) => {
        asked += 1;
        socket.on("error", () => undefined);
      });
      try {
        // The page does not need its icon and manifest, which may still be loading.
        await page.reload({ waitUntil: "commit" });
        return { margin, again: await exactNumber(page, "data.margin"), asked };
      } finally {
        await page.close();
        silent.close();
      }
    }, "view=pair&example=additive"),
  );
  expect(seen.asked).toBeGreaterThan(0);
  expect(seen.again).toBe(seen.margin);
});

test("without a verdict, the app is stored after a while", async ({ skip }) => {
  const seen = await orSkip(
    skip,
    withBrowser((page) =>
      withFolderServed(APP, async (origin) => {
        await page.clock.install();
        await page.goto(`${origin}/index.html`);
        await page.waitForSelector("[data-example] path[d^=M]");
        const registrations = () =>
          page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
        await page.clock.runFor(9_000);
        const before = await registrations();
        await page.clock.runFor(7_000);
        await page.clock.resume();
        return { before, kept: (await kept(page)).length };
      }),
    ),
  );
  expect(seen.before).toBe(0);
  expect(seen.kept).toBeGreaterThan(8);
});

/** Turns the app in a folder into a newer version with other asset names, marked in the page. */
async function upgrade(folder: string): Promise<void> {
  const assets = join(folder, "assets");
  const names = readdirSync(assets);
  const renamed = (name: string) => name.replace(/\.(?=\w+$)/, "-2.");
  for (const file of [join(folder, "index.html"), ...names.map((name) => join(assets, name))]) {
    const text = names.reduce((old, name) => old.replaceAll(name, renamed(name)), readFileSync(file, "utf8"));
    writeFileSync(file, text.replace("<html ", '<html data-version="2" '));
  }
  for (const name of names) renameSync(join(assets, name), join(assets, renamed(name)));
  await writeServiceWorker(folder);
}

const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? "1");
const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

test("a newer version is used at the next load, open pages keep their own files, and the older version is removed after them", async ({
  skip,
}) => {
  const folder = temporaryFolder();
  cpSync(APP, join(folder, "app"), { recursive: true });
  const seen = await orSkip(
    skip,
    withBrowser((page) =>
      withFolderServed(folder, async (origin, stop) => {
        const address = `${origin}/app/index.html`;
        const context = page.context();
        await page.goto(`${address}#view=pair&example=additive`);
        await kept(page);
        const [first] = await cacheNames(page);

        await upgrade(join(folder, "app"));
        const newer = await context.newPage();
        await newer.goto(address);
        // Its files are loaded through the older service worker, which has none of them.
        await newer.waitForSelector("#gallery");
        const atNextLoad = await versionOf(newer);
        await newer.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready;
          await registration.update();
          const { installing } = registration;
          if (registration.waiting || !installing) return;
          await new Promise<void>((resolve) => {
            installing.addEventListener("statechange", () => installing.state === "installed" && resolve());
          });
        });
        const ofOlder = [await versionOf(page), await verdictOfFile(page, parquet)];
        const whileBothAreOpen = await cacheNames(newer);

        stop();
        await newer.reload();
        const ofNewer = [await versionOf(newer), await verdictOfFile(newer, csv)];
        await page.close();
        await newer.close();
        const later = await context.newPage();
        await later.goto(address);
        await kept(later);
        return {
          first,
          atNextLoad,
          ofOlder,
          ofNewer,
          whileBothAreOpen,
          afterwards: [await versionOf(later), await verdictOfFile(later, parquet)],
          caches: await cacheNames(later),
        };
      }),
    ),
  );
  const { margin } = decide(pair);
  expect(seen.atNextLoad).toBe("2");
  expect(seen.ofOlder).toEqual(["1", margin]);
  expect(seen.ofNewer).toEqual(["2", margin]);
  expect(seen.afterwards).toEqual(["2", margin]);
  expect(seen.whileBothAreOpen).toEqual([seen.first, ...seen.caches]);
  expect(seen.caches).toHaveLength(1);
});

test("copies in several folders of one host are stored separately", async ({ skip }) => {
  const folder = temporaryFolder();
  const copies = ["one", "two"];
  for (const copy of copies) cpSync(APP, join(folder, copy), { recursive: true });
  await upgrade(join(folder, "two"));
  const seen = await orSkip(
    skip,
    withBrowser((page) =>
      withFolderServed(folder, async (origin, stop) => {
        for (const copy of copies) {
          await page.goto(`${origin}/${copy}/index.html#view=pair&example=additive`);
          await kept(page);
        }
        stop();
        const versions = [];
        for (const copy of copies) {
          await page.goto(`${origin}/${copy}/index.html`);
          versions.push([await versionOf(page), await verdictOfFile(page, csv)]);
        }
        return { versions, caches: await cacheNames(page) };
      }),
    ),
  );
  const { margin } = decide(pair);
  expect(seen.versions).toEqual([
    ["1", margin],
    ["2", margin],
  ]);
  expect(seen.caches).toHaveLength(2);
});

/** Serves the app like hosts that redirect from index.html to its folder. */
async function withRedirectingHost<T>(use: (origin: string, stop: () => void) => Promise<T>): Promise<T> {
  const studio = await serveStudio(APP, [0], undefined);
  const { origin, port } = new URL(studio.address);
  const host = createHttpServer((asked, response) => {
    if (asked.url === "/index.html") return response.writeHead(301, { location: "/" }).end();
    const options = { port, path: asked.url, headers: { host: `127.0.0.1:${port}` } };
    request(origin, options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
    return undefined;
  });
  await once(host.listen(0, "127.0.0.1"), "listening");
  const stop = () => {
    host.closeAllConnections();
    host.close();
  };
  try {
    return await use(`http://127.0.0.1:${(host.address() as AddressInfo).port}`, stop);
  } finally {
    stop();
    studio.close();
  }
}

test("a redirected page is stored, and an incomplete newer version is ignored", async ({ skip }) => {
  const seen = await orSkip(
    skip,
    withBrowser((page) =>
      withRedirectingHost(async (origin, stop) => {
        await page.goto(`${origin}/#view=pair&example=additive`);
        const margin = await exactNumber(page, "data.margin");
        const files = await kept(page);
        await page.evaluate(async () => {
          const [name] = await caches.keys();
          const newer = await caches.open(name.replace(/\w+$/, "newer"));
          await newer.put("./icon.svg", new Response(""));
        });
        stop();
        await page.reload();
        return {
          margin,
          again: await exactNumber(page, "data.margin"),
          hasPage: files.includes(`${origin}/index.html`),
        };
      }),
    ),
  );
  expect([seen.again, seen.hasPage]).toEqual([seen.margin, true]);
});

test("of a host whose files are not those of the build nothing is kept, and the app works all the same", async ({
  skip,
}) => {
  const folder = temporaryFolder();
  cpSync(APP, folder, { recursive: true });
  writeFileSync(join(folder, "icon.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const seen = await orSkip(
    skip,
    withBrowser((page) =>
      withFolderServed(folder, async (origin) => {
        await page.goto(`${origin}/index.html#view=pair&example=additive`);
        const margin = await exactNumber(page, "data.margin");
        const outcome = await page.evaluate(async () => {
          const registration = await navigator.serviceWorker.register("./service-worker.js");
          const { installing } = registration;
          if (installing?.state === "installing") {
            await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
          }
          return installing?.state;
        });
        return { margin, outcome, caches: await cacheNames(page) };
      }),
    ),
  );
  expect(seen.margin).toBeTypeOf("number");
  expect(seen.outcome).toBe("redundant");
  expect(seen.caches).toEqual([]);
});

test("only the app is stored; a table served by the command is unavailable after it ends, which is reported", async ({
  skip,
}) => {
  const table = join(temporaryFolder(), "secret.csv");
  writeFileSync(table, csv);
  const studio = await serveStudio(APP, [0], table);
  const { origin } = new URL(studio.address);
  try {
    const seen = await orSkip(
      skip,
      withBrowser(async (page) => {
        await page.goto(studio.address);
        await page.click("button:has-text('Which drives which'):enabled");
        await verdictOf(page);
        await kept(page);
        // On the second load the service worker sees every request.
        await page.goto(studio.address);
        await page.waitForSelector("text=400 rows");
        await page.reload();
        await page.waitForSelector("text=400 rows");
        const isControlled = await page.evaluate(() => navigator.serviceWorker.controller !== null);
        const table = await page.evaluate(async () => {
          const names = await caches.keys();
          const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return kept.flat().some(({ url }) => url.includes("/table/"));
        });
        const addresses = await kept(page);
        studio.close();
        await page.reload();
        const fault = page.locator(".fault");
        await fault.waitFor();
        const reported = {
          found: await fault.locator("dd").nth(1).innerText(),
          way: await fault.locator(".remedy").innerText(),
        };
        await page.click("button:has-text('Open another file')");
        return { isControlled, table, kept: addresses, reported, margin: await verdictOfFile(page, csv) };
      }),
    );
    expect(seen.isControlled).toBe(true);
    expect(seen.table).toBe(false);
    expect(seen.reported.found).toMatch(/^no answer/);
    expect(seen.reported.way).toMatch(/or open the file here/);
    expect(seen.margin).toBe(decide(pair).margin);
    const files = readdirSync(APP, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "service-worker.js")
      .map((entry) => `${origin}${join(entry.parentPath, entry.name).slice(APP.length)}`);
    expect(seen.kept.sort()).toEqual(files.sort());
  } finally {
    studio.close();
    rmSync(table);
  }
});
