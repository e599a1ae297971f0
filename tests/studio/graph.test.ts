import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  bestRoutines,
  decide,
  findGraph,
  type Graph,
  graphFigure,
  graphJson,
  pairFromTable,
  readTable,
  verdictSentence,
} from "causal-velocity";
import { graphHtml } from "causal-velocity/draw";
import { figureSvg } from "causal-velocity/draw/node";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { orSkip } from "../support/not-at-hand.js";
import { holdAnswers, releaseAnswers } from "./hold-answers.js";
import { exactNumber, pickFile, savedFile, verdictOf, withStudio } from "./with-studio.js";

/** 200 beds of the greenhouse, which take a second or two. */
const csv = `${readFileSync(join(ROOT, "examples/greenhouse.csv"), "utf8").split("\n").slice(0, 201).join("\n")}\n`;

async function toGraph(page: Page): Promise<void> {
  await pickFile(page, "greenhouse.csv", csv);
  await page.click("nav button:has-text('Graph'):enabled");
  await page.waitForSelector("[data-edge]", { timeout: 60_000 });
}

/** The graph that Studio saves, and the version and routines it names. */
async function savedGraph(page: Page) {
  const { bytes } = await savedFile(page, "[data-save='greenhouse-graph.json']");
  const text = bytes.toString();
  return { text, about: { version: JSON.parse(text).version, routines: JSON.parse(text).diagnostics.routines } };
}

const arrowsOf = ({ edges }: Graph) => edges.map(({ from, to }) => `${from} -> ${to}`);

describe("the graph", () => {
  test("it is the library's to the last digit, in every file, and an arrow opens its pair given other causes", async ({
    skip,
  }) => {
    const table = await readTable(Buffer.from(csv));
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await toGraph(page);
        const json = await savedGraph(page);
        const svg = await savedFile(page, "[data-save='greenhouse-graph.svg']");
        const html = await savedFile(page, "[data-save='greenhouse-graph.html']");
        const listed = await page.locator("[data-arrow] .names").allInnerTexts();
        await page.click("summary:has-text('command line')");
        const command = await page.locator("pre.command").innerText();
        // In the picture, by pointer.
        const line = page.locator("[data-edge='0'] .wide");
        await line.dispatchEvent("click", { bubbles: true });
        const opened = await page.locator("[aria-expanded=true] .names").innerText();
        const target = page.locator("[data-arrow='5-6']");
        await target.locator(".arrow").click();
        await target.locator("button:has-text('Open this pair')").click();
        const sentence = await verdictOf(page);
        const margin = await exactNumber(page, "data.margin");
        const hash = await page.evaluate(() => location.hash);
        const note = await page.locator(".given").innerText();
        await page.click("button:has-text('Decide without')");
        await page.waitForFunction(() => !document.querySelector(".given"));
        await verdictOf(page);
        const alone = await exactNumber(page, "data.margin");
        return { json, svg, html, listed, command, opened, sentence, margin, hash, note, alone, complaints };
      }),
    );
    const graph = await findGraph(table, { jobs: 2 });
    const { version } = seen.json.about;
    expect(seen.json.about.routines).toBe(bestRoutines().name);
    expect(seen.json.text).toBe(graphJson(graph, seen.json.about));
    expect(seen.svg.bytes.toString()).toBe(figureSvg(graphFigure(graph), { theme: "light" }));
    expect(seen.html.bytes.toString()).toBe(graphHtml(graph, { version, svgOf: figureSvg }));
    expect(seen.listed.map((names) => names.replace(/ [→—] /, " -> "))).toEqual(arrowsOf(graph));
    expect(seen.opened).toBe(seen.listed[0]);
    expect(seen.command).toMatch(/^npx causal-velocity graph greenhouse.csv --columns \S+$/);
    // Moisture drives growth, and so does temperature, which moisture does not drive.
    const pair = pairFromTable(table, { x: "moisture", y: "growth", given: ["temperature"] });
    const given = decide(pair);
    expect([seen.sentence, seen.margin]).toEqual([verdictSentence(given), given.margin]);
    expect(seen.hash).toMatch(/x=\d+&y=\d+&given=\d+$/);
    expect(seen.note).toMatch(/^Decided given temperature:/);
    expect(seen.alone).toBe(decide(pairFromTable(table, { x: "moisture", y: "growth" })).margin);
    expect(seen.complaints).toEqual([]);
  });

  test("by keyboard alone an arrow is forbidden, the search keeps to it and records it, and it is taken back", async ({
    skip,
  }) => {
    const table = await readTable(Buffer.from(csv));
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await pickFile(page, "greenhouse.csv", csv);
        // The search can be stopped and resumed.
        await holdAnswers(page, "graphPart", 2);
        await page.click("nav button:has-text('Graph'):enabled");
        await page.waitForFunction(() => document.activeElement?.matches("h1"));
        await page.waitForSelector(".work:has-text('2 of 21 searches')");
        await page.click(".work button:has-text('Cancel')");
        const stopped = await page.evaluate(() => document.activeElement?.textContent);
        await releaseAnswers(page);
        await page.keyboard.press("Enter");
        await page.waitForSelector("[data-edge]", { timeout: 60_000 });
        const before = await savedGraph(page);
        const tabTo = async (selector: string) => {
          for (let presses = 0; presses < 40; presses++) {
            if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
            await page.keyboard.press("Tab");
          }
          throw new Error(`Tab does not reach ${selector}`);
        };
        await page.focus("h1");
        await tabTo("[data-arrow] .arrow");
        await page.keyboard.press("Enter");
        await tabTo(".actions button:nth-child(2)");
        const forbidding = await page.evaluate(() => document.activeElement?.textContent);
        await page.keyboard.press("Enter");
        const focused = await page.evaluate(() => document.activeElement?.id);
        await page.waitForSelector(".counts:not(.stale)", { timeout: 60_000 });
        const stated = await page.locator("[data-stated]").innerText();
        const hash = await page.evaluate(() => location.hash);
        const without = await savedGraph(page);
        // The address of the page restores the view and what is stated, once the table is open again.
        await page.reload();
        await pickFile(page, "greenhouse.csv", csv);
        await page.waitForSelector("[data-edge]", { timeout: 60_000 });
        const restored = await savedGraph(page);
        await page.focus("[data-stated] button");
        await page.keyboard.press("Enter");
        await page.waitForSelector(".counts:not(.stale)", { timeout: 60_000 });
        const after = await savedGraph(page);
        return { stopped, before, forbidding, focused, stated, hash, without, restored, after, complaints };
      }),
    );
    const [first] = (await findGraph(table, { jobs: 2 })).edges;
    if (!first) throw new Error("the greenhouse should have arrows");
    const forbid = [{ from: first.from, to: first.to }];
    const graph = await findGraph(table, { jobs: 2, knowledge: { forbid } });
    expect(seen.stopped).toBe("Resume");
    expect(seen.forbidding).toBe(`Forbid ${first.from} → ${first.to}`);
    expect(seen.focused).toBe("stated-heading");
    expect(seen.stated).toContain(`There is no ${first.from} → ${first.to}.`);
    expect(seen.hash).toMatch(/&forbid=\d+to\d+$/);
    expect(seen.without.text).toBe(graphJson(graph, seen.without.about));
    expect(arrowsOf(graph)).not.toContain(`${first.from} -> ${first.to}`);
    expect(seen.restored.text).toBe(seen.without.text);
    expect(seen.after.text).toBe(seen.before.text);
    expect(seen.complaints).toEqual([]);
  });
});
