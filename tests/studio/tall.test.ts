import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { decide, pairFromColumns, seededRng, verdictSentence } from "causal-velocity";
import { expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { holdAnswers, releaseAnswers } from "./hold-answers.js";
import { longestTask } from "./longest-task.js";
import { exactNumber, verdictOf, withStudio } from "./with-studio.js";

const ROWS = 1_000_000;
const FIRST_LOOK_ROWS = 20_000;
/** The fewest rows with a first look, because the verdict is computed twice here. */
const MAX_ROWS = 60_000;
/** Most milliseconds of the processor for a task of the page. Reading or deciding these rows in it would take seconds. */
const LONGEST_TASK = 50;

/** Two columns, a curve with growing noise, as numbers and as a file. */
function columns() {
  const rng = seededRng(71);
  const [x, y] = [new Float64Array(ROWS), new Float64Array(ROWS)];
  const lines: string[] = ["dose,response"];
  for (let i = 0; i < ROWS; i++) {
    const dose = rng.normal();
    const [a, b] = [
      dose.toFixed(5),
      (Math.tanh(dose) + dose + (0.3 + 0.1 * Math.tanh(dose)) * rng.normal()).toFixed(5),
    ];
    [x[i], y[i]] = [Number(a), Number(b)];
    lines.push(`${a},${b}`);
  }
  return { x, y, csv: `${lines.join("\n")}\n` };
}

test("a million rows: a preview, a first look, and the library's verdict, while the page stays responsive", async ({
  skip,
}) => {
  const { x, y, csv } = columns();
  const file = join(temporaryFolder(), "tall.csv");
  writeFileSync(file, csv);
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      await page.waitForSelector("[data-example] path[d^=M]");
      const opening = await longestTask(page, async () => {
        await page.setInputFiles("input[type=file]", file);
        await page.waitForSelector("text=1,000,000 of 1,000,000 rows used");
        await page.waitForSelector("thead button path", { state: "attached" });
      });
      const caption = await page.locator("figure[data-picture=density] figcaption").innerText();
      const said: string[] = [];
      let sentence = "";
      // The verdict, which is asked for first, waits; the first look does not.
      await holdAnswers(page, "decide", 0, 1);
      const deciding = await longestTask(page, async () => {
        await page.click("button:has-text('Which drives which'):enabled");
        said.push(await page.locator(".first-look").innerText(), await page.locator("#verdict").innerText());
        await releaseAnswers(page);
        sentence = await verdictOf(page);
      });
      return {
        said,
        caption,
        tasks: { opening, deciding },
        sentence,
        margin: await exactNumber(page, "data.margin"),
        probability: await exactNumber(page, "data.probability"),
        labels: await page.locator(".first-look").count(),
        complaints,
      };
    }, `maxRows=${MAX_ROWS}`),
  );
  const pair = pairFromColumns(x, y, { x: "dose", y: "response" });
  const decision = decide(pair, { maxRows: MAX_ROWS });
  process.stdout.write(`\n1,000,000 rows: longest tasks ${JSON.stringify(seen.tasks)} ms\n`);
  expect(seen.tasks.opening.processor).toBeLessThan(LONGEST_TASK);
  expect(seen.tasks.deciding.processor).toBeLessThan(LONGEST_TASK);
  expect(seen.caption).toBe("All 1,000,000 rows, counted: darker where there are more.");
  expect(seen.said).toEqual([
    "A first look at 20,000 of 1,000,000 rows; the verdict from more rows follows.",
    verdictSentence(decide(pair, { maxRows: FIRST_LOOK_ROWS })),
  ]);
  expect(seen.sentence).toBe(verdictSentence(decision));
  expect([seen.margin, seen.probability]).toEqual([decision.margin, decision.probability]);
  expect(seen.labels).toBe(0);
  expect(seen.complaints).toEqual([]);
});
