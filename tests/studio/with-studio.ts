import { existsSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { ROOT } from "../../scripts/source-files.js";
import { withBrowser, withOwnBrowser } from "../support/browser.js";
import { withFolderServed } from "../support/serve-folder.js";

/** Where the app was built; deep in a folder, as it must work in any. */
const APP = "/apps/studio/dist/index.html";

export interface OpenStudio {
  readonly page: Page;
  /** Where the page came from, and its address there. */
  readonly origin: string;
  readonly address: string;
  /** Addresses asked for, in order, by the page and its workers. */
  readonly requested: readonly string[];
  /** Errors, warnings and complaints of the browser. */
  readonly complaints: readonly string[];
  /** Ends the server: from then on no request is answered. */
  readonly stop: () => void;
}

/** Opens the built app in a fresh page, with an address after "#" if one is given. */
export function withStudio<T>(
  use: (studio: OpenStudio) => Promise<T>,
  hash = "",
  open: typeof withBrowser = withBrowser,
): Promise<T> {
  if (!existsSync(join(ROOT, APP))) throw new Error("Studio is not built: npm run build");
  return open((page) =>
    withFolderServed(ROOT, async (origin, stop) => {
      const requested: string[] = [];
      const complaints: string[] = [];
      page.context().on("request", (request) => requested.push(request.url()));
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      const address = `${origin}${APP}`;
      await page.goto(hash ? `${address}#${hash}` : address);
      try {
        return await use({ page, origin, address, requested, complaints, stop });
      } finally {
        // What a page says when its host goes away is no complaint.
        page.removeAllListeners("console");
        page.removeAllListeners("pageerror");
      }
    }),
  );
}

/** The same in a browser that no other test uses, for what is measured of the whole browser. */
export function withStudioAlone<T>(use: (studio: OpenStudio) => Promise<T>): Promise<T> {
  return withStudio(use, "", withOwnBrowser);
}

/** Puts a file into the page as a file picker does. */
export function pickFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  return page.setInputFiles("input[type=file]", {
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(content),
  });
}

/** The value of a `data` element: a number with all its digits. */
export async function exactNumber(page: Page, selector: string): Promise<number> {
  await page.waitForSelector(selector, { state: "attached" });
  return Number(await page.getAttribute(selector, "value"));
}

/** The sentence of the verdict, once there is one. */
export async function verdictOf(page: Page): Promise<string> {
  await page.waitForSelector("data.score", { state: "attached" });
  return page.locator("#verdict").innerText();
}

/** What a button saves: the name the browser was told, and the bytes. */
export async function savedFile(page: Page, selector: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}
