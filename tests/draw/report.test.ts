import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import { textWith } from "@causal-velocity/core/primitives/errors.js";
import { figureSvg } from "@causal-velocity/draw/node/pictures.js";
import { reportHtml } from "@causal-velocity/draw/report/report-html.js";
import { storyHtml } from "@causal-velocity/draw/report/story-html.js";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { PALETTES } from "../../packages/draw/src/theme.js";
import { chromiumOptions } from "../support/chromium.js";
import { orSkip } from "../support/not-at-hand.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { hostileExplanation, sampleExplanation } from "./sample-explanation.js";

const drawings = new Map<string, string>();
/** `figureSvg`, which draws each figure once in each width. */
const svgOf: typeof figureSvg = (figure, options) => {
  const key = JSON.stringify([figure.id, options]);
  const svg = drawings.get(key) ?? figureSvg(figure, options);
  drawings.set(key, svg);
  return svg;
};
const report = (explanation: Explanation) => reportHtml(explanation, { version: "1.2.3", svgOf });

let browser: Promise<Browser> | undefined;
afterAll(async () => {
  await (await browser?.catch(() => undefined))?.close();
});
/** One Chromium for all tests of this file. @throws NotAtHand if there is none for this machine */
async function launch(): Promise<Browser> {
  return chromium.launch({ ...(await chromiumOptions()), args: ["--disable-gpu"] });
}

/** Opens a report on a new page; returns the result of `use`, and all requests, errors and messages of the page. */
async function opened<T>(explanation: Explanation, use: (page: Page) => Promise<T>) {
  const file = join(temporaryFolder(), "report.html");
  writeFileSync(file, report(explanation));
  browser ??= launch();
  const page = await (await browser).newPage();
  const events: string[] = [];
  page.on("request", (request) => events.push(request.url()));
  page.on("console", (message) => events.push(message.text()));
  page.on("pageerror", (error) => events.push(error.message));
  page.on("dialog", (dialog) => events.push(dialog.message()));
  try {
    await page.goto(pathToFileURL(file).href);
    const result = await use(page);
    return { result, events: events.filter((text) => text !== pathToFileURL(file).href) };
  } finally {
    await page.close();
  }
}

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
/** The color of the first dots of the first wide figure. */
const dotColor = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.querySelector(".wide .cv-dots circle") as Element).fill);

