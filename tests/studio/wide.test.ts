import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { holdAnswers, releaseAnswers } from "./hold-answers.js";
import { longestTask } from "./longest-task.js";
import { pickFile, withStudio } from "./with-studio.js";

const COLUMNS = 20_000;
const ROWS = 60;
/** Most milliseconds of a task of the page, in which it cannot answer. */
const LONGEST_TASK = 50;
/** Most columns that are on the page at once: two lists of names that are offered, and the columns of the table. */
const MOST_SHOWN = 200;

/** The value of a cell: 60 of 10,007 hundredths. */
const hundredths = (row: number, column: number) => ((row * 7919 + column * 104_729) % 10_007) / 100;

function wideTable(): string {
  const line = (cell: (column: number) => string) => Array.from({ length: COLUMNS }, (_, j) => cell(j)).join(",");
  const rows = Array.from({ length: ROWS }, (_, i) => line((j) => hundredths(i, j).toFixed(2)));
  return `${[line((j) => `gene ${j + 1}`), ...rows].join("\n")}\n`;
}

test("20,000 columns: no task of the page takes 50 ms, and any column is found by its name", async ({ skip }) => {
  // By its path: the bytes of a file that a test puts into a page pass through the page's thread.
  const file = join(temporaryFolder(), "wide.csv");
  writeFileSync(file, wideTable());
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      await page.waitForSelector("[data-example] path[d^=M]");
      // What is loaded for the first file of all is no matter of its width.
      await pickFile(page, "narrow.csv", "a,b\n1,2\n2,3\n3,5\n");
      await page.waitForSelector("thead button path", { state: "attached" });
      await page.click("nav button:has-text('Start')");
      const said: string[] = [];
      await holdAnswers(page, "open");
      const longest = await longestTask(page, async () => {
        await page.setInputFiles("input[type=file]", file);
        said.push(await page.locator(".opening p:has-text('%')").innerText());
        await releaseAnswers(page);
        await page.waitForSelector(".facts:has-text('60 rows, 20,000 columns')");
        await page.waitForSelector("figure[data-picture=dots]");
        await page.fill("#column-y", "gene 19999");
        await page.press("#column-y", "Enter");
        await page.waitForSelector("button[data-column='19999'][aria-pressed=true]");
        await page.fill("#find-shown", "gene 777");
        await page.click("button[data-column='7771']");
        await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#column-y")?.value === "gene 7771");
      });
      await page.fill("#column-x", "gene 20001");
      await page.press("#column-x", "Enter");
      const refusal = page.locator("[role=status]:has-text('No column is called')");
      return {
        longest,
        said,
        chosen: [await page.inputValue("#column-x"), await page.inputValue("#column-y")],
        refusal: await refusal.innerText(),
        shown: await page.locator("option, [data-column]").count(),
        hash: await page.evaluate(() => location.hash),
        complaints,
      };
    }),
  );
  process.stdout.write(`\n20,000 columns: longest task ${JSON.stringify(seen.longest)} ms\n`);
  expect(seen.longest.processor).toBeLessThan(LONGEST_TASK);
  expect(seen.said[0]).toMatch(/^(Reading the rows|Deciding how the columns are read) … \d+%/);
  expect(seen.chosen).toEqual(["gene 19999", "gene 7771"]);
  expect(seen.refusal).toBe("No column is called “gene 20001”.");
  expect(seen.shown).toBeLessThan(MOST_SHOWN);
  expect(seen.hash).toBe("#view=import&x=19999&y=7771");
  expect(seen.complaints).toEqual([]);
});
