import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { trialTable } from "./trial-table.js";
import { pickFile, verdictOf, withStudio } from "./with-studio.js";

/** CSS pixels between the margins of an A4 page, and its height. */
const PAPER = { width: 688, height: 1000 };
/** Milliseconds in which what is opened on paper is drawn, on a busy machine. */
const PATIENCE = 60_000;

/** What is on paper of the view that is shown, once it is drawn for the paper: nothing is wider, no heading is alone. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(PAPER);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  for (const end = Date.now() + PATIENCE; ; await page.waitForTimeout(100)) {
    const seen = await lookAt(page);
    if ((seen.width <= PAPER.width && seen.bare.length === 0) || Date.now() > end) return seen;
  }
}

function lookAt(page: Page) {
  return page.evaluate(() => {
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    };
    const seen = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
    const textOf = (elements: readonly HTMLElement[]) => elements.map((element) => element.innerText.trim());
    const bare = seen("main h2").filter((heading) => {
      const around = heading.closest("section, aside, .card") as HTMLElement | null;
      const rest = (around?.innerText ?? "").replace(heading.innerText, "").trim();
      return rest === "" && !around?.querySelector("svg");
    });
    return {
      width: document.documentElement.scrollWidth,
      controls: textOf(seen("button:not(.printed), input, select, textarea, nav")),
      bare: textOf(bare),
      text: document.querySelector("main")?.innerText ?? "",
      cells: seen(".cell svg").length,
      arrows: seen("[data-arrow] .names").length,
      headings: textOf(seen("main h2")),
    };
  });
}

/** Some pixels of a line's width. */
const NEAR = 2;

const CLEAN = { controls: [], bare: [] };

describe("paper", () => {
  test("has the map with its cells and the list of arrows, on the width of a page", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await page.waitForSelector(".counts");
        const pairs = await onPaper(page);
        await page.emulateMedia({ media: "screen" });
        await page.click("nav button:has-text('Graph')");
        await page.waitForSelector("[data-arrow]");
        return { pairs, graph: await onPaper(page), complaints };
      }, "view=pairs&example=eight-columns"),
    );
    expect(seen.pairs).toMatchObject(CLEAN);
    expect(seen.pairs.cells).toBe(28);
    expect(seen.pairs.text).not.toContain("part of a name");
    expect(seen.graph).toMatchObject(CLEAN);
    expect(seen.graph.arrows).toBeGreaterThan(0);
    expect(seen.graph.text).not.toMatch(/Click an arrow|Choose an arrow/);
    for (const { width } of [seen.pairs, seen.graph]) expect(width).toBeLessThanOrEqual(PAPER.width);
    expect(seen.complaints).toEqual([]);
  });

  test("has rows that shrink with their axes, and what is folded, although nothing is drawn while a page is printed", async ({
    skip,
  }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await page.waitForSelector("[data-picture] path.solid", { state: "attached" });
        await page.waitForSelector("[data-direction='y->x'] .grip svg");
        // As on paper: another width, and no time for anything to be drawn again.
        const planes = await page.evaluate((width) => {
          const main = document.querySelector("main") as HTMLElement;
          main.style.width = `${width}px`;
          const boxes = [...document.querySelectorAll(".plane")].map((plane) => {
            const boxOf = (selector: string, within: Element = plane) => {
              const { left, top, right, bottom } = (within.querySelector(selector) as Element).getBoundingClientRect();
              return [left, top, right, bottom];
            };
            const stage = plane.closest(".stage");
            return {
              room: [plane.getBoundingClientRect().right, boxOf("svg")[2]],
              rows: boxOf("canvas"),
              axes: boxOf(".frame"),
              drawing: boxOf("svg"),
              overlay: stage ? boxOf(".grip svg", stage) : boxOf("svg"),
            };
          });
          main.style.width = "";
          return boxes;
        }, PAPER.width / 2);
        await page.waitForSelector("[data-figure=evidence] svg.cv-figure", { state: "attached" });
        const isFolded = !(await page.locator("[data-figure=evidence] svg.cv-figure").isVisible());
        return { planes, isFolded, complaints };
      }, "view=pair&example=additive"),
    );
    expect(seen.planes).toHaveLength(3);
    for (const { room, rows, axes, drawing, overlay } of seen.planes) {
      expect(room[1]).toBeLessThanOrEqual(room[0] + NEAR);
      rows.forEach((side, i) => {
        expect(Math.abs(side - axes[i])).toBeLessThan(NEAR);
        expect(Math.abs(overlay[i] - drawing[i])).toBeLessThan(NEAR);
      });
    }
    expect(seen.isFolded).toBe(true);
    expect(seen.complaints).toEqual([]);
  });

  test("has the columns of a table, however many, and a verdict without what can only be used on a screen", async ({
    skip,
  }) => {
    const lines = trialTable().trim().split("\n");
    const wide = lines.map((line, row) => {
      const cells = Array.from({ length: 14 }, (_, k) =>
        row === 0 ? `reading number ${k} of the north plant` : k + row,
      );
      return `${line};${cells.join(";")}`;
    });
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await pickFile(page, "wide.csv", `${wide.join("\n")}\n`);
        await page.waitForSelector(".rows");
        const table = await onPaper(page);
        await page.emulateMedia({ media: "screen" });
        await page.click("button:has-text('Which drives which'):enabled");
        await verdictOf(page);
        await page.waitForSelector("[data-figure=loss] svg.cv-figure");
        return { table, pair: await onPaper(page), complaints };
      }),
    );
    expect(seen.table).toMatchObject(CLEAN);
    expect(seen.table.text).toContain("reading number 13 of the north plant");
    expect(seen.pair).toMatchObject(CLEAN);
    expect(seen.pair.headings).not.toContain("Settings");
    expect(seen.pair.headings).not.toContain("Do other methods agree?");
    expect(seen.pair.text).toMatch(/checks are fine or only to be noted/);
    expect(seen.pair.text).not.toMatch(/Hold any row|Drag any row|Select a row|Move the row|\bpass\n.*distinct/);
    for (const { width } of [seen.table, seen.pair]) expect(width).toBeLessThanOrEqual(PAPER.width);
    expect(seen.complaints).toEqual([]);
  });
});
