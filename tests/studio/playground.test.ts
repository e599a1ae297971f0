import { decide, verdictSentence } from "causal-velocity";
import { expect, test } from "vitest";
import { examples, usualPlay } from "../../apps/studio/src/engine/examples.js";
import { Playground } from "../../apps/studio/src/engine/playground.js";
import { orSkip } from "../support/not-at-hand.js";
import { verdictOf, withStudio } from "./with-studio.js";

/** Milliseconds from a move of a slider to the verdict on it, in the middle of several moves. */
const SOON = 300;
const ROWS = 1000;

/** The sentence that the package writes about a state of the playground. */
function sentenceOf(id: string, chosen: object): string {
  const example = examples.find((candidate) => candidate.id === id) ?? examples[0];
  return verdictSentence(decide(new Playground().draw(id, { ...usualPlay(example), ...chosen }).pair));
}

test("a link opens a state of the playground, and the library's verdict follows the sliders within 300 ms", async ({
  skip,
}) => {
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      const settled = async () => {
        await page.waitForSelector("[data-behind=false] .sentence");
        return {
          sentence: await page.locator(".sentence").innerText(),
          truth: await page.locator(".truth").innerText(),
          hash: await page.evaluate(() => location.hash),
        };
      };
      const straight = await settled();
      await page.focus("#play-bend");
      await page.keyboard.press("End");
      await page.waitForFunction(
        (before) => document.querySelector(".sentence")?.textContent !== before,
        straight.sentence,
      );
      const bent = await settled();
      const waits = await page.evaluate(async () => {
        const slider = document.querySelector<HTMLInputElement>("#play-noise");
        const verdict = document.querySelector("[data-behind]");
        if (!slider || !verdict) throw new Error("no playground");
        const waits: number[] = [];
        for (let move = 1; move <= 9; move++) {
          const start = performance.now();
          const answered = new Promise<void>((resolve) => {
            const watch = new MutationObserver(() => {
              if (verdict.getAttribute("data-behind") !== "false") return;
              watch.disconnect();
              resolve();
            });
            watch.observe(verdict, { attributes: true });
          });
          slider.value = String(1 + move / 10);
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          await answered;
          waits.push(performance.now() - start);
        }
        return waits;
      });
      const noisy = await settled();
      await page.click("button:has-text('As in the example')");
      await page.waitForFunction(() => !location.hash.includes("noise"));
      return { straight, bent, waits, noisy, after: await settled(), complaints };
    }, `view=play&example=straight-line&rows=${ROWS}`),
  );
  process.stdout.write(`\nplayground, ${ROWS} rows: ${seen.waits.map(Math.round).join(", ")} ms\n`);
  const [rows, bend] = [{ rows: ROWS }, { rows: ROWS, bend: 2 }];
  expect(seen.straight.sentence).toBe(sentenceOf("straight-line", rows));
  expect(seen.straight.truth).toMatch(/A drives B, but these two columns cannot show it\. ✓ The verdict is right\.$/);
  expect(seen.bent.sentence).toBe(sentenceOf("straight-line", bend));
  expect(seen.bent.sentence).toMatch(/^A drives B/);
  expect(seen.bent.truth).toMatch(/A drives B\. ✓ The verdict is right\.$/);
  expect(seen.bent.hash).toBe("#view=play&example=straight-line&x=1&y=2&bend=2&rows=1000");
  expect(seen.noisy.sentence).toBe(sentenceOf("straight-line", { ...bend, noise: 1.9 }));
  expect(seen.noisy.hash).toContain("noise=1.9&bend=2&rows=1000");
  expect(seen.after.hash).toBe("#view=play&example=straight-line&x=1&y=2");
  expect([...seen.waits].sort((a, b) => a - b)[4]).toBeLessThan(SOON);
  expect(seen.complaints).toEqual([]);
});

