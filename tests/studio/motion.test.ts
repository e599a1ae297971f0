import { decide, pairFromColumns, seededRng } from "causal-velocity";
import { simulate } from "causal-velocity/lab";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { examples } from "../../apps/studio/src/engine/examples.js";
import { plainReason } from "../../packages/core/src/decide/plain-reason.js";
import { orSkip } from "../support/not-at-hand.js";
import { pickFile, verdictOf, withStudio } from "./with-studio.js";

/** Rows that are shown at once at most. */
const ROWS = 20_000;
/** Milliseconds of script for one frame, at the 95th percentile: half of what a screen with 60 frames a second leaves. */
const MOST_SCRIPT = 8;
const FRAMES = 60;

/** An event of a trace of Chromium: its name and how long its thread worked on it, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly tdur?: number;
}
/** Of a phone, and how many of them verdict and what-if may fill. */
const [PHONE, SCREEN, MOST_SCREENS] = [360, 640, 6];
/** The limit below which pages count as stable: cumulative layout shift, web.dev/articles/cls. */
const MOST_SHIFT = 0.1;

const example = examples.find(({ id }) => id === "multiplied") ?? examples[0];
const { x, y } = simulate(example.kind, example.options).pair;
const decision = decide(pairFromColumns(x, y, { x: "A", y: "B" }));
const isReady = (page: Page) => page.waitForSelector(".player input:enabled");
const shareOf = (page: Page) => page.locator(".player input").inputValue().then(Number);

/** Moves all rows to the first frame. What a reader does ends what plays once by itself. */
async function toFirstFrame(page: Page): Promise<void> {
  await page.focus(".player input");
  await page.keyboard.press("Home");
}

/** Opens the example at its verdict. */
function seenOfExample<T>(skip: (note: string) => never, use: (page: Page) => Promise<T>) {
  return orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      await page.click("[data-guess=none]");
      await verdictOf(page);
      return { ...(await use(page)), complaints };
    }, `view=pair&example=${example.id}&guess=open`),
  );
}

