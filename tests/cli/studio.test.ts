import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { basename } from "node:path";
import { decide, pairFromTable, parseTable, seededRng } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { STUDIO_PORTS } from "../../packages/causal-velocity/src/studio/serve-studio.js";
import { exactNumber } from "../studio/with-studio.js";
import { withBrowser } from "../support/browser.js";
import { orSkip } from "../support/not-at-hand.js";
import { BIN, runCli, temporaryFile } from "./run-cli.js";

const rng = seededRng(61);
const rows = Array.from({ length: 300 }, () => {
  const x = rng.normal();
  return `${x},${Math.sin(1.5 * x) + 0.5 * x + 0.3 * rng.normal()}\n`;
});
const csv = `dose,response\n${rows.join("")}`;

/** Runs the command for as long as `use` takes, and returns how it ended. */
async function withCommand<T>(args: readonly string[], use: (address: string, said: string) => Promise<T>) {
  const child = spawn(process.execPath, [BIN, "studio", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    let text = "";
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (chunk) => {
        text += chunk;
        const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(text);
        if (found && text.includes("Ctrl-C")) resolve(found[0]);
      });
      child.once("exit", () => reject(new Error(`ended: ${text}`)));
    });
    const result = await use(address, text);
    child.removeAllListeners("exit");
    child.kill("SIGINT");
    const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    return { result, code };
  } finally {
    child.kill("SIGKILL");
  }
}

