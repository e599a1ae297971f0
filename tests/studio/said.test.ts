import { pairFromTable, parseTable } from "causal-velocity";
import { compareMethods } from "causal-velocity/lab";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { trialTable } from "./trial-table.js";
import { violations } from "./violations.js";
import { exactNumber, pickFile, verdictOf, withStudio } from "./with-studio.js";

const EXAMPLE = "view=pair&example=additive";
const csv = trialTable();

async function openTrial(page: Page, text = csv): Promise<void> {
  await pickFile(page, "trial.csv", text);
  await page.click("button:has-text('Which drives which'):enabled");
  await verdictOf(page);
  await page.waitForSelector("#keep-heading");
}

describe("nothing is refused or left out in silence", () => {
  test("a setting that is refused goes back to the value in force, and the page says so until the next change", async ({
    skip,
  }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await verdictOf(page);
        const margin = await exactNumber(page, "data.margin");
        const type = async (field: string, text: string) => {
          await page.fill(field, "");
          await page.focus(field);
          await page.keyboard.type(text);
          await page.keyboard.press("Enter");
          return [await page.inputValue(field), await page.locator("form [role=alert]").innerText()];
        };
        const refused = {
          seed: await type("#seed", "-1"),
          maxRows: await type("#max-rows", "7"),
          abstain: await type("#abstain", "1.5"),
          noNumber: await type("#seed", "e"),
        };
        const found = await violations(page);
        const untouched = [await exactNumber(page, "data.margin"), await page.evaluate(() => location.hash)];
        const taken = await type("#seed", "3");
        await type("#seed", "-2");
        await page.click("button:has-text('Undo')");
        const undone = await page.locator("form [role=alert]").innerText();
        return { margin, refused, found, untouched, taken, undone, complaints };
      }, EXAMPLE),
    );
    expect(seen.refused).toEqual({
      seed: ["0", "-1 was not taken: “Seed” must be a whole number from 0. It is still 0."],
      maxRows: ["", expect.stringMatching(/^7 was not taken: “Rows at most” .* It is still automatic\.$/)],
      abstain: ["", expect.stringMatching(/^1\.5 was not taken: “Least probability” .* It is still 0\.6\.$/)],
      noNumber: ["0", expect.stringMatching(/^What was typed was not taken: .* It is still 0\.$/)],
    });
    expect(seen.found).toEqual([]);
    expect(seen.untouched).toEqual([seen.margin, `#${EXAMPLE}&x=1&y=2`]);
    expect([seen.taken, seen.undone]).toEqual([["3", ""], ""]);
    expect(seen.complaints).toEqual([]);
  });

  test("of two files that are dropped together the second is named", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        const drop = (names: readonly string[]) =>
          page.evaluate(
            ([names, text]) => {
              const dataTransfer = new DataTransfer();
              for (const name of names) dataTransfer.items.add(new File([text], name));
              const target = document.querySelector("main h1");
              target?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
            },
            [names, csv] as const,
          );
        const said = () => page.locator("main > [role=status]").innerText();
        await page.waitForSelector("[data-example] path[d^=M]");
        await drop(["first.csv", "second.csv"]);
        await page.waitForSelector(".rows");
        const both = await said();
        const found = await violations(page);
        await drop(["third.csv"]);
        await page.waitForSelector(".rows");
        return { both, found, one: await said(), complaints };
      }),
    );
    expect(seen.both).toMatch(/One file is opened at a time\. Not opened: second\.csv\./);
    expect(seen).toMatchObject({ found: [], one: "", complaints: [] });
  });

  test("where there is no room, or storage is blocked, the page says why it keeps nothing, and only when asked to", async ({
    skip,
  }) => {
    const why = async (page: Page) => {
      await page.click("button:has-text('Keep in this browser')");
      await page.waitForSelector("section[aria-labelledby=keep-heading] .fault");
      const fault = await page.locator("section[aria-labelledby=keep-heading] .fault").innerText();
      return { fault, kept: await page.locator("button:has-text('Forget it')").count() };
    };
    const full = await orSkip(
      skip,
      withStudio(async ({ page, origin }) => {
        const session = await page.context().newCDPSession(page);
        await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 2000 });
        await openTrial(page);
        return { ...(await why(page)), found: await violations(page) };
      }),
    );
    expect(full.fault).toMatch(/no room left for this site/);
    expect(full.fault).toMatch(/forget another project/);
    expect([full.kept, full.found]).toEqual([0, []]);
    const blocked = await withStudio(async ({ page }) => {
      // As browsers do where readers block the data of sites.
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, "indexedDB", {
          get: () => {
            throw new DOMException("The operation is insecure.", "SecurityError");
          },
        });
      });
      await page.reload();
      await page.waitForSelector("[data-example] path[d^=M]");
      const atStart = await page.locator(".fault").count();
      await openTrial(page);
      return { ...(await why(page)), atStart };
    });
    expect(blocked.fault).toMatch(/The operation is insecure/);
    expect(blocked.fault).toMatch(/Save the project as a file instead/);
    expect([blocked.kept, blocked.atStart]).toEqual([0, 0]);
  });

  test("agreement counts as the library does, and its table is readable on a phone, also with long names", async ({
    skip,
  }) => {
    const names = {
      x: "dose of what was given in the morning of the first day, in milligrams",
      y: "response of what grew until the evening of the last day, in millimeters",
    };
    const long = csv.replace("dose;response", `"${names.x}";"${names.y}"`);
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await page.setViewportSize({ width: 360, height: 800 });
        await openTrial(page, long);
        await page.click("button:has-text('Compare methods')");
        const table = "section[aria-labelledby=methods-heading] table";
        await page.waitForSelector(`${table} tbody tr`);
        const rows = await page.locator(`${table} tbody tr`).allInnerTexts();
        const text = await page.locator("section[aria-labelledby=methods-heading] > p").first().innerText();
        const widths = await page.evaluate((table) => {
          const box = document.querySelector(table)?.parentElement;
          const rows = [...document.querySelectorAll(`${table} tbody tr`)].map((row) => row.clientHeight);
          return { over: (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0), tallest: Math.max(...rows) };
        }, table);
        const line = await page.evaluate(() => parseFloat(getComputedStyle(document.body).lineHeight));
        const found = await violations(page);
        return { rows, text, widths, line, found, complaints };
      }),
    );
    const pair = pairFromTable(parseTable(long), names);
    const { opinions } = compareMethods(pair);
    const counted = opinions.filter(({ uncounted }) => uncounted === undefined);
    const [agreeing, against] = [true, false].map((agrees) => counted.filter((opinion) => opinion.agrees === agrees));
    expect(seen.text).toContain(`of ${counted.length} other methods ${agreeing.length} agree`);
    expect(seen.text).toMatch(new RegExp(`and ${against.length} disagrees?\\.`));
    expect(seen.rows.filter((row) => row.includes("not counted"))).toHaveLength(opinions.length - counted.length - 1);
    expect(seen.rows.filter((row) => row.includes("chosen"))).toHaveLength(1);
    // Nothing scrolls sideways, and no word is broken into letters.
    expect(seen.widths.over).toBeLessThanOrEqual(0);
    expect(seen.widths.tallest).toBeLessThan(9 * seen.line);
    expect([seen.found, seen.complaints]).toEqual([[], []]);
  });
});
