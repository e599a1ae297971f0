import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { holdAnswers, releaseAnswers } from "./hold-answers.js";
import { trialTable } from "./trial-table.js";
import { violations } from "./violations.js";
import { pickFile, verdictOf, withStudio } from "./with-studio.js";

/** The fewest rows with a first look before the verdict. */
const TALL_ROWS = 60_000;
/** Most lines have another width than the first ones. */
const TORN = "a,b\n1,2\n3,4\n1,2,3\n1,2,3,4\n1,2,3,4,5\n";
/** More columns than a list shows. */
const MANY = ["gene", "1", "2", "4"]
  .map((cell, row) => Array.from({ length: 300 }, (_, j) => (row === 0 ? `${cell} ${j}` : cell)).join(","))
  .join("\n");

async function toPair(page: Page): Promise<void> {
  await page.click("button:has-text('Which drives which'):enabled");
  await verdictOf(page);
  await page.waitForSelector("[data-figure=loss] svg.cv-figure");
  await page.waitForSelector("[data-direction='y->x'] .grip svg");
}

describe("Studio is accessible", () => {
  test("axe finds nothing on the views start, guess, play, import, fault, pair, pairs and graph, in light and dark", async ({
    skip,
  }) => {
    const found = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        const seen: Record<string, string[]> = {};
        await page.waitForSelector("[data-example] path[d^=M]");
        seen.start = await violations(page);
        await page.click("[data-example=additive]");
        await page.waitForSelector("[data-guess=none]");
        seen.guess = await violations(page);
        await page.click("[data-guess='x->y']");
        await page.waitForSelector("[data-score]");
        await page.click("[data-play]");
        await page.waitForSelector("[data-behind=false] .sentence");
        seen.play = await violations(page);
        await page.click("nav button:has-text('Start')");
        await pickFile(page, "torn.csv", TORN);
        await page.waitForSelector(".fault");
        await page.click("summary:has-text('Other settings')");
        seen.fault = await violations(page);
        await page.click("nav button:has-text('Start')");
        await pickFile(page, "trial.csv", trialTable());
        await page.waitForSelector(".rows");
        seen.import = await violations(page);
        await toPair(page);
        await page.click("summary:has-text('numbers and evidence')");
        await page.click("[data-figure=evidence] summary");
        await page.click("summary:has-text('fine or only to be noted')");
        await page.focus("[data-direction='x->y'] .grip");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowRight");
        await page.waitForSelector("data.effect", { state: "attached" });
        await page.waitForSelector("[data-save='trial.project.json']");
        await page.click("summary:has-text('command line')");
        seen.pair = await violations(page);
        await page.click("nav button:has-text('Start')");
        await pickFile(page, "many.csv", MANY);
        await page.waitForSelector("input#column-y");
        await page.fill("#column-y", "no such");
        await page.press("#column-y", "Enter");
        await page.waitForSelector("text=No column is called");
        seen.many = await violations(page);
        await page.click("nav button:has-text('Start')");
        await page.click("[data-example=eight-columns]");
        await page.waitForSelector(".counts");
        await page.click("summary:has-text('columns of numbers')");
        await page.click("summary:has-text('without a verdict')");
        seen.pairs = await violations(page);
        await page.selectOption("#filter-sure", "0.7");
        seen.filtered = await violations(page);
        await holdAnswers(page, "graphPart", 1);
        await page.click("nav button:has-text('Graph')");
        await page.waitForSelector(".work:has-text('1 of') progress");
        seen.searching = await violations(page);
        await releaseAnswers(page);
        await page.waitForSelector("[data-edge]", { timeout: 60_000 });
        await page.locator("[data-arrow] .arrow").first().click();
        seen.graph = await violations(page);
        // What is stated stays when the search for it is stopped.
        await holdAnswers(page, "graphPart");
        await page.click(".actions button:has-text('Forbid')");
        await page.click(".work button:has-text('Cancel')");
        seen.stated = await violations(page);
        return seen;
      }),
    );
    const none: string[] = [];
    const views = ["start", "guess", "play", "fault", "import", "pair", "many", "pairs", "filtered"];
    const expected = [...views, "searching", "graph", "stated"].map((view) => [view, none]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  test("no view is wider than a screen of 360, 768, 1440 or 3840 pixels", async ({ skip }) => {
    const tooWide = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        const found: string[] = [];
        const measure = async (view: string) => {
          for (const width of [3840, 1440, 768, 360]) {
            await page.setViewportSize({ width, height: 800 });
            // Figures are drawn again for the new width.
            const isWithin = (most: number) => document.documentElement.scrollWidth <= most;
            const fits = page.waitForFunction(isWithin, width, { timeout: 20_000 });
            await fits.catch(() => found.push(`${view} at ${width}`));
          }
        };
        await measure("start");
        await pickFile(page, "trial.csv", trialTable());
        await page.waitForSelector(".rows");
        await measure("import");
        await toPair(page);
        await page.click("summary:has-text('in a program')");
        await measure("pair");
        await page.click("nav button:has-text('Start')");
        await page.click("[data-example=additive]");
        await page.click("[data-guess=none]");
        await page.click("[data-play]");
        await page.waitForSelector("[data-behind=false] .sentence");
        await measure("play");
        await page.click("nav button:has-text('Start')");
        await pickFile(page, "torn.csv", TORN);
        await page.waitForSelector(".fault");
        await measure("fault");
        await page.click("nav button:has-text('Start')");
        await page.click("[data-example=eight-columns]");
        await page.waitForSelector(".counts");
        await measure("pairs");
        await page.click("nav button:has-text('Graph')");
        await page.waitForSelector("[data-edge]", { timeout: 60_000 });
        await measure("graph");
        return found;
      }),
    );
    expect(tooWide).toEqual([]);
  });

  test("the way from the skip link to a counterfactual works by keyboard alone, and the focus moves to each new heading", async ({
    skip,
  }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        await page.waitForSelector("[data-example] path[d^=M]");
        const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 60) ?? "");
        const tabTo = async (selector: string) => {
          for (let presses = 0; presses < 80; presses++) {
            if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
            await page.keyboard.press("Tab");
          }
          throw new Error(`Tab does not reach ${selector}`);
        };
        await page.keyboard.press("Tab");
        const skipLink = await focused();
        await page.keyboard.press("Enter");
        const afterSkip = await page.evaluate(() => document.activeElement?.id);
        await tabTo("[data-example=additive]");
        await page.keyboard.press("Enter");
        await page.waitForSelector("[data-guess=none]");
        await page.waitForFunction(() => document.activeElement?.matches("h1"));
        const guessHeading = await focused();
        await tabTo("[data-guess='y->x']");
        await page.keyboard.press("Space");
        await verdictOf(page);
        await page.waitForSelector("[data-direction='y->x'] .grip svg");
        await tabTo("[data-direction='y->x'] .grip");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowRight");
        await page.waitForSelector("[data-direction='y->x'] data.effect", { state: "attached" });
        return { skipLink, afterSkip, guessHeading };
      }),
    );
    expect(seen).toEqual({
      skipLink: "Skip to the content",
      afterSkip: "main",
      guessHeading: "Your guess: which drives which?",
    });
  });

  test("the heading keeps the focus from the first look to the verdict, also if deciding is canceled and restarted", async ({
    skip,
  }) => {
    const lines = Array.from({ length: TALL_ROWS }, (_, i) => {
      const x = (i * 7919) % 10_007;
      return `${x},${x ** 1.5 + (i % 97) * (x % 13)}`;
    });
    const seen = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        const seen: Record<string, string | undefined> = {};
        const look = async (when: string) => {
          seen[when] = await page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
        };
        const isAtHeading = () => page.waitForFunction(() => document.activeElement?.matches("h1"));
        await pickFile(page, "tall.csv", `a,b\n${lines.join("\n")}\n`);
        // The verdict, which is asked for first, waits; the first look does not.
        await holdAnswers(page, "decide", 0, 1);
        await page.focus("button:has-text('Which drives which'):enabled");
        await page.keyboard.press("Enter");
        await isAtHeading();
        await look("comparing");
        await page.waitForSelector(".first-look");
        await look("first look");
        await page.focus(".working button");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".verdict:has(button:has-text('Decide'))");
        await look("canceled");
        await releaseAnswers(page);
        await holdAnswers(page, "decide");
        await page.focus(".verdict button:has-text('Decide')");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".working");
        await look("again");
        await releaseAnswers(page);
        await verdictOf(page);
        await look("verdict");
        return seen;
      }),
    );
    const verdict = "verdict";
    expect(seen).toEqual({ comparing: verdict, "first look": verdict, canceled: verdict, again: verdict, verdict });
  });
});
