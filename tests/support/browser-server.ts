import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserServer, chromium } from "playwright-core";
import { chromiumOptions } from "./chromium.js";
import { NotAtHand } from "./not-at-hand.js";

/** The environment variable that names the address at which tests ask for the browser of the run. */
export const BROWSER_ADDRESS = "CAUSAL_VELOCITY_TEST_BROWSER";

/** What a test gets that asks: where the browser listens, or why there is none. */
export type BrowserPlace = { readonly endpoint: string } | { readonly missing: string } | { readonly fault: string };

/**
 * One Chromium for all tests of a run, in the process that outlives theirs; it starts when a test first asks for it.
 * Returns what ends it.
 */
export async function offerBrowser(): Promise<() => Promise<void>> {
  let started: Promise<BrowserServer> | undefined;
  const start = async () => chromium.launchServer({ ...(await chromiumOptions()), args: ["--disable-gpu"] });
  const place = async (): Promise<BrowserPlace> => {
    try {
      started ??= start();
      return { endpoint: (await started).wsEndpoint() };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return error instanceof NotAtHand ? { missing: message } : { fault: message };
    }
  };
  const answers = createServer(async (_, response) => response.end(JSON.stringify(await place())));
  await once(answers.listen(0, "127.0.0.1"), "listening");
  process.env[BROWSER_ADDRESS] = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;
  return async () => {
    answers.closeAllConnections();
    answers.close();
    await started?.then((browser) => browser.close()).catch(() => {});
  };
}
