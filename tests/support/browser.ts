import { type Browser, chromium, type Page } from "playwright-core";
import { BROWSER_ADDRESS, type BrowserPlace } from "./browser-server.js";
import { chromiumOptions } from "./chromium.js";
import { NotAtHand } from "./not-at-hand.js";

/**
 * Opens a page in a fresh context, which closes when `use` is done: it shares nothing with other tests' pages. Tests
 * share one Chromium; outside of them, as in scripts, it is one of its own.
 *
 * @throws NotAtHand if there is no Chromium for this machine
 */
export async function withBrowser<T>(use: (page: Page) => Promise<T>): Promise<T> {
  return usePage(await openBrowser(), use);
}

/** The same in a Chromium of its own, for a test of what the whole browser does, such as its use of the processor. */
export async function withOwnBrowser<T>(use: (page: Page) => Promise<T>): Promise<T> {
  return usePage(await launch(), use);
}

async function usePage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  try {
    // Of a context that can have more pages, which share what the browser keeps.
    const context = await browser.newContext();
    return await use(await context.newPage());
  } finally {
    // A shared browser is left, and its contexts are closed.
    await browser.close();
  }
}

async function launch(): Promise<Browser> {
  return chromium.launch({ ...(await chromiumOptions()), args: ["--disable-gpu"] });
}

async function openBrowser(): Promise<Browser> {
  const address = process.env[BROWSER_ADDRESS];
  if (!address) return launch();
  const place = (await (await fetch(address)).json()) as BrowserPlace;
  if ("missing" in place) throw new NotAtHand(place.missing);
  if ("fault" in place) throw new Error(`Chromium did not start: ${place.fault}`);
  return chromium.connect(place.endpoint);
}
