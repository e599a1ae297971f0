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
    return await use(await browser.newPage());
  } finally {
    await browser.close();
  }
}
