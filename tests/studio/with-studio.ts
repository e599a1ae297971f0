import { existsSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { ROOT } from "../../scripts/source-files.js";
import { withBrowser } from "../support/browser.js";
import { withFolderServed } from "../support/serve-folder.js";

/** The built app, in a nested folder because it must work in any folder. */
const APP = "/apps/studio/dist/index.html";

export interface OpenStudio {
  readonly page: Page;
  /** The origin of the page and its address. */
  readonly origin: string;
  readonly address: string;
  /** Addresses requested by the page and its workers, in order. */
  readonly requested: readonly string[];
  /** Everything the browser wrote to the console, and uncaught errors. */
  readonly complaints: readonly string[];
  /** Ends the server; later requests get no answer. */
  readonly stop: () => void;
}

/**
 * Opens the built app in a fresh page, with an address after "#" if one is given.
 *
 * @param isFirstVisit whether the tour begins, as it does for readers who have not seen it
 */
export function withStudio<T>(use: (studio: OpenStudio) => Promise<T>, hash = "", isFirstVisit = false): Promise<T> {
  if (!existsSync(join(ROOT, APP))) throw new Error("Studio is not built: npm run build");
  return withBrowser((page) =>
    withFolderServed(ROOT, async (origin, stop) => {
      const requested: string[] = [];
      const complaints: string[] = [];
      page.context().on("request", (request) => requested.push(request.url()));
      page.on("console", (message) => complaints.push(message.text()));
      if (!isFirstVisit) await page.addInitScript(() => localStorage.setItem("studio-tour", "seen"));
      page.on("pageerror", (error) => complaints.push(error.message));
      const address = `${origin}${APP}`;
      await page.goto(hash ? `${address}#${hash}` : address);
      try {
        return await use({ page, origin, address, requested, complaints, stop });
      } finally {
        // Messages after the end of the server do not count.
        page.removeAllListeners("console");
        page.removeAllListeners("pageerror");
      }
    }),
  );
}

/** Puts a file into the page as a file picker does. */
export function pickFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  return page.setInputFiles("input[type=file]", {
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(content),
  });
}

/** The number in a `data` element, with all its digits. */
export async function exactNumber(page: Page, selector: string): Promise<number> {
  await page.waitForSelector(selector, { state: "attached" });
  return Number(await page.getAttribute(selector, "value"));
}

/** The sentence of the verdict, once there is one. */
export async function verdictOf(page: Page): Promise<string> {
  await page.waitForSelector("data.margin", { state: "attached" });
  return page.locator("#verdict").innerText();
}

/** The file that a button saves: its name and its bytes. */
export async function savedFile(page: Page, selector: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}
