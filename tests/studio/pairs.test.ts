import { decidePairs, outcomesCsv, outcomesJson, parseTable, seededRng, verdictSentence } from "causal-velocity";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { exactNumber, pickFile, savedFile, verdictOf, withStudio } from "./with-studio.js";

/** A chain of columns with one gap, a column of text and a constant column. */
function chainTable(rows: number, columns: number): string {
  const rng = seededRng(6);
  const names = ["label", ...Array.from({ length: columns }, (_, k) => `c${k + 1}`), "flat"];
  const lines = Array.from({ length: rows }, (_, i) => {
    let value = ((i * 149) % rows) / rows;
    const cells = Array.from({ length: columns }, (_, k) => {
      value = Math.tanh(2 * value - 0.7) + 0.3 * (2 * rng.uniform() - 1) * (1 + value * value);
      return k === 1 && i === 7 ? "" : value.toFixed(6);
    });
    return [`row ${i}`, ...cells, "3"].join(",");
  });
  return `${names.join(",")}\n${lines.join("\n")}\n`;
}

const kindOf = (page: Page, pair: string) => page.getAttribute(`[data-pair='${pair}']`, "data-kind");

describe("all pairs", () => {
  test("every pair has the library's verdict in both cells, and failures have a reason", async ({ skip }) => {
    const csv = chainTable(300, 4);
    const table = parseTable(csv);
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await pickFile(page, "chain.csv", csv);
        await page.click("button:has-text('Decide all pairs')");
        await page.waitForSelector(".counts");
        const files = [];
        for (const kind of ["csv", "json", "svg", "png"])
          files.push(await savedFile(page, `button:has-text('as ${kind.toUpperCase()}')`));
        const kinds = {
          forward: await kindOf(page, "2-3"),
          backward: await kindOf(page, "3-2"),
          failed: await kindOf(page, "2-6"),
        };
        const spoken = await page.getAttribute("[data-pair='2-3']", "aria-label");
        // By keyboard: into the matrix, across the diagonal, and into a pair.
        await page.focus("[data-pair='2-3']");
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("ArrowDown");
        const focused = await page.evaluate(() => document.activeElement?.getAttribute("data-pair"));
        await page.keyboard.press("ArrowDown");
        const beyond = await page.evaluate(() => document.activeElement?.getAttribute("data-pair"));
        await page.focus("[data-pair='3-2']");
        const notes = await page.locator("section[aria-labelledby=caution-heading]").innerText();
        await page.keyboard.press("Enter");
        await verdictOf(page);
        return {
          kinds,
          spoken,
          focused,
          beyond,
          files,
          notes,
          margin: await exactNumber(page, "data.margin"),
          complaints,
        };
      }),
    );
    const outcomes = await decidePairs(table, {}, { maxRows: 5000, jobs: 1 });
    expect(seen.files.map(({ name }) => name)).toEqual(
      ["csv", "json", "svg", "png"].map((kind) => `chain-pairs.${kind}`),
    );
    const [csvText, jsonText, svgText, png] = seen.files.map(({ bytes }) => bytes.toString());
    const [version] = csvText.split("\n")[1].split(",").slice(-3);
    const withoutProblems = (text: string) => text.split("\n").filter((line) => !line.includes("flat"));
    expect(withoutProblems(csvText)).toEqual(withoutProblems(outcomesCsv(outcomes, version)));
    expect(csvText.match(/column ""flat""/g)).toHaveLength(4);
    const decidedIn = (text: string) => JSON.parse(text).pairs.filter(({ y }: { y: string }) => y !== "flat");
    expect(decidedIn(jsonText)).toEqual(decidedIn(outcomesJson(outcomes, version)));
    expect(svgText).toMatch(/^<svg aria-label="Which column drives/);
    expect(png.slice(1, 4)).toBe("PNG");
    const first = outcomes[0].decision;
    if (!first || first.verdict === "cannot-tell") throw new Error("the first pair should have a direction");
    const isForward = first.verdict === "x->y";
    expect(seen.kinds).toEqual({
      forward: isForward ? "drives" : "driven",
      backward: isForward ? "driven" : "drives",
      failed: "failed",
    });
    expect(seen.spoken).toBe(
      `${verdictSentence(first)} 299 rows, dependence ${outcomes[0].dependence?.strength.toFixed(2)}.`,
    );
    // To the left there is only the diagonal; downward it is skipped.
    expect([seen.focused, seen.beyond]).toEqual(["4-3", "5-3"]);
    const directed = outcomes.filter(({ decision }) => decision && decision.verdict !== "cannot-tell");
    const sure = directed.flatMap(({ decision }) => decision?.probability ?? []);
    const wrong = sure.reduce((sum, share) => sum + 1 - share, 0);
    expect(seen.notes).toContain(`about ${wrong.toFixed(1)} of the ${sure.length} directions`);
    expect(seen.margin).toBe(first.margin);
    expect(seen.complaints).toEqual([]);
  });

  test("canceling ends the workers at once and keeps verdicts, and resuming decides the rest", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        // One worker for the table, one for readers.
        const isSettled = () => expect.poll(() => page.workers().length, { timeout: 30_000 }).toBe(2);
        await page.waitForSelector("[data-example] path[d^=M]");
        await isSettled();
        await pickFile(page, "chain.csv", chainTable(3000, 7));
        await page.waitForSelector("button:has-text('Decide all pairs')");
        await isSettled();
        const others = new Set(page.workers());
        await page.click("button:has-text('Decide all pairs')");
        await page.waitForSelector(".cell[data-kind=drives], .cell[data-kind=driven]");
        const busy = page.workers().filter((worker) => !others.has(worker));
        const ended = Promise.all(busy.map((worker) => new Promise((resolve) => worker.once("close", resolve))));
        await page.click(".work button:has-text('Cancel')");
        await ended;
        const status = await page.locator(".work").innerText();
        const undecided = await page.locator(".cell[data-kind=open]").count();
        const started = page.workers().filter((worker) => !others.has(worker)).length;
        await page.click("button:has-text('Resume')");
        await page.waitForSelector(".counts");
        const left = await page.locator(".cell[data-kind=open]").count();
        return { busy: busy.length, started, status, undecided, left };
      }),
    );
    expect(seen.busy).toBeGreaterThan(0);
    expect(seen.started).toBe(0);
    expect(seen.status).toMatch(/Stopped after \d+ of 28 pairs/);
    expect(seen.undecided).toBeGreaterThan(0);
    expect(seen.left).toBe(0);
  });

  test("the example table shows which columns belong together, and its address restores it", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        await page.waitForSelector(".counts");
        const arrows = await page
          .locator(".cell[data-kind=drives]")
          .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
        await page.click("summary:has-text('The truth')");
        const truth = await page.locator(".truth").innerText();
        const columns = await page.locator("tbody th[scope=row]").count();
        // With fewer columns the focusable cell is still within the matrix.
        await page.focus("[data-pair='7-6']");
        await page.click("summary:has-text('columns of numbers')");
        for (const name of ["E", "F", "G"]) await page.uncheck(`.column:has-text("${name}") input`);
        await page.click("button:has-text('Decide all pairs')");
        await page.waitForFunction(() => document.querySelectorAll(".cell").length === 6);
        const reachable = await page.locator(".cell[tabindex='0']").count();
        return { arrows, truth, columns, reachable };
      }, "view=pairs&example=eight-columns&columns=1-2.4-7"),
    );
    expect([seen.columns, seen.reachable]).toEqual([6, 1]);
    expect(seen.arrows.map((label) => label?.slice(0, 10)).sort()).toEqual(["B drives E", "D drives G", "F drives A"]);
    expect(seen.truth).toContain("D drives G, F drives A");
  });
});
