import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { hold, releaseAnswers } from "./hold-answers.js";
import { trialTable } from "./trial-table.js";
import { pickFile, verdictOf, withStudio } from "./with-studio.js";

const EXAMPLE = "view=pair&example=additive";

/** Milliseconds in which a reader's place is found again after a reload, on a busy machine. */
const PATIENCE = 60_000;

async function explained(page: Page): Promise<void> {
  await verdictOf(page);
  await page.waitForSelector("#keep-heading");
  await page.waitForSelector("[data-figure=curves] svg.cv-figure");
}

const topOf = (page: Page, id: string) =>
  page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN, id);

/** Pixels by which a heading may be elsewhere after a reload: scrolling is in whole pixels. */
const SAME_PLACE = 2;

describe("reading", () => {
  test("a reload comes back to the same part of the explanation, unless the reader scrolls first", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await explained(page);
        await page.evaluate(() => {
          const top = document.getElementById("keep-heading")?.getBoundingClientRect().top ?? 0;
          scrollBy({ top: top - 200, behavior: "instant" });
        });
        const before = await topOf(page, "keep-heading");
        await page.reload();
        await explained(page);
        await page.waitForFunction(
          ([before, most]) =>
            Math.abs((document.getElementById("keep-heading")?.getBoundingClientRect().top ?? 0) - before) <= most,
          [before, SAME_PLACE] as const,
          { timeout: PATIENCE },
        );
        // What the reader would come back to is not there before the reader moves.
        await page.addInitScript(hold, { question: "decide", start: 0, end: 1 } as const);
        await page.reload();
        await page.waitForSelector("#verdict");
        await page.mouse.wheel(0, 1);
        await page.keyboard.press("Shift");
        await releaseAnswers(page);
        await explained(page);
        const afterMove = await page.evaluate(() => scrollY);
        // A link that is opened, rather than reloaded, begins at the top.
        await page.goto(`${page.url()}&seed=1`);
        return { before, afterMove, complaints };
      }, EXAMPLE),
    );
    expect(seen.before).toBeCloseTo(200, 0);
    expect(seen.afterMove).toBeLessThan(200);
    expect(seen.complaints).toEqual([]);
  });

  test("charts are as large as the text: at 200% letters in them are twice as large, and nothing is wider than the page", async ({
    skip,
  }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await explained(page);
        /** Pixels of the smallest letters on the screen, which are those of the ticks. */
        const letters = () =>
          page.evaluate(() => {
            const svg = document.querySelector<SVGSVGElement>("[data-figure=curves] svg.cv-figure");
            const sizes = [...(svg?.querySelectorAll("text") ?? [])].map((text) =>
              parseFloat(getComputedStyle(text).fontSize),
            );
            return Math.min(...sizes) * (svg?.getScreenCTM()?.a ?? 0);
          });
        const until = async (isDrawn: (size: number) => boolean) => {
          for (const end = Date.now() + PATIENCE; Date.now() < end && !isDrawn(await letters()); )
            await page.waitForTimeout(200);
          return letters();
        };
        const usual = await letters();
        await page.evaluate(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync("html { font-size: 200% }");
          document.adoptedStyleSheets = [sheet];
        });
        const large = await until((size) => size > 1.9 * usual);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.setViewportSize({ width: 360, height: 800 });
        await page.waitForFunction(() => document.documentElement.scrollWidth <= 360, undefined, { timeout: PATIENCE });
        return { usual, large, width, complaints };
      }, EXAMPLE),
    );
    // Figures are drawn in whole pixels.
    expect(seen.large / seen.usual).toBeCloseTo(2, 1);
    expect(seen.width).toBeLessThanOrEqual(1440);
    expect(seen.complaints).toEqual([]);
  });

  test("on paper there are no controls, no folded parts and nothing beside the page", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        await pickFile(page, "trial.csv", trialTable());
        await page.click("button:has-text('Which drives which'):enabled");
        await explained(page);
        await page.setViewportSize({ width: 720, height: 1000 });
        const look = () =>
          page.evaluate(() => {
            const isShown = (element: Element) => element.checkVisibility();
            const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
            return {
              controls: shown("button, input, select, textarea, nav, form, .tour").map(({ outerHTML }) => outerHTML),
              folded: shown("main details:not([open])").map(({ textContent }) => textContent),
              isWithin: document.documentElement.scrollWidth <= document.documentElement.clientWidth,
              hasVerdict: shown("#verdict").length,
              hasLimits: shown("#limits").length,
            };
          });
        const before = await page.locator("main details[open]").count();
        await page.emulateMedia({ media: "print" });
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        // Figures are drawn again for the width of the paper.
        await page.waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
        const paper = await look();
        await page.evaluate(() => dispatchEvent(new Event("afterprint")));
        const after = await page.locator("main details[open]").count();
        return { before, after, paper };
      }),
    );
    expect(seen.paper).toEqual({ controls: [], folded: [], isWithin: true, hasVerdict: 1, hasLimits: 1 });
    expect(seen.after).toBe(seen.before);
  });
});
