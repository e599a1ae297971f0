import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { decide, pairFromTable, parseTable, verdictSentence } from "causal-velocity";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { BIN, runCli } from "../cli/run-cli.js";
import { withBrowser } from "../support/browser.js";
import { orSkip } from "../support/not-at-hand.js";
import { withFolderServed } from "../support/serve-folder.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { trialTable } from "./trial-table.js";
import { violations } from "./violations.js";
import { exactNumber, pickFile, savedFile, verdictOf, withStudio } from "./with-studio.js";

const csv = trialTable();
const decision = decide(pairFromTable(parseTable(csv), { x: "response", y: "dose" }), { seed: 3 });

/** The pair view of the trial table with other columns and another seed than by default. */
async function openTrial(page: Page): Promise<void> {
  await pickFile(page, "trial.csv", csv);
  await page.waitForSelector(".rows");
  await page.selectOption("#column-x", "3");
  await page.selectOption("#column-y", "2");
  await page.click("button:has-text('Which drives which'):enabled");
  await verdictOf(page);
  await page.fill("#seed", "3");
  await page.press("#seed", "Enter");
  await page.waitForSelector("[data-save='trial-report.html']");
  await page.waitForFunction(() => !document.querySelector(".verdict[aria-busy=true]"));
}

describe("saving", () => {
  test("the report equals the command line's to the byte; JSON, SVG, PNG and CSV hold what is shown", async ({
    skip,
  }) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "trial.csv"), csv);
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await openTrial(page);
        await page.click("summary:has-text('command line')");
        await page.click("summary:has-text('in a program')");
        await page.click("summary:has-text('numbers and evidence')");
        return {
          margin: await exactNumber(page, "data.margin"),
          report: await savedFile(page, "[data-save='trial-report.html']"),
          json: await savedFile(page, "[data-save='trial-explanation.json']"),
          svg: await savedFile(page, "[data-save='curves.svg']"),
          png: await savedFile(page, "[data-save='curves.png']"),
          table: await savedFile(page, "[data-save='evidence.csv']"),
          command: await page.locator("pre.command").innerText(),
          program: await page.locator("pre.program").innerText(),
          complaints,
        };
      }),
    );
    expect(seen.margin).toBe(decision.margin);
    expect(seen.complaints).toEqual([]);

    const flags = seen.command.replace(/^npx causal-velocity /, "").split(" ");
    expect(flags[0]).toBe("explain");
    const inFolder = flags.map((flag) => (flag === "trial.csv" ? join(folder, flag) : flag));
    expect(runCli([...inFolder, "--out", join(folder, "report.html")]).code).toBe(0);
    expect(seen.report.name).toBe("trial-report.html");
    expect(seen.report.bytes.toString()).toBe(readFileSync(join(folder, "report.html"), "utf8"));

    const fromPage = JSON.parse(seen.json.bytes.toString());
    const fromCommand = JSON.parse(runCli([...inFolder, "--json"]).out);
    expect(fromPage.decision).toEqual(fromCommand.decision);
    expect(fromPage.figures).toEqual(fromCommand.figures);

    const svg = runCli([...inFolder, "--out", join(folder, "curves.svg")]);
    expect(svg.code).toBe(0);
    expect(seen.svg.bytes.toString()).toBe(readFileSync(join(folder, "curves.svg"), "utf8"));

    // The width of a PNG is at byte 16; it is twice that of the drawing.
    expect([...seen.png.bytes.subarray(1, 4)].map((code) => String.fromCharCode(code)).join("")).toBe("PNG");
    const drawn = /width="(\d+)"/.exec(seen.svg.bytes.toString());
    expect(seen.png.bytes.readUInt32BE(16)).toBe(2 * Number(drawn?.[1]));

    const sum = seen.table.bytes
      .toString()
      .split("\n")
      .find((line) => line.includes(",sum,"));
    expect(sum?.split(",")[7]).toBe(String(decision.margin));

    // The program runs as it is.
    const program = seen.program.replace('"causal-velocity"', JSON.stringify(join(BIN, "../../dist/index.js")));
    const out = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder });
    expect(out.toString().trim()).toBe(`${decision.verdict} ${decision.probability} ${decision.margin}`);
  });

  test("a project reopens in another browser, with its table inside or after the table is opened", async ({ skip }) => {
    const { whole, bare, link } = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        await openTrial(page);
        const bare = await savedFile(page, "[data-save='trial.project.json']");
        await page.check(".inside input");
        return {
          bare,
          whole: await savedFile(page, "[data-save='trial.project.json']"),
          link: new URL(page.url()).hash,
        };
      }),
    );
    expect(bare.bytes.toString()).not.toContain("content");
    const marginAndNote = async (page: Page) => {
      await verdictOf(page);
      await page.waitForSelector(".project");
      return [await exactNumber(page, "data.margin"), await page.locator(".project").innerText()];
    };
    const same = "Same margin as in the project, to the last digit.";
    const reopened = await withStudio(async ({ page }) => {
      await pickFile(page, whole.name, whole.bytes);
      return marginAndNote(page);
    });
    expect(reopened).toEqual([decision.margin, same]);
    const waited = await withStudio(async ({ page }) => {
      await pickFile(page, bare.name, bare.bytes);
      const notice = await page.locator(".notice").innerText();
      await pickFile(page, "copy.csv", csv);
      return [notice, ...(await marginAndNote(page))];
    });
    expect(waited).toEqual([expect.stringMatching(/about “trial\.csv” \(\d+ KB, 400 rows\)/), decision.margin, same]);
    const other = await withStudio(async ({ page }) => {
      await pickFile(page, bare.name, bare.bytes);
      await pickFile(page, "copy.csv", `${csv}site 1;1,5;60\n`);
      return marginAndNote(page);
    });
    expect(other[1]).toMatch(/not the file of the project/);
    // The address restores the same view and holds no names.
    expect(link).toBe("#view=pair&seed=3&x=3&y=2");
    const restored = await withStudio(async ({ page }) => {
      const notice = await page.locator(".notice").innerText();
      await pickFile(page, "trial.csv", csv);
      await verdictOf(page);
      return [notice, await exactNumber(page, "data.margin")];
    }, link.slice(1));
    expect(restored).toEqual([expect.stringMatching(/open the file again/), decision.margin]);
  });

  test("a project stays in this browser until it is forgotten, with its notes; a story is complete and has a card", async ({
    skip,
  }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await openTrial(page);
        await page.fill("#keep-title", "Does <b>dose</b> matter?");
        await page.fill("#keep-notes", "First line.\n\nSecond paragraph.");
        const story = (await savedFile(page, "[data-save='trial-story.html']")).bytes.toString();
        await page.click("button:has-text('Keep in this browser')");
        await page.waitForSelector("button:has-text('Forget it')");
        const size = await page.locator("[role=status]:has-text('Kept:')").innerText();
        await page.goto(page.url().replace(/#.*/, ""));
        await page.reload();
        await page.waitForSelector("[data-kept]");
        const listed = await page.locator("section[aria-labelledby=kept-heading] li").innerText();
        const found = await violations(page);
        await page.click("[data-kept]");
        await verdictOf(page);
        await page.waitForSelector("#keep-notes");
        const margin = await exactNumber(page, "data.margin");
        const notes = await page.inputValue("#keep-notes");
        await page.click("nav button:has-text('Start')");
        await page.click("button:has-text('Forget')");
        await page.waitForFunction(() => !document.querySelector("[data-kept]"));
        await page.reload();
        await page.waitForSelector("[data-example] path[d^=M]");
        return {
          story,
          size,
          listed,
          found,
          margin,
          notes,
          left: await page.locator("[data-kept]").count(),
          complaints,
        };
      }),
    );
    // The table and its project as JSON.
    expect(seen.size).toMatch(/^Kept: 1\d KB\./);
    expect(seen.listed).toMatch(/trial\.csv\n.*drives.* 1\d KB, /s);
    expect(seen).toMatchObject({
      found: [],
      margin: decision.margin,
      notes: "First line.\n\nSecond paragraph.",
      left: 0,
      complaints: [],
    });
    expect(seen.story).toContain("<h1>Does &lt;b&gt;dose&lt;/b&gt; matter?</h1>");
    expect(seen.story).toContain(verdictSentence(decision));
    expect(seen.story).toContain("<p>Second paragraph.</p>");
    // Nobody moved a row: it tells what was shown.
    expect(seen.story).toMatch(/<h2 id="what-if">What if\?<\/h2>\n<p>Had (dose|response) been \S+ instead of/);
    expect(seen.story).toContain("Time series.");
    expect(seen.story).toMatch(/<h2 id="why">Why<\/h2>\n<p>If dose drives response, [^<]*<\/p>\n<details>/);
    const file = join(temporaryFolder(), "story.html");
    writeFileSync(file, seen.story);
    const shown = await withBrowser(async (page) => {
      const requested: string[] = [];
      page.on("request", (request) => requested.push(request.url()));
      await page.goto(`file://${file}`);
      const whole = await page.locator("#limits").isVisible();
      const found = await violations(page);
      await page.goto(`file://${file}#card`);
      const inCard = await page.locator("#limits").isVisible();
      found.push(...(await violations(page)));
      return { whole, inCard, found, requests: requested.length };
    });
    expect(shown).toEqual({ whole: true, inCard: false, found: [], requests: 1 });
    await inFrames(dirname(file), `${basename(file)}#card`);
  });
});

/** The card in pages of another origin, at two widths. */
async function inFrames(folder: string, card: string): Promise<void> {
  for (const width of [320, 600]) {
    const seen = await withFolderServed(folder, (origin) =>
      withBrowser(async (page) => {
        const elsewhere = join(temporaryFolder(), "page.html");
        writeFileSync(
          elsewhere,
          `<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere</h1><iframe src="${origin}/${card}" title="Which drives which?" width="${width}" height="640"></iframe></main>`,
        );
        await page.goto(`file://${elsewhere}`);
        const frame = page.frameLocator("iframe");
        await frame.locator(".card-picture svg").waitFor();
        const size = await frame.locator("body").evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          return { isWithin: scrollWidth <= innerWidth && scrollHeight <= innerHeight };
        });
        return {
          ...size,
          sentence: await frame.locator(".lead").isVisible(),
          limits: await frame.locator("#limits").isVisible(),
          way: await frame.locator("a").first().getAttribute("target"),
        };
      }),
    );
    expect([width, seen]).toEqual([width, { isWithin: true, sentence: true, limits: false, way: "_blank" }]);
  }
}
