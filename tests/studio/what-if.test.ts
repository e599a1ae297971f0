import { counterfactual, pairFromTable, parseTable } from "causal-velocity";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { trialTable } from "./trial-table.js";
import { exactNumber, pickFile, withStudio } from "./with-studio.js";

const csv = trialTable();
const table = parseTable(csv);
const pair = pairFromTable(table, { x: "dose", y: "response" });
const FORWARD = "[data-direction='x->y']";

async function openPair(page: Page): Promise<void> {
  await pickFile(page, "trial.csv", csv);
  await page.click("button:has-text('Which drives which'):enabled");
  await page.waitForSelector(`${FORWARD} .grip svg`);
}

/** The number of the selected row in the table, and the answer with all digits. */
async function answerIn(page: Page, panel: string) {
  const number = (name: string) => exactNumber(page, `${panel} data.${name}`);
  const to = {
    cause: await number("to"),
    effect: await number("effect"),
    low: await number("low"),
    high: await number("high"),
  };
  const row = Number(await page.inputValue(`${panel} .which input`));
  return { to, row, spoken: (await page.locator(`${panel} [role=status]`).textContent()) ?? "" };
}

/** Runs `use` on the opened pair, and adds what the browser reported. */
function seenOfPair<T>(skip: (note: string) => never, use: (page: Page) => Promise<T>) {
  return orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      await openPair(page);
      return { ...(await use(page)), complaints };
    }),
  );
}

const expectedFor = (row: number, to: number) => {
  const from = { cause: table.columns[1].values[row - 1], effect: table.columns[2].values[row - 1] };
  return counterfactual(pair, { direction: "x->y", from, to: [to] }).to[0];
};

describe("what if", () => {
  test("by keyboard: arrows select a row and move its cause; the answer equals the library's and is spoken", async ({
    skip,
  }) => {
    const seen = await seenOfPair(skip, async (page) => {
      await page.focus(`${FORWARD} .grip`);
      for (const key of ["ArrowUp", "ArrowUp", "ArrowDown", "Shift+ArrowRight", "ArrowRight", "ArrowLeft"]) {
        await page.keyboard.press(key);
      }
      const first = await answerIn(page, FORWARD);
      await page.keyboard.press("ArrowUp");
      await page.waitForSelector(`${FORWARD} data.effect`, { state: "detached" });
      await page.keyboard.press("Shift+ArrowLeft");
      return { first, second: await answerIn(page, FORWARD) };
    });
    for (const { to, row, spoken } of [seen.first, seen.second]) {
      const { supported, ...expected } = expectedFor(row, to.cause);
      expect(to).toEqual(expected);
      expect(spoken).toMatch(/^Row \d+\. Had dose been [\d.]+ instead of [\d.]+, response would have been [\d.]+ \(/);
      expect(spoken.includes("outside the data")).toBe(!supported);
    }
    expect(seen.second.row).not.toBe(seen.first.row);
    expect(seen.complaints).toEqual([]);
  });

  test("by pointer: a row is dragged along its curve and gets the exact answer when released", async ({ skip }) => {
    const seen = await seenOfPair(skip, async (page) => {
      const grip = page.locator(`${FORWARD} .grip`);
      await grip.scrollIntoViewIfNeeded();
      const dot = page.locator(`${FORWARD} circle.was`);
      const [box, start] = [await grip.boundingBox(), await dot.boundingBox()];
      if (!box || !start) throw new Error("no row to drag");
      await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
      await page.mouse.down();
      await page.waitForSelector(`${FORWARD} path.outside[d^=M]`, { state: "attached" });
      const handle = page.locator(`${FORWARD} circle.would`);
      const places: number[] = [];
      for (const share of [0.3, 0.5, 0.7]) {
        await page.mouse.move(box.x + share * box.width, box.y + 40, { steps: 4 });
        places.push(Number(await handle.getAttribute("cx")) - share * box.width);
      }
      const isExactWhileDragged = (await page.locator(`${FORWARD} data.effect`).count()) > 0;
      await page.mouse.up();
      const answer = await answerIn(page, FORWARD);
      await page.waitForSelector(`${FORWARD} path.band[d^=M]`, { state: "attached" });
      return { places, isExactWhileDragged, answer };
    });
    // The handle follows the pointer horizontally.
    for (const offset of seen.places) expect(Math.abs(offset)).toBeLessThan(1.5);
    expect(seen.isExactWhileDragged).toBe(false);
    const { supported: _, ...expected } = expectedFor(seen.answer.row, seen.answer.to.cause);
    expect(seen.answer.to).toEqual(expected);
    expect(seen.complaints).toEqual([]);
  });

  test("at both ends of the axis the words of the held row stay inside the panel", async ({ skip }) => {
    const seen = await seenOfPair(skip, async (page) => {
      const words: string[] = [];
      const outside: string[] = [];
      // A large step is a tenth of the axis, and the row is held in its middle.
      for (const [key, steps] of [
        ["Shift+ArrowRight", 4],
        ["Shift+ArrowLeft", 8],
      ] as const) {
        await page.focus(`${FORWARD} .grip`);
        if (key === "Shift+ArrowRight") await page.keyboard.press("ArrowUp");
        for (let k = 0; k < steps; k++) await page.keyboard.press(key);
        await page.locator(`${FORWARD} .grip text`).nth(1).waitFor();
        const found = await page.locator(`${FORWARD} .grip`).evaluate((grip) => {
          const room = grip.getBoundingClientRect();
          return [...grip.querySelectorAll("text")].map((text) => {
            const { left, right } = text.getBoundingClientRect();
            return { word: text.textContent, isInside: left >= room.left && right <= room.right };
          });
        });
        words.push(...found.map(({ word }) => word ?? ""));
        outside.push(...found.filter(({ isInside }) => !isInside).map(({ word }) => `${key}: ${word}`));
      }
      return { words, outside };
    });
    expect(seen).toEqual({ words: ["was", "would be", "was", "would be"], outside: [], complaints: [] });
  });
});
