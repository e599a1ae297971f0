import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { decide, explain, pairFromColumns, verdictSentence } from "causal-velocity";
import { simulate } from "causal-velocity/lab";
import { describe, expect, test } from "vitest";
import { examples } from "../../apps/studio/src/engine/examples.js";
import { EVIDENCE_NAMES } from "../../packages/core/src/decide/weigh-evidence.js";
import { ROOT } from "../../scripts/source-files.js";
import { orSkip } from "../support/not-at-hand.js";
import { holdAnswers } from "./hold-answers.js";
import { exactNumber, verdictOf, withStudio } from "./with-studio.js";

/** Most compressed bytes loaded for the first verdict: page, worker and the network's weights. */
const MOST_BYTES = 300_000;
/** The same with what shows more than the sentence, and what draws figures: it is loaded after the verdict. */
const MOST_BYTES_IN_ALL = 425_000;

const [first] = examples;
const drawn = simulate(first.kind, first.options);
const pair = pairFromColumns(drawn.pair.x, drawn.pair.y, { x: "A", y: "B" });
const decision = decide(pair);

describe("the gallery", () => {
  test("a guess, then the library's verdict and the truth", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, requested, complaints }) => {
        await page.click(`[data-example=${first.id}]`);
        const beforeGuess = await page.locator("data.margin").count();
        // The service worker is loaded after the explanation.
        await holdAnswers(page, "explain");
        await page.click("[data-guess='y->x']");
        const sentence = await verdictOf(page);
        const files = requested.map((address) => new URL(address).pathname);
        return {
          beforeGuess,
          sentence,
          files,
          margin: await exactNumber(page, "data.margin"),
          probability: await exactNumber(page, "data.probability"),
          truth: await page.locator(".truth").innerText(),
          hash: await page.evaluate(() => location.hash),
          complaints,
        };
      }),
    );
    expect(seen.beforeGuess).toBe(0);
    expect(seen.sentence).toBe(verdictSentence(decision));
    expect([seen.margin, seen.probability]).toEqual([decision.margin, decision.probability]);
    expect(seen.truth).toMatch(/The truth: A drives B\. .*Your guess was wrong/);
    expect(seen.hash).toBe(`#view=pair&example=${first.id}&x=1&y=2`);
    // The service worker is not loaded before the verdict.
    expect(seen.files.filter((path) => path.includes("service-worker"))).toEqual([]);
    expect(seen.complaints).toEqual([]);
  });

  test("what is loaded until the first verdict, and in all, is within limits", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await page.addInitScript(() => {
          const loaded = () => [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];
          const headings: (string | undefined)[] = [];
          const watch = new MutationObserver(() => {
            const heading = document.querySelector<HTMLElement>("#verdict")?.innerText;
            if (headings.at(-1) !== heading) headings.push(heading);
            if (!document.querySelector("data.margin")) return;
            watch.disconnect();
            // Later a test may be too late: more is loaded at once.
            Object.assign(globalThis, { loaded, headings, atVerdict: loaded() });
          });
          watch.observe(document, { childList: true, subtree: true, characterData: true });
        });
        await page.reload();
        await verdictOf(page);
        await page.waitForSelector("[data-figure=loss] svg.cv-figure");
        const said = await page.evaluate(() => {
          const { atVerdict, headings, loaded } = globalThis as unknown as {
            atVerdict: string[];
            headings: string[];
            loaded: () => string[];
          };
          return { until: atVerdict, headings, inAll: loaded() };
        });
        return { ...said, complaints };
      }, `view=pair&example=${first.id}`),
    );
    // Files requested twice, such as worker scripts, come from the browser cache.
    const filesOf = (addresses: readonly string[]) => [...new Set(addresses.map((each) => new URL(each).pathname))];
    const bytesOf = (addresses: readonly string[]) =>
      filesOf(addresses).reduce((sum, path) => sum + gzipSync(readFileSync(join(ROOT, path))).length, 0);
    const [until, inAll] = [bytesOf(seen.until), bytesOf(seen.inAll)];
    process.stdout.write(`\nuntil the first verdict: ${filesOf(seen.until).length} files, ${until} bytes gzip\n`);
    process.stdout.write(`with what is loaded after it: ${filesOf(seen.inAll).length} files, ${inAll} bytes gzip\n`);
    for (const part of ["index-", "worker-"]) expect(seen.until.join(" ")).toContain(part);
    for (const part of ["after-verdict-", "drawing-"]) {
      expect(seen.until.join(" ")).not.toContain(part);
      expect(seen.inAll.join(" ")).toContain(part);
    }
    expect(until).toBeLessThan(MOST_BYTES);
    // In a link's way to its verdict there is nothing to press.
    const steps = seen.headings.filter(Boolean).map((heading) => heading.replaceAll("\u2060", ""));
    expect(steps).toEqual(["Comparing both directions…", verdictSentence(decision)]);
    expect(inAll).toBeLessThan(MOST_BYTES_IN_ALL);
    expect(seen.complaints).toEqual([]);
  });

  test("pictures of both directions, evidence that adds up to the margin, findings, and other methods on demand", async ({
    skip,
  }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        const shown: [string, number][] = [];
        for (const picture of ["velocity", "curves", "noise", "residual"]) {
          await page.check(`input[name=picture][value=${picture}]`);
          const drawing = page.locator(`[data-figure=${picture}] svg.cv-figure`);
          await drawing.waitFor();
          shown.push([picture, await drawing.locator(".cv-panel").count()]);
        }
        await page.click("summary:has-text('numbers and evidence')");
        const figure = page.locator("[data-figure=evidence]");
        await figure.locator("summary").click();
        await figure.locator("tbody tr").first().waitFor();
        const cells = await figure.locator("tbody tr").allInnerTexts();
        const loss = await page.locator("[data-figure=loss] svg.cv-figure").count();
        const findings = await page.locator("section[aria-labelledby=findings] li").count();
        await page.click("button:has-text('Compare methods')");
        await page.waitForSelector("section[aria-labelledby=methods-heading] tbody tr");
        const methods = await page.locator("section[aria-labelledby=methods-heading] tbody th b").allInnerTexts();
        return { shown, cells, loss, findings, methods, complaints, margin: await exactNumber(page, "data.margin") };
      }, `view=pair&example=${first.id}`),
    );
    expect(seen.shown).toEqual(["velocity", "curves", "noise", "residual"].map((picture) => [picture, 2]));
    const evidence = seen.cells.map((row) => row.replaceAll("−", "-").split("\t"));
    const kinds: readonly (string | undefined)[] = EVIDENCE_NAMES;
    const sum = evidence
      .filter(([name]) => kinds.includes(name))
      .reduce((total, [, value]) => total + Number(value), 0);
    // Each of the four values is shown with four digits.
    expect(Math.abs(sum - seen.margin)).toBeLessThan(0.005);
    expect([seen.loss, seen.findings]).toEqual([1, explain(pair).findings.length]);
    expect(seen.methods).toContain("igci-uniform");
    expect(seen.methods.length).toBeGreaterThan(15);
    expect(seen.complaints).toEqual([]);
  });

  test("work in progress can be canceled, and back and forward work", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await page.click(`[data-example=${first.id}]`);
        await page.click("[data-guess=none]");
        await verdictOf(page);
        await holdAnswers(page, "compare");
        await page.click("button:has-text('Compare methods')");
        await page.click("section[aria-labelledby=methods-heading] button:has-text('Cancel')");
        await page.waitForSelector("button:has-text('Compare methods')");
        await page.fill("#seed", "5");
        await page.press("#seed", "Enter");
        await page.waitForSelector("p:has(data.margin):has-text('seed 5')", { state: "attached" });
        const hash = await page.evaluate(() => location.hash);
        await page.goBack();
        await page.waitForSelector("#gallery");
        await page.goForward();
        await page.waitForSelector("p:has(data.margin):has-text('seed 5')", { state: "attached" });
        return { hash, title: await page.title(), complaints };
      }),
    );
    expect(seen.hash).toBe(`#view=pair&example=${first.id}&seed=5&x=1&y=2`);
    expect(seen.title).toBe(verdictSentence(decision));
    expect(seen.complaints).toEqual([]);
  });
});
