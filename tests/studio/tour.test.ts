import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { trialTable } from "./trial-table.js";
import { violations } from "./violations.js";
import { pickFile, verdictOf, withStudio } from "./with-studio.js";

const stepOf = (page: Page) => page.locator(".tour h2").innerText();

describe("the tour", () => {
  test("points at five things on two views by keyboard alone, and is over once and for all", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(
        async ({ page, complaints }) => {
          const steps: string[] = [];
          const marked: string[] = [];
          const note = async () => {
            steps.push(await stepOf(page));
            marked.push(await page.evaluate(() => document.querySelectorAll("[data-toured]").length.toString()));
          };
          await page.waitForSelector(".tour");
          await note();
          const inStart = await violations(page);
          await page.focus("[data-tour-next]");
          await page.keyboard.press("Enter");
          // The next step needs a verdict.
          await page.waitForSelector(".tour", { state: "detached" });
          const focused = await page.evaluate(() => document.activeElement?.id);
          await pickFile(page, "trial.csv", trialTable());
          await page.waitForSelector(".rows");
          const isWaiting = await page.locator(".tour").count();
          await page.click("button:has-text('Which drives which'):enabled");
          await verdictOf(page);
          await page.waitForSelector("#keep-heading");
          await page.waitForSelector(".tour");
          const inPair = await violations(page);
          await page.focus("[data-tour-next]");
          for (let step = 2; step <= 5; step++) {
            await page.waitForSelector(`.tour:has-text("Step ${step} of 5")`);
            await note();
            await page.keyboard.press("Enter");
          }
          await page.waitForSelector(".tour", { state: "detached" });
          const left = await page.locator("[data-toured]").count();
          await page.goto(page.url().replace(/#.*/, ""));
          await page.reload();
          await page.waitForSelector("[data-example] path[d^=M]");
          const again = await page.locator(".tour").count();
          return { steps, marked, inStart, inPair, focused, isWaiting, left, again, complaints };
        },
        "",
        true,
      ),
    );
    expect(new Set(seen.steps).size).toBe(5);
    expect(seen.marked).toEqual(["1", "1", "1", "1", "1"]);
    expect([seen.inStart, seen.inPair]).toEqual([[], []]);
    expect(seen).toMatchObject({ focused: "main", isWaiting: 0, left: 0, again: 0, complaints: [] });
  });

  test("Escape ends it for good, help shows it again, and it leaves out what is not on the page", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(
        async ({ page }) => {
          await page.waitForSelector(".tour");
          await page.keyboard.press("Escape");
          await page.waitForSelector(".tour", { state: "detached" });
          await page.reload();
          await page.waitForSelector("[data-example] path[d^=M]");
          const again = await page.locator(".tour").count();
          await page.click("button:has-text('Show the tour')");
          const first = await stepOf(page);
          await page.click("[data-tour-close]");
          await page.goto(`${page.url().replace(/#.*/, "")}#view=pair&example=additive`);
          await page.waitForSelector("#keep-heading");
          // A page without the picture.
          await page.evaluate(() => document.querySelector(".verdict .seen")?.classList.remove("seen"));
          await page.click("button:has-text('Show the tour')");
          const verdict = await stepOf(page);
          await page.click("[data-tour-next]");
          await page.waitForSelector(".tour:has-text('Step 4')");
          return { again, first, verdict };
        },
        "",
        true,
      ),
    );
    expect(seen).toEqual({ again: 0, first: "Bring a table", verdict: "The verdict" });
  });
});