describe("a verdict that is seen and moves", () => {
  test("its picture has the curves of the direction, in its color, above all numbers, and the plain reason beside it", async ({
    skip,
  }) => {
    const seen = await seenOfExample(skip, async (page) => {
      const curve = page.locator("[data-picture] path.solid").first();
      await curve.waitFor({ state: "attached" });
      return {
        picture: await page.locator("[data-picture]").getAttribute("data-picture"),
        colors: await curve.evaluate((path) => [
          getComputedStyle(path).stroke,
          getComputedStyle(document.querySelector(".bar rect") as Element).fill,
        ]),
        because: await page.locator(".because").innerText(),
        isFolded: !(await page.locator("data.margin").isVisible()),
        painted: await page.locator("[data-picture] canvas").evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          return Array.from(data).filter((value, i) => i % 4 === 3 && value > 0).length;
        }),
      };
    });
    expect(seen.picture).toBe(decision.verdict);
    expect(seen.colors[0]).toBe(seen.colors[1]);
    expect(seen.because).toBe(plainReason(decision));
    expect(seen.isFolded).toBe(true);
    // A few pixels for each of hundreds of rows.
    expect(seen.painted).toBeGreaterThan(1000);
    expect(seen.complaints).toEqual([]);
  });

  test("names that are the same in short are told apart alike in the sentence, beside the bar, under the picture and above the panels", async ({
    skip,
  }) => {
    const [effect, cause] = ["sensor reading of the south plant in 2024", "sensor reading of the north plant in 2024"];
    const lines = Array.from(
      x,
      (value, i) => `${decision.verdict === "x->y" ? `${y[i]},${value}` : `${value},${y[i]}`}`,
    );
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await pickFile(page, "alike.csv", `${effect},${cause}\n${lines.join("\n")}\n`);
        await page.click("button:has-text('Which drives which'):enabled");
        await verdictOf(page);
        await page.waitForSelector("[data-picture] figcaption, [data-picture] path.solid", { state: "attached" });
        await isReady(page);
        const text = async (selector: string) =>
          ((await page.locator(selector).first().innerText()) ?? "").replaceAll("\u2060", "");
        return {
          sentence: ((await page.locator("#verdict").textContent()) ?? "").replaceAll("\u2060", ""),
          picture: await text("[data-picture] figcaption"),
          panel: await page.locator("[data-direction='y->x'] h3 [aria-hidden=true]:not(.key)").allTextContents(),
          bar: await page.locator(".words p:last-child [aria-hidden=true]").allTextContents(),
          complaints,
        };
      }),
    );
    const [first, second] = ["[y]", "[x]"].map((end) => `sensor readi…ant in 2024 ${end}`);
    expect(seen.sentence).toContain(`${first} drives ${second}, `);
    expect(seen.picture).toContain(`what ${second} of a row would have been, had ${first} been another`);
    expect([seen.panel, seen.bar]).toEqual([
      [first, second],
      [first, second],
    ]);
    expect(seen.complaints).toEqual([]);
  });

  test("play and pause by keyboard move all rows and the held one, which then gets its exact answer in both panels", async ({
    skip,
  }) => {
    const seen = await seenOfExample(skip, async (page) => {
      await isReady(page);
      const held = await page
        .locator(".which input")
        .evaluateAll((fields: HTMLInputElement[]) => fields.map((each) => each.value));
      const words = await page.locator("[data-direction='x->y'] .grip text").allTextContents();
      await toFirstFrame(page);
      const before = await shareOf(page);
      await page.focus(".player .play");
      await page.keyboard.press("Space");
      const wouldBe = page.locator("[data-direction='y->x'] circle.would");
      const places = [await wouldBe.getAttribute("cx")];
      await page.waitForFunction(
        (from) => Math.abs(Number(document.querySelector<HTMLInputElement>(".player input")?.value) - from) > 0.2,
        before,
      );
      places.push(await wouldBe.getAttribute("cx"));
      await page.keyboard.press("Space");
      const paused = await shareOf(page);
      for (const direction of ["x->y", "y->x"]) {
        await page.waitForSelector(`[data-direction='${direction}'] data.effect`, { state: "attached" });
      }
      const moved = paused - before;
      return { held, words, places, before, moved, isStill: (await shareOf(page)) === paused };
    });
    expect(seen.held[0]).toBe(seen.held[1]);
    expect(seen.words).toEqual(["was", "would be"]);
    expect(seen.places[0]).not.toBe(seen.places[1]);
    expect([seen.before, seen.isStill]).toEqual([-1, true]);
    expect(seen.moved).toBeGreaterThan(0.2);
    expect(seen.complaints).toEqual([]);
  });

  test("a row that is chosen in one panel is held in the other", async ({ skip }) => {
    const seen = await seenOfExample(skip, async (page) => {
      await isReady(page);
      await page.locator("[data-direction='x->y'] .which input").fill("7");
      await page.keyboard.press("Enter");
      const other = page.locator("[data-direction='y->x'] .which input");
      await page.waitForFunction((field) => (field as HTMLInputElement).value === "7", await other.elementHandle());
      return {};
    });
    expect(seen.complaints).toEqual([]);
  });

  test("with reduced motion nothing plays, and buttons show frames", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.click("[data-guess=none]");
        await isReady(page);
        await page.locator(".player").scrollIntoViewIfNeeded();
        const play = await page.locator(".player .play").count();
        await page.click(".frames button:first-child");
        const share = await shareOf(page);
        return { play, share, pressed: await page.locator(".frames [aria-pressed=true]").allInnerTexts(), complaints };
      }, `view=pair&example=${example.id}&guess=open`),
    );
    expect(seen).toEqual({ play: 0, share: -1, pressed: ["−1.00"], complaints: [] });
  });

  test(`a frame with ${ROWS} rows in each panel takes at most ${MOST_SCRIPT} ms of script, 19 times in 20`, async ({
    skip,
  }) => {
    const rng = seededRng(5);
    const lines = Array.from({ length: ROWS }, () => {
      const dose = rng.normal();
      return `${dose.toFixed(4)},${(Math.tanh(dose) + dose + (0.3 + 0.1 * Math.tanh(dose)) * rng.normal()).toFixed(4)}`;
    });
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await pickFile(page, "many.csv", `dose,response\n${lines.join("\n")}\n`);
        await page.click("button:has-text('Which drives which'):enabled");
        await isReady(page);
        // What is drawn once is drawn.
        await page.waitForSelector("[data-figure=loss] svg.cv-figure");
        await page.locator(".player").scrollIntoViewIfNeeded();
        await toFirstFrame(page);
        await page.click(".player .play");
        const browser = page.context().browser();
        await browser?.startTracing(page, { categories: ["devtools.timeline", "toplevel"] });
        await page.evaluate(
          (frames) =>
            new Promise<void>((resolve) => {
              const place = document.querySelector("[data-direction='y->x'] circle.would") as Element;
              let left = frames;
              const watch = new MutationObserver(() => {
                left -= 1;
                if (left > 0) return;
                watch.disconnect();
                resolve();
              });
              watch.observe(place, { attributeFilter: ["cx"] });
            }),
          FRAMES,
        );
        const trace = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] };
        // Of the thread's own time: that of other processes does not count.
        const times = trace.traceEvents.flatMap(({ name, tdur }) =>
          name === "FireAnimationFrame" && tdur !== undefined ? [tdur / 1000] : [],
        );
        return { times: times.sort((a, b) => a - b), complaints };
      }),
    );
    const [median, most] = [0.5, 0.95].map((share) => seen.times[Math.floor(share * seen.times.length)] ?? Number.NaN);
    process.stdout.write(
      `\nscript of a frame at ${ROWS} rows: median ${median?.toFixed(1)} ms, 95% ${most?.toFixed(1)} ms\n`,
    );
    expect(seen.times.length).toBeGreaterThanOrEqual(FRAMES);
    expect(most).toBeLessThan(MOST_SCRIPT);
    expect(seen.complaints).toEqual([]);
  });

  test("on a phone, verdict and what-if end within six screens, and nothing jumps while they are loaded", async ({
    skip,
  }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await page.setViewportSize({ width: PHONE, height: SCREEN });
        await page.click("[data-guess=none]");
        await verdictOf(page);
        await page.evaluate(() => {
          const shift = { sum: 0 };
          Object.assign(globalThis, { shift });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift.sum += entry.value;
          }).observe({ type: "layout-shift", buffered: false });
        });
        await isReady(page);
        await page.waitForSelector("section[aria-labelledby=findings] li", { state: "attached" });
        const bottom = await page.evaluate(() => {
          const section = document.getElementById("what-if")?.closest("section");
          return (section?.getBoundingClientRect().bottom ?? Number.NaN) + scrollY;
        });
        const shift = await page.evaluate(() => (globalThis as unknown as { shift: { sum: number } }).shift.sum);
        const links = await page.locator("nav.contents a").allInnerTexts();
        await page.click("nav.contents a:has-text('Checks')");
        const focused = await page.evaluate(() => document.activeElement?.id);
        return { screens: bottom / SCREEN, shift, links, focused, complaints };
      }, `view=pair&example=${example.id}&guess=open`),
    );
    expect(seen.screens).toBeLessThan(MOST_SCREENS);
    expect(seen.shift).toBeLessThan(MOST_SHIFT);
    expect(seen.links.slice(0, 3)).toEqual(["Verdict", "What if?", "Checks"]);
    expect(seen.focused).toBe("findings");
    expect(seen.complaints).toEqual([]);
  });
});