test("how sure a direction is fills the bar from its side, as on the page of the verdict", async ({ skip }) => {
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      const sides = (bar: string) =>
        page.locator(bar).evaluate((filled) => {
          const box = filled.getBoundingClientRect();
          const whole = ((filled as SVGElement).ownerSVGElement as Element).getBoundingClientRect();
          return [box.left - whole.left, whole.right - box.right].map((gap) => gap > 0.02 * whole.width);
        });
      await page.waitForSelector("[data-behind=false] .sentence");
      const played = await sides(".play .verdict rect");
      const sentence = await page.locator(".sentence").innerText();
      await page.click("button:has-text('Back to the verdict')");
      await verdictOf(page);
      return { sentence, played, decided: await sides(".verdict .bar rect"), complaints };
    }, "view=play&example=additive"),
  );
  expect(seen.sentence).toMatch(/^B drives A/);
  expect([seen.played, seen.decided]).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(seen.complaints).toEqual([]);
});

test("guesses are scored once each, the next pair follows, and the score lasts for the session until it is forgotten", async ({
  skip,
}) => {
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      const score = () => page.locator("[data-score]").first().innerText();
      await page.click(`[data-example=${examples[0].id}]`);
      await page.click("[data-guess='x->y']");
      const first = await score();
      await verdictOf(page);
      await page.click("[data-next]");
      await page.waitForSelector(`.eyebrow:has-text('${examples[1].title}')`);
      await page.click("[data-guess='x->y']");
      await page.waitForSelector("[data-score]:has-text('1 of 2')");
      await page.click("nav button:has-text('Start')");
      // A second guess about the same pair, which is now known, does not count.
      await page.click(`[data-example=${examples[1].id}]`);
      await page.click("[data-guess='y->x']");
      const second = await score();
      await page.reload();
      await page.click("nav button:has-text('Start')");
      const marks = await page.locator(".guessed").allInnerTexts();
      const reloaded = await score();
      await page.click("[data-forget]");
      await page.waitForSelector("[data-score]", { state: "detached" });
      // That the tour was seen is all that is kept.
      const stored = await page.evaluate(() => [Object.keys(localStorage), sessionStorage.length] as const);
      return { first, second, marks, reloaded, stored, complaints };
    }),
  );
  expect(seen.first).toBe("1 of 1 guess right.");
  expect([seen.second, seen.reloaded]).toEqual(["1 of 2 guesses right.", "1 of 2 guesses right."]);
  expect(seen.marks.map((mark) => mark.trim().slice(0, 1))).toEqual(["✓", "✕"]);
  expect(seen.stored).toEqual([["studio-tour"], 0]);
  expect(seen.complaints).toEqual([]);
});

test("a guess that is right by luck is told as that, and after the last pair one can start again", async ({ skip }) => {
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      const others = examples.map(({ id }) => id).filter((id) => id !== "straight-line");
      const score = Object.fromEntries(others.map((id) => [id, true]));
      await page.evaluate((text) => sessionStorage.setItem("guesses", text), JSON.stringify(score));
      await page.reload();
      await page.click("[data-example='straight-line']");
      await page.click("[data-guess='x->y']");
      await verdictOf(page);
      const truth = await page.locator(".truth p").first().innerText();
      const all = await page.locator("[data-score]").first().innerText();
      const next = await page.locator("[data-next]").count();
      await page.click("[data-play]");
      const current = await page.locator("nav [aria-current]").allInnerTexts();
      await page.click("button:has-text('Back to the verdict')");
      await page.click("[data-again]");
      await page.waitForSelector(`.eyebrow:has-text('${examples[0].title}')`);
      await page.waitForSelector("[data-guess=none]");
      const left = await page.evaluate(() => sessionStorage.length);
      return { truth, all, next, current, left, complaints };
    }),
  );
  expect(seen.truth).toBe(
    "The truth: A drives B, but these two columns cannot show it. ✓ Your guess was right, by luck.",
  );
  expect(seen.all).toBe("8 of 8 guesses right: all eight pairs seen.");
  expect([seen.next, seen.current, seen.left]).toEqual([0, ["Verdict"], 0]);
  expect(seen.complaints).toEqual([]);
});
