import { type Browser, chromium, type Page } from "playwright-core";
import { BROWSER_ADDRESS, type BrowserPlace } from "./browser-server.js";
import { chromiumOptions } from "./chromium.js";
import { NotAtHand } from "./not-at-hand.js";

/** Milliseconds. */
const LONGEST_WAIT = 200_000;

/**
 * Opens a page in a fresh context, which closes when `use` is done: it shares nothing with other tests' pages. Tests
 * share one Chromium; outside of them, as in scripts, it is one of its own.
 *
 * @throws NotAtHand if there is no Chromium for this machine
 */
export async function withBrowser<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await openBrowser();
  try {
    // Of a context that can have more pages, which share what the browser keeps.
    const context = await browser.newContext();
    // Longer than a test may take: on a busy machine, only the limit of the test counts.
    context.setDefaultTimeout(LONGEST_WAIT);
    return await use(await context.newPage());
  } finally {
    // A shared browser is left, and its contexts are closed.
    await browser.close();
  }
}

async function openBrowser(): Promise<Browser> {
  const address = process.env[BROWSER_ADDRESS];
  if (!address) return chromium.launch({ ...(await chromiumOptions()), args: ["--disable-gpu"] });
  const place = (await (await fetch(address)).json()) as BrowserPlace;
  if ("missing" in place) throw new NotAtHand(place.missing);
  if ("fault" in place) throw new Error(`Chromium did not start: ${place.fault}`);
  return chromium.connect(place.endpoint);
}
