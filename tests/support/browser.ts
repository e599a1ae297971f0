import { chromium, type Page } from "playwright-core";
import { chromiumOptions } from "./chromium.js";

/**
 * Opens a page in a browser of its own, which closes when `use` is done.
 *
 * @throws NotAtHand if there is no Chromium for this machine
 */
export async function withBrowser<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ ...(await chromiumOptions()), args: ["--disable-gpu"] });
  try {
    // Of a context that can have more pages, which share what the browser keeps.
    const context = await browser.newContext();
    return await use(await context.newPage());
  } finally {
    await browser.close();
  }
}