/** The status of a request that names a host of its own. */
function statusFor(address: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(address, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

describe("causal-velocity studio", () => {
  test("serves the app with the table, whose verdict is the library's to the last digit, and stops on Ctrl-C", async ({
    skip,
  }) => {
    const file = temporaryFile("my trial.csv", csv);
    const { result, code } = await orSkip(
      skip,
      withCommand([file], (address) =>
        withBrowser(async (page) => {
          const complaints: string[] = [];
          page.on("console", (message) => complaints.push(message.text()));
          await page.goto(address);
          await page.waitForSelector("text=300 rows");
          const hasKey = page.url().includes(new URL(address).searchParams.get("key") as string);
          await page.reload();
          await page.waitForSelector("text=300 rows");
          await page.click("button.primary");
          const isolated = await page.evaluate(() => crossOriginIsolated);
          return { margin: await exactNumber(page, "data.margin"), isolated, complaints, hasKey };
        }),
      ),
    );
    expect(result.margin).toBe(decide(pairFromTable(parseTable(csv))).margin);
    expect([result.isolated, result.complaints, result.hasKey]).toEqual([true, [], false]);
    expect(code).toBe(0);
  });

  test("files come with their type, a policy that binds workers too, and the word to ask for them anew", async () => {
    const { result } = await withCommand([], async (address) => {
      const page = await (await fetch(address)).text();
      const [, asset] = /(assets\/index-[\w-]+\.js)/.exec(page) ?? [];
      const headersOf = async (path: string) => {
        const { headers } = await fetch(new URL(path, address));
        const {
          "content-type": type,
          "cache-control": cached,
          "content-security-policy": policy,
        } = Object.fromEntries(headers);
        return { type, cached, policy, referrer: headers.get("referrer-policy") };
      };
      return {
        page,
        headersOf: {
          page: await headersOf("./"),
          worker: await headersOf("./service-worker.js"),
          manifest: await headersOf("./manifest.webmanifest"),
          asset: await headersOf(`./${asset}`),
        },
      };
    });
    const [, policy] = /Content-Security-Policy"\s+content="([^"]*)"/.exec(result.page) ?? [];
    expect(policy).toMatch(/^default-src 'none'; .*connect-src 'self'/);
    const common = { policy: `${policy}; frame-ancestors 'none'`, referrer: "no-referrer" };
    expect(result.headersOf).toEqual({
      page: { ...common, type: "text/html; charset=utf-8", cached: "no-cache" },
      worker: { ...common, type: "text/javascript; charset=utf-8", cached: "no-cache" },
      manifest: { ...common, type: "application/manifest+json", cached: "no-cache" },
      asset: { ...common, type: "text/javascript; charset=utf-8", cached: "max-age=31536000, immutable" },
    });
  });

  test("is at the same port each time, or at the next free one, and says so; --port is taken at its word", async () => {
    const outputOf = (address: string, said: string) => ({
      port: Number(new URL(address).port),
      isElsewhere: said.includes("is taken"),
    });
    const { result } = await withCommand([], async (address, said) => {
      const second = await withCommand([], async (other, also) => outputOf(other, also));
      const taken = runCli(["studio", "--port", new URL(address).port]);
      const free = await withCommand(["--port", "0"], async (other, also) => outputOf(other, also));
      return { first: outputOf(address, said), second: second.result, taken, free: free.result };
    });
    const { first, second, taken, free } = result;
    // Others on this machine may run Studio, but hardly ten of them.
    const { first: usual, count } = STUDIO_PORTS;
    for (const { port, isElsewhere } of [first, second]) {
      expect(port).toBeGreaterThanOrEqual(usual);
      expect(port).toBeLessThan(usual + count);
      expect(isElsewhere).toBe(port !== usual);
    }
    expect(second.port).toBeGreaterThan(first.port);
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining(`${first.port} (EADDRINUSE)`)]);
    expect(free.isElsewhere).toBe(false);
    expect(free.port < usual || free.port >= usual + count).toBe(true);
    expect(runCli(["studio", "--help"]).out).toContain(`default: ${usual}, or the next that is free`);
  });

  test("no other page can frame the app", async ({ skip }) => {
    const { result } = await orSkip(
      skip,
      withCommand([], (address) =>
        withBrowser(async (page) => {
          await page.setContent(`<iframe src="${address}"></iframe>`);
          await page.waitForFunction(() => frames.length === 1);
          const frame = page.frames()[1];
          await frame.waitForLoadState();
          return { shown: await frame.locator("#app").count(), url: frame.url() };
        }),
      ),
    );
    expect(result).toEqual({ shown: 0, url: "chrome-error://chromewebdata/" });
  });

  test("an address with a table that is not served says so", async ({ skip }) => {
    const { result } = await orSkip(
      skip,
      withCommand([], (address) =>
        withBrowser(async (page) => {
          await page.goto(`${address}?table=gone.csv`);
          return page.locator(".fault dl").innerText();
        }),
      ),
    );
    expect(result).toMatch(/table "gone\.csv"[\s\S]*not found: the answer is 404/);
  });

  test("answers this machine's pages alone, nothing outside the app, and no table without the printed key", async () => {
    const file = temporaryFile(`a table with ${"a long name ".repeat(9)}.csv`, csv);
    const { result } = await withCommand([file], async (address, said) => {
      const { origin, host } = new URL(address);
      const status = async (path: string) => (await fetch(`${origin}${path}`, { redirect: "manual" })).status;
      return {
        line: said.split("\n").find((line) => line.includes("http://")),
        address,
        statuses: {
          page: await status("/"),
          entered: await status(address.slice(origin.length)),
          table: await status(`/table/${encodeURIComponent(basename(file))}`),
          other: await status("/table/passwd"),
          above: await status("/..%2f..%2fpackage.json"),
          own: await statusFor(address, host),
          rebound: await statusFor(address, "elsewhere.example"),
          posted: (await fetch(`${origin}/`, { method: "POST" })).status,
        },
      };
    });
    expect(result.line).toBe(`  Studio is at ${result.address}`);
    expect(result.statuses).toEqual({
      ...{ page: 200, entered: 303, table: 403, other: 403, above: 404, own: 303, rebound: 403, posted: 405 },
    });
  });

  test.each([
    [["no-such.csv"], 3, /no such file/],
    [["a.csv", "b.csv"], 2, /2 files; expected one FILE or none/],
    [["--port", "70000"], 2, /at most 65535/],
  ])("%j is refused", (args, expected, words) => {
    const { code, out, err } = runCli(["studio", ...args]);
    expect([code, out]).toEqual([expected, ""]);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(words);
  });
});
