import {
  decidePairs,
  outcomesCsv,
  outcomesJson,
  pairsFigure,
  parseTable,
  seededRng,
  verdictSentence,
} from "causal-velocity";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { holdAnswers, releaseAnswers } from "./hold-answers.js";
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
  test("every pair has a cell with the library's verdict, in the order of the library's map, and failures have a reason", async ({
    skip,
  }) => {
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
        const kinds = { first: await kindOf(page, "2-3"), failed: await kindOf(page, "2-6") };
        const names = await page.locator("[role=rowheader]").allInnerTexts();
        const spoken = await page.getAttribute("[data-pair='2-3']", "aria-label");
        // By keyboard: to both ends of the triangle, beyond its edges, and into a pair.
        await page.locator(".cell[tabindex='0']").focus();
        const visited: (string | null | undefined)[] = [];
        for (const key of ["ArrowUp", "End", "PageDown", "End", "ArrowRight", "ArrowUp", "Home", "ArrowLeft"]) {
          await page.keyboard.press(key);
          visited.push(await page.evaluate(() => document.activeElement?.getAttribute("data-pair")));
        }
        // By a filter: pairs without a direction leave their cells.
        await page.selectOption("#filter-sure", "0.5");
        const filtered = await page.locator(".filter [role=status]").innerText();
        const left = await page.locator(".cell:not(.out)").count();
        await page.click("button:has-text('Show all')");
        await page.focus("[data-pair='2-3']");
        const notes = await page.locator("section[aria-labelledby=caution-heading]").innerText();
        await page.keyboard.press("Enter");
        await verdictOf(page);
        return {
          kinds,
          names,
          spoken,
          visited,
          filtered,
          left,
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
    const map = pairsFigure(
      table.columns.slice(1).map(({ name }, k) => ({ number: k + 2, name })),
      outcomes,
    );
    expect(map.panels[0].y).toMatchObject({ names: seen.names });
    // The arrow points right where the effect's name is below the cause's.
    const isBelow = seen.names.indexOf("c2") > seen.names.indexOf("c1");
    expect(seen.kinds).toEqual({ first: isBelow === (first.verdict === "x->y") ? "right" : "up", failed: "failed" });
    expect(seen.spoken).toBe(
      `${verdictSentence(first)} 299 rows, dependence ${outcomes[0].dependence?.strength.toFixed(2)}.`,
    );
    const pairAt = (row: number, column: number) =>
      [row, column]
        .map((place) => table.columns.findIndex(({ name }) => name === seen.names[place]) + 1)
        .sort((a, b) => a - b)
        .join("-");
    expect(seen.visited).toEqual(
      (
        [
          [1, 0],
          [1, 0],
          [4, 0],
          [4, 3],
          [4, 3],
          [4, 3],
          [4, 0],
          [4, 0],
        ] as const
      ).map(([r, c]) => pairAt(r, c)),
    );
    const directed = outcomes.filter(({ decision }) => decision && decision.verdict !== "cannot-tell");
    const sure = directed.flatMap(({ decision }) => decision?.probability ?? []);
    expect(seen.filtered).toBe(`${directed.length} of 10 pairs shown`);
    expect(seen.left).toBe(directed.length);
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
        await holdAnswers(page, "decide", 1);
        await page.click("button:has-text('Decide all pairs')");
        await page.waitForSelector(".cell:not([data-kind=open])");
        const busy = page.workers().filter((worker) => !others.has(worker));
        const ended = Promise.all(busy.map((worker) => new Promise((resolve) => worker.once("close", resolve))));
        await page.click(".work button:has-text('Cancel')");
        await ended;
        const status = await page.locator(".work").innerText();
        const undecided = await page.locator(".cell[data-kind=open]").count();
        const started = page.workers().filter((worker) => !others.has(worker)).length;
        await releaseAnswers(page);
        await page.click("button:has-text('Resume')");
        await page.waitForSelector(".counts");
        const left = await page.locator(".cell[data-kind=open]").count();
        return { busy: busy.length, started, status, undecided, left };
      }),
    );
    expect(seen.busy).toBeGreaterThan(0);
    expect(seen.started).toBe(0);
    expect(seen.status).toMatch(/Stopped after 1 of 28 pairs/);
    expect(seen.undecided).toBe(27);
    expect(seen.left).toBe(0);
  });

  test("the example table shows which columns belong together, and its address restores it", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        await page.waitForSelector(".counts");
        const arrows = await page
          .locator(".cell[data-kind=right], .cell[data-kind=up]")
          .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
        await page.click("summary:has-text('The truth')");
        const truth = await page.locator(".truth").innerText();
        const columns = await page.locator("[role=rowheader]").count();
        // With fewer columns the focusable cell is still within the triangle.
        await page.locator(".cell").last().focus();
        await page.click("summary:has-text('columns of numbers')");
        for (const name of ["E", "F", "G"]) await page.uncheck(`.column:has-text("${name}") input`);
        await page.click("button:has-text('Decide all pairs')");
        await page.waitForFunction(() => document.querySelectorAll(".cell").length === 3);
        const reachable = await page.locator(".cell[tabindex='0']").count();
        return { arrows, truth, columns, reachable };
      }, "view=pairs&example=eight-columns&columns=1-2.4-7"),
    );
    expect([seen.columns, seen.reachable]).toEqual([6, 1]);
    expect(seen.arrows.map((label) => label?.slice(0, 10)).sort()).toEqual(["B drives E", "D drives G", "F drives A"]);
    expect(seen.truth).toContain("D drives G, F drives A");
  });

  test("similar long names can be told apart, and on a phone the list needs no scrolling sideways", async ({
    skip,
  }) => {
    const long = (k: number) => `the measurement of sensor number ${k} of the north plant`;
    const [names, ...lines] = chainTable(200, 4).trim().split("\n");
    const csv = [names?.replaceAll(/c(\d)/g, (_, k) => long(k)), ...lines].join("\n");
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await pickFile(page, "long.csv", csv);
        await page.waitForSelector(".rows");
        const heads = await page.locator("[data-column] .name").allInnerTexts();
        await page.hover("[data-column='3']");
        const full = page.locator("[data-column='3'] .full");
        const whole = { text: await full.innerText(), width: (await full.boundingBox())?.width ?? 0 };
        await page.setViewportSize({ width: 360, height: 740 });
        await page.click("button:has-text('Decide all pairs')");
        await page.waitForSelector(".counts");
        const causes = await page.locator("tbody .name").allInnerTexts();
        const list = await page.evaluate(() => {
          const box = document.querySelector(".table:has(tbody .name)");
          const buttons = [...document.querySelectorAll("tbody .open button")].map((each) =>
            each.getBoundingClientRect(),
          );
          return {
            over: (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0),
            right: Math.max(...buttons.map(({ right }) => right)),
            nav: document.querySelector("nav[aria-label=Steps]")?.getBoundingClientRect().height ?? Number.NaN,
            step: document.querySelector("nav[aria-label=Steps] button")?.getBoundingClientRect().height ?? Number.NaN,
          };
        });
        return { heads, whole, causes, list, complaints };
      }),
    );
    expect(new Set(seen.heads).size).toBe(seen.heads.length);
    expect(seen.whole.text).toBe(long(2));
    expect(seen.whole.width).toBeGreaterThan(100);
    expect(seen.causes.length).toBeGreaterThan(0);
    for (const name of seen.causes) expect(name).toMatch(/^\d: .+…/);
    expect(seen.list.over).toBeLessThanOrEqual(0);
    expect(seen.list.right).toBeLessThanOrEqual(360);
    // All steps are on one line.
    expect(seen.list.nav).toBeLessThan(1.5 * seen.list.step);
    expect(seen.complaints).toEqual([]);
  });
});