describe("a report, as text", () => {
  const text = report(sampleExplanation);

  test("holds verdict, probability, reasons, figures, findings with advice, facts and limits", () => {
    const parts = [
      ...["“dose” causes “response”, 97% sure.", "<b>97%</b>", "<b>3%</b>", ...sampleExplanation.reasons],
      ...sampleExplanation.figures.flatMap(({ title, caption }) => [`<h3>${title}</h3>`, caption]),
      ...sampleExplanation.findings.flatMap(({ sentence, advice }) => [sentence, textWith(advice)]),
      ...[
        "997 used of 1000, 3 dropped (2 with a missing value, 1 with text in place of a number)",
        "causal-velocity 1.2.3",
      ],
      ...["<dt>Seed</dt><dd>7</dd>", "<dt>Method</dt><dd>default</dd>", "abstain 0.6, maxRows 5000"],
      ...["Hidden common causes", "Feedback", "Selection", "Straight lines with normal noise", "Discrete columns"],
    ];
    for (const part of parts) expect(text.replaceAll("&quot;", '"')).toContain(part);
  });

  test("groups the findings by direction, the worst first, with symbol and word", () => {
    const [, section] = text.split('id="findings"');
    const parts = [...section.matchAll(/<h3>(.*?)<\/h3>|<span aria-hidden="true">(.)<\/span> (\w+)/g)].map(
      ([, heading, symbol, word]) => heading?.replaceAll(/<\/?bdi>/g, "") ?? symbol + word,
    );
    expect(parts).toEqual([
      ...["About the pair", "!warn", "inote", "✓pass"],
      ...["If dose drives response", "✕fail", "If response drives dose", "inote"],
    ]);
  });

  test("shows the probability of each direction, and a bar for the likelier one from its end", () => {
    const bare = (page: string) => page.replaceAll(/<\/?(b|bdi|span)>/g, "");
    expect(text).toContain('<div class="bar forward" aria-hidden="true"><span style="width:96.8%">');
    expect(bare(text)).toContain('class="forward">97% dose → response<');
    expect(bare(text)).toContain('class="backward">3% response → dose<');
    const { decision } = sampleExplanation;
    const turned = report({
      ...sampleExplanation,
      decision: { ...decision, verdict: "y->x", margin: -1.1, probability: 0.75 },
    });
    expect(turned).toContain('<div class="bar backward" aria-hidden="true"><span style="width:75.0%">');
    expect(bare(turned)).toContain('class="forward">25% dose → response<');
    expect(bare(turned)).toContain('class="backward">75% response → dose<');
  });

  test("shows the range of a finding on random halves, the smaller value first", () => {
    expect(text).toContain("<code>fit</code>; on random halves 0.28 to 0.35, nine times in ten");
  });

  test("says how many rows of a table are left out", () => {
    expect(text).toContain("If dose causes response: rows (50 of 200 rows, evenly spaced; 150 left out)");
  });

  test("shows no probability if there is none, and never certainty", () => {
    const { probability: _, ...decision } = sampleExplanation.decision;
    const plain = report({ ...sampleExplanation, decision });
    expect(plain).toContain("The method default gives no probability");
    expect(plain).not.toContain('class="bar"');
    const sure = report({ ...sampleExplanation, decision: { ...decision, probability: 0.9999 } });
    expect(sure).toContain("<b>more than 99%</b>");
    expect(sure).toContain("<b>less than 1%</b>");
    const gated = report({ ...sampleExplanation, decision: { ...decision, gate: "independent" } });
    expect(gated).toContain("No probability is given: no dependence between the columns was found.");
  });

  test("loads nothing: a strict policy, no script, no address except the SVG namespace", () => {
    expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
    expect(text).not.toMatch(/<script|<link|<img|<iframe|@import|javascript:| on\w+=/i);
    const addresses = text.match(/\w+:\/\/[^"\s<]+/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set(["http://www.w3.org/2000/svg"]));
  });
});

describe("a report, in Chromium", () => {
  test("is light or dark as the reader prefers, light on paper, without requests or errors", async ({ skip }) => {
    const looks = opened(sampleExplanation, async (page) => {
      const seen: string[][] = [];
      for (const media of ["screen", "print"] as const) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ media, colorScheme });
          seen.push([await background(page), await dotColor(page)]);
        }
      }
      return seen;
    });
    const { result, events } = await orSkip(skip, looks);
    const [light, dark] = [PALETTES.light, PALETTES.dark].map((palette) => [
      rgb(palette.background),
      rgb(palette.muted),
    ]);
    expect(result).toEqual([light, dark, light, light]);
    expect(events).toEqual([]);
  });

  test("fits screens of 360 to 1,600 pixels and paper, with the drawing for each", async ({ skip }) => {
    const widths = opened(sampleExplanation, async (page) => {
      const seen: [number, boolean, boolean][] = [];
      const measure = () =>
        page.evaluate((): [number, boolean, boolean] => {
          const isShown = (name: string) => (document.querySelector(name) as HTMLElement).offsetWidth > 0;
          return [document.documentElement.scrollWidth, isShown(".wide"), isShown(".narrow")];
        });
      for (const width of [360, 700, 1200, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        seen.push(await measure());
      }
      await page.setViewportSize({ width: 700, height: 800 });
      await page.emulateMedia({ media: "print" });
      seen.push(await measure());
      return seen;
    });
    const { result } = await orSkip(skip, widths);
    expect(result).toEqual([
      [360, false, true],
      [700, false, true],
      [1200, true, false],
      [1600, true, false],
      [700, true, false],
    ]);
  });

  test("has one h1, headings in order, landmarks, a language, and named pictures and tables", async ({ skip }) => {
    const outline = opened(sampleExplanation, (page) =>
      page.evaluate(() => ({
        levels: Array.from(document.querySelectorAll("h1, h2, h3, h4"), ({ localName }) => Number(localName[1])),
        landmarks: ["header", "main", "footer"].map((name) => document.querySelectorAll(name).length),
        lang: document.documentElement.lang,
        unnamed: document.querySelectorAll("svg:not([role=img][aria-label]), table:not(:has(caption))").length,
        tables: document.querySelectorAll("table").length,
        ids: Array.from(document.querySelectorAll("[id]"), ({ id }) => id),
      })),
    );
    const { result } = await orSkip(skip, outline);
    const { levels, landmarks, lang, unnamed, tables, ids } = result;
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [i, level] of levels.entries()) expect(level).toBeLessThanOrEqual(i === 0 ? 1 : levels[i - 1] + 1);
    expect([landmarks, lang, unnamed]).toEqual([[1, 1, 1], "en", 0]);
    expect(tables).toBe(sampleExplanation.figures.flatMap(({ panels }) => panels.flatMap(({ marks }) => marks)).length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("shows hostile names as text, and runs no script that is added to the page", async ({ skip }) => {
    const attacked = opened(hostileExplanation, async (page) => {
      await page.setViewportSize({ width: 360, height: 800 });
      const found = await page.evaluate(() => ({
        heading: document.querySelector("h1")?.textContent,
        foreign: document.querySelectorAll("script, h1 b, li b:not(#limits ~ ul b), [onload]").length,
        width: document.documentElement.scrollWidth,
      }));
      await page.evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "document.title = 'run'";
        document.body.append(script);
      });
      return { ...found, title: await page.title() };
    });
    const { result, events } = await orSkip(skip, attacked);
    expect(result.heading).toMatch(/^<\/text><script>alert\("1"\)<\/script> and a name that goes on/);
    expect([result.foreign, result.width]).toEqual([0, 360]);
    expect(result.title).not.toBe("run");
    expect(events).toHaveLength(1);
    expect(events[0]).toMatch(/Content Security Policy/);
  });
});

test("the heading of a story, which its card shows too, has long names in short; its facts have them in full", () => {
  const names = {
    x: "temperature of the river at the northern gauge, in degrees Celsius",
    y: "oxygen in the river at the northern gauge, in milligrams per liter",
  };
  const story = storyHtml({ ...sampleExplanation, names }, {}, { version: "1.2.3", svgOf });
  expect(story).toMatch(
    /<h1><bdi>temperature [^<]*…[^<]* Celsius<\/bdi> and <bdi>oxygen [^<]*…[^<]* liter<\/bdi><\/h1>/,
  );
  for (const name of Object.values(names)) expect(story).toContain(`<bdi>${name}</bdi> (`);
});
