import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { trialTable } from "./trial-table.js";
import { pickFile, verdictOf, withStudio } from "./with-studio.js";

/** What axe finds on the page as it is, in light and dark: rule and element. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source);
    const results = await page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    });
    found.push(...results.map((result) => `${colorScheme} ${result}`));
  }
  return found;
}

async function toPair(page: Page): Promise<void> {
  await page.click("button:has-text('Which drives which'):enabled");
  await verdictOf(page);
  await page.waitForSelector("[data-figure=loss] svg.cv-figure");
  await page.waitForSelector("[data-direction='y->x'] .grip svg");
}

describe("Studio is accessible", () => {
  test("axe finds nothing on start, guess, import, fault, pair and map view, light and dark", async ({ skip }) => {
    const found = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        const seen: Record<string, string[]> = {};
        await page.waitForSelector("[data-example] path[d^=M]");
        seen.start = await violations(page);
        await page.click("[data-example=additive]");
        await page.waitForSelector("[data-guess=none]");
        seen.guess = await violations(page);
        await page.click("nav button:has-text('Start')");
        await pickFile(page, "empty.csv", "");
        await page.waitForSelector(".fault");
        seen.fault = await violations(page);
        await page.click("nav button:has-text('Start')");
        await pickFile(page, "trial.csv", trialTable());
        await page.waitForSelector(".rows");
        seen.import = await violations(page);
        await toPair(page);
        await page.click("[data-figure=evidence] summary");
        await page.focus("[data-direction='x->y'] .grip");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowRight");
        await page.waitForSelector("data.effect", { state: "attached" });
        await page.waitForSelector("[data-save='trial.project.json']");
        await page.click("summary:has-text('command line')");
        seen.pair = await violations(page);
        await page.click("nav button:has-text('Start')");
        await page.click("[data-example=eight-columns]");
        await page.waitForSelector(".counts");
        await page.click("summary:has-text('columns of numbers')");
        await page.click("summary:has-text('cannot be told')");
        seen.map = await violations(page);
        return seen;
      }),
    );
    expect(found).toEqual({ start: [], guess: [], fault: [], import: [], pair: [], map: [] });
  });

  test.for([360, 768, 1440, 3840])(
    "nothing is wider than a screen of %i pixels, on any view",
    async (width, { skip }) => {
      const widths = await orSkip(
        skip,
        withStudio(async ({ page }) => {
          await page.setViewportSize({ width, height: 800 });
          const measure = () => page.evaluate(() => document.documentElement.scrollWidth);
          const seen = [await measure()];
          await pickFile(page, "trial.csv", trialTable());
          await page.waitForSelector(".rows");
          seen.push(await measure());
          await toPair(page);
          await page.click("summary:has-text('in a program')");
          seen.push(await measure());
          await page.click("nav button:has-text('Start')");
          await page.click("[data-example=eight-columns]");
          await page.waitForSelector(".counts");
          seen.push(await measure());
          return seen;
        }),
      );
      for (const seen of widths) expect(seen).toBeLessThanOrEqual(width);
    },
  );

  test("from the skip link to the counterfactual by keyboard alone, with the focus on what came", async ({ skip }) => {
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
          throw new Error(`${selector} is not reached by Tab`);
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
      guessHeading: "What do you think: which drives which?",
    });
  });

  test("the heading keeps the focus from the first look to the verdict, also when deciding is canceled and begun anew", async ({
    skip,
  }) => {
    const lines = Array.from({ length: 100_000 }, (_, i) => {
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
        await page.focus("button:has-text('Which drives which'):enabled");
        await page.keyboard.press("Enter");
        await isAtHeading();
        await look("weighing");
        await page.waitForSelector(".first-look");
        await look("first look");
        await page.focus(".working button");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".verdict:has(button:has-text('Decide'))");
        await look("canceled");
        await page.focus(".verdict button:has-text('Decide')");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".working");
        await look("again");
        await verdictOf(page);
        await look("verdict");
        return seen;
      }),
    );
    const verdict = "verdict";
    expect(seen).toEqual({ weighing: verdict, "first look": verdict, canceled: verdict, again: verdict, verdict });
  });
});
