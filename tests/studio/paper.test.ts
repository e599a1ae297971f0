import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { trialTable } from "./trial-table.js";
import { pickFile, verdictOf, withStudio } from "./with-studio.js";

/** CSS pixels between the margins of an A4 page, and its height. */
const PAPER = { width: 688, height: 1000 };
/** Some milliseconds for what is opened on paper to be drawn. */
const DRAWN = 1500;

/** What is on paper of the view that is shown. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(PAPER);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForTimeout(DRAWN);
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
