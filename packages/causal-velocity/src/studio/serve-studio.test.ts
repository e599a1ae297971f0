import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.js";
import { listenOnFirst, type ServedStudio, serveStudio } from "./serve-studio.js";

const HOST = "127.0.0.1";
const servers: Server[] = [];

function server(): Server {
  const made = createServer();
  servers.push(made);
  return made;
}

/** A port that is taken until the test is over. */
async function takenPort(): Promise<number> {
  const holder = server();
  await once(holder.listen(0, HOST), "listening");
  return (holder.address() as AddressInfo).port;
}

afterEach(() => {
  for (const made of servers.splice(0)) made.close();
});

test("the first port that is free is taken, and those before it are left alone", async () => {
  const [taken, alsoTaken] = [await takenPort(), await takenPort()];
  const listening = server();
  const port = await listenOnFirst(listening, HOST, [taken, alsoTaken, 0]);
  expect([taken, alsoTaken]).not.toContain(port);
  expect((listening.address() as AddressInfo).port).toBe(port);
});

test("a free port is taken before those after it are tried", async () => {
  const free = await takenPort();
  await new Promise((resolve) => servers.pop()?.close(resolve));
  expect(await listenOnFirst(server(), HOST, [free, await takenPort()])).toBe(free);
});

test("if no port is free, or the cause is another one, the system's error is thrown", async () => {
  const taken = await takenPort();
  await expect(listenOnFirst(server(), HOST, [taken, taken])).rejects.toMatchObject({
    code: "EADDRINUSE",
    port: taken,
  });
  // An address for documents, which no machine has.
  await expect(listenOnFirst(server(), "192.0.2.1", [0, 0])).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
});

const TABLE = "a,b\n1,2\n";
const APP = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">${"the app ".repeat(500)}`;

/** Serves an app of one page with a table called "my trial.csv" while `use` runs. */
async function withTable<T>(use: (studio: ServedStudio) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "index.html"), APP);
  const table = join(temporaryFolder(), "my trial.csv");
  writeFileSync(table, TABLE);
  const studio = await serveStudio(folder, [0], table);
  try {
    return await use(studio);
  } finally {
    studio.close();
  }
}

/** What a browser gets for the printed address: the address it is sent on to, and the cookie with its conditions. */
async function enter(address: string) {
  const response = await fetch(address, { redirect: "manual" });
  const page = new URL(response.headers.get("location") ?? "", address);
  const [cookie = "", ...conditions] = (response.headers.get("set-cookie") ?? "").split("; ");
  const table = `${page.origin}/table/${page.searchParams.get("folder")}/my%20trial.csv`;
  return { response, page, cookie, conditions, table };
}

test("the table is given for the key in the address, through a cookie that only its own folder gets", async () => {
  await withTable(async ({ address }) => {
    const { response, page, cookie, conditions, table } = await enter(address);
    const key = new URL(address).searchParams.get("key") ?? "";
    expect([response.status, response.headers.get("cache-control")]).toEqual([303, "no-store"]);
    // The key has 192 bits, and does not stay in the address bar.
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(page.href).not.toContain(key);
    expect(page.searchParams.get("table")).toBe("my trial.csv");
    expect(conditions.sort()).toEqual([
      "HttpOnly",
      `Path=${new URL(table).pathname.replace("my%20trial.csv", "")}`,
      "SameSite=Strict",
    ]);
    const given = await fetch(table, { headers: { cookie: `other=1; ${cookie}` } });
    expect([given.status, given.headers.get("cache-control"), await given.text()]).toEqual([200, "no-store", TABLE]);
  });
});

test("nobody else gets the table, whatever they know but the key, and the answer says why", async () => {
  await withTable(async ({ address }) => {
    const { page, cookie, table } = await enter(address);
    const { origin } = page;
    const other = await withTable((studio) => enter(studio.address));
    const asked = {
      "the name alone": await fetch(`${origin}/table/my%20trial.csv`),
      "the folder without the cookie": await fetch(table),
      "the folder with a wrong cookie": await fetch(table, { headers: { cookie: `studio=${"A".repeat(32)}` } }),
      "the cookie of another run": await fetch(table, { headers: { cookie: other.cookie } }),
      "the cookie without the folder": await fetch(`${origin}/table/my%20trial.csv`, { headers: { cookie } }),
      "a wrong key": await fetch(`${origin}/?table=my%20trial.csv&key=${"A".repeat(32)}`, { redirect: "manual" }),
      "an empty key": await fetch(`${origin}/?table=my%20trial.csv&key=`, { redirect: "manual" }),
    };
    for (const [what, response] of Object.entries(asked)) {
      const seen = [what, response.status, response.headers.get("set-cookie"), await response.text()];
      expect(seen).toEqual([what, 403, null, expect.stringMatching(/^The table is only for .*Open that address\.\n$/)]);
    }
    expect(other.cookie).not.toBe(cookie);
    // The app itself is no secret.
    expect(await (await fetch(page)).text()).toContain("the app");
  });
});

/** An answer as it is sent, before anything is decompressed. */
async function rawly(address: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers }, resolve).on("error", reject);
  });
  const { "content-encoding": coding, "content-length": length, vary } = response.headers;
  return { coding, vary, length: Number(length), bytes: await buffer(response) };
}

test("files of the app are compressed as the browser accepts it, and the table never", async () => {
  await withTable(async ({ address }) => {
    const { page, cookie, table } = await enter(address);
    const ask = (accepted: string) => rawly(page.href, { "accept-encoding": accepted });
    const decompressed = {
      br: (bytes: Buffer) => brotliDecompressSync(bytes),
      gzip: (bytes: Buffer) => gunzipSync(bytes),
      none: (bytes: Buffer) => bytes,
    };
    for (const [accepted, coding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip;q=1.0, br;q=0", "gzip"],
      ["GZIP", "gzip"],
      ["identity", undefined],
      ["", undefined],
    ] as const) {
      const answer = await ask(accepted);
      expect([accepted, answer.coding, answer.vary]).toEqual([accepted, coding, "accept-encoding"]);
      expect(answer.length).toBe(answer.bytes.length);
      expect(decompressed[coding ?? "none"](answer.bytes).toString()).toBe(APP);
      // The page repeats itself.
      if (coding) expect(answer.bytes.length).toBeLessThan(APP.length / 10);
    }
    const given = await rawly(table, { cookie, "accept-encoding": "gzip, br" });
    expect([given.coding, given.bytes.toString()]).toEqual([undefined, TABLE]);
  });
});
