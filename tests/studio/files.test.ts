import { decide, pairFromTable, parseTable, verdictSentence } from "causal-velocity";
import { methodNamed } from "causal-velocity/lab";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { workbookParts, zipped } from "../support/workbook.js";
import { trialTable } from "./trial-table.js";
import { exactNumber, pickFile, verdictOf, withStudio } from "./with-studio.js";

const csv = trialTable();
const pair = pairFromTable(parseTable(csv), { x: "dose", y: "response" });

describe("a file", () => {
  test("with bad rows: preview, counts, and the library's verdict", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await pickFile(page, "trial.csv", csv);
        await page.waitForSelector(".rows");
        const preview = {
          rows: await page.locator(".rows").innerText(),
          found: await page.locator("#delimiter option").first().innerText(),
          decimal: await page.locator("#decimal option").first().innerText(),
          chosen: [await page.inputValue("#column-x"), await page.inputValue("#column-y")],
          firstText: await page.locator("button[data-column='3']").innerText(),
        };
        await page.click("summary:has-text('Which rows')");
        const dropped = await page.locator(".account li").allInnerTexts();
        await page.click("button:has-text('Which drives which')");
        const sentence = await verdictOf(page);
        await page.click("summary:has-text('numbers and evidence')");
        const facts = await page.locator(".verdict").innerText();
        return {
          preview,
          dropped,
          sentence,
          facts,
          margin: await exactNumber(page, "data.margin"),
          probability: await exactNumber(page, "data.probability"),
          hash: await page.evaluate(() => location.hash),
          complaints,
        };
      }),
    );
    const decision = decide(pair);
    expect(seen.preview).toEqual({
      rows:
        "397 of 400 rows used, left out: 1 with a missing value, 1 with an infinite value, " +
        "1 with text in place of a number.",
      found: "detected: semicolon",
      decimal: "detected: comma",
      chosen: ["2", "3"],
      firstText: expect.stringContaining("“n.d.”, line 11"),
    });
    expect(seen.dropped).toEqual([
      "row 6: missing in “response”",
      "row 10: text in “response”",
      "row 21: infinite in “response”",
    ]);
    expect(seen.sentence).toBe(verdictSentence(decision));
    expect([seen.margin, seen.probability]).toEqual([decision.margin, decision.probability]);
    expect(seen.facts).toContain(`${decision.rows.used} of ${decision.rows.read} rows used`);
    // The address holds neither rows nor names.
    expect(seen.hash).toBe("#view=pair&x=2&y=3");
    expect(seen.complaints).toEqual([]);
  });

  test("is read again with another layout, and settings can be undone", async ({ skip }) => {
    const seen = await orSkip(
      skip,
      withStudio(async ({ page }) => {
        await pickFile(page, "trial.csv", csv);
        await page.waitForSelector(".rows");
        await page.selectOption("#header", "false");
        await page.waitForSelector(".facts:has-text('401 rows')");
        const names = await page.locator("section[aria-labelledby=rows-heading] thead .name").allInnerTexts();
        await page.selectOption("#header", "");
        await page.waitForSelector(".facts:has-text('400 rows')");
        await page.click("button:has-text('Which drives which')");
        await verdictOf(page);
        await page.selectOption("#method", "reci");
        await page.waitForSelector("p:has(data.margin):has-text('Method reci')", { state: "attached" });
        const margin = await exactNumber(page, "data.margin");
        await page.click("button:has-text('Undo')");
        await page.waitForSelector("p:has(data.margin):has-text('Method default')", { state: "attached" });
        return { names, margin, after: await exactNumber(page, "data.margin") };
      }),
    );
    expect(seen.names).toEqual(["column 1", "column 2", "column 3"]);
    expect(seen.margin).toBe(decide(pair, { method: methodNamed("reci") }).margin);
    expect(seen.after).toBe(decide(pair).margin);
  });

  test("of a workbook with several sheets: one is chosen, and gives the library's verdict", async ({ skip }) => {
    const rows = Array.from(pair.x, (x, i): [number, number] => [x, pair.y[i] ?? 0]);
    const { "xl/worksheets/sheet1.xml": notes = "", ...parts } = workbookParts(
      [
        ["Notes", "text"],
        ["on", "it"],
      ],
      "About",
    );
    const book = zipped({
      ...parts,
      "xl/worksheets/sheet1.xml": notes,
      "xl/worksheets/sheet2.xml": workbookParts([["u", "v"], ...rows])["xl/worksheets/sheet1.xml"] ?? "",
      "xl/workbook.xml": (parts["xl/workbook.xml"] ?? "").replace(
        "/>",
        '/><sheet name="Trial 2" state="hidden" r:id="r9"/>',
      ),
      "xl/_rels/workbook.xml.rels": (parts["xl/_rels/workbook.xml.rels"] ?? "").replace(
        "</",
        '<Relationship Id="r9" Type="x/worksheet" Target="worksheets/sheet2.xml"/></',
      ),
    });
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        await pickFile(page, "trial.xlsx", book);
        await page.waitForSelector("#sheet");
        const first = await page.locator(".facts").innerText();
        const note = await page.locator(".warning").first().innerText();
        await page.selectOption("#sheet", "Trial 2");
        await page.waitForSelector(".rows");
        const controls = await page.locator("section[aria-labelledby=format-heading] label").allInnerTexts();
        await page.click("button:has-text('Which drives which')");
        const margin = await exactNumber(page, "data.margin");
        await page.click("summary:has-text('command line')");
        return { first, note, controls, margin, command: await page.locator("pre").first().innerText(), complaints };
      }),
    );
    expect(seen.first).toContain("1 rows, 2 columns");
    expect(seen.note).toContain(
      'The sheet "About" was read, one of 2: "About", "Trial 2" (hidden). Choose another one with “Sheet”.',
    );
    expect(seen.controls.slice(0, 3)).toEqual(["Sheet", "Cells", "Decimal mark"]);
    expect(seen.margin).toBe(decide(pair).margin);
    expect(seen.command).toContain("explain trial.xlsx --x u --y v --sheet='Trial 2'");
    expect(seen.complaints).toEqual([]);
  });

  test("as JSON or Parquet, and pasted text, gives the same verdict", async ({ skip }) => {
    const [dose, response] = [Array.from(pair.x), Array.from(pair.y)];
    const json = JSON.stringify(dose.map((value, i) => ({ dose: value, response: response[i] })));
    const parquet = parquetWriteBuffer({
      columnData: [
        { name: "dose", data: dose, type: "DOUBLE" },
        { name: "response", data: response, type: "DOUBLE" },
      ],
    });
    const margins = await orSkip(
      skip,
      withStudio(async ({ page, address }) => {
        const found: number[] = [];
        const decideHere = async () => {
          await page.click("button:has-text('Which drives which'):enabled");
          found.push(await exactNumber(page, "data.margin"));
          await page.goto(address);
          await page.reload();
        };
        for (const content of [json, new Uint8Array(parquet)]) {
          await pickFile(page, "table", content);
          await decideHere();
        }
        await page.click("summary:has-text('or paste one')");
        await page.fill("#pasted", csv);
        await page.click("button:has-text('Read it')");
        await decideHere();
        return found;
      }),
    );
    const { margin } = decide(pair);
    expect(margins).toEqual([margin, margin, margin]);
  });

  test("has its doubts at their columns, which are chosen by a press, and lines that are no rows can be set aside", async ({
    skip,
  }) => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${(i * 7) % 60},${(i * 11) % 60},0${1 + (i % 9)}/0${1 + (i % 7)}/2020`,
    );
    const messy = ["Report of 2024", "dose,response,day", ...rows, "1,2", "Total,3,"].join("\n");
    const seen = await orSkip(
      skip,
      withStudio(async ({ page, complaints }) => {
        const chosen = async () => [await page.inputValue("#column-x"), await page.inputValue("#column-y")];
        const strict = () => page.locator("select#strict").inputValue();
        await pickFile(page, "messy.csv", messy);
        await page.waitForSelector("button[data-column='2'] svg path");
        const day = page.locator("th:has(button[data-column='3'])");
        const doubt = await day.locator("summary").innerText();
        await day.locator("summary").click();
        const advice = await day.locator("details").innerText();
        await page.click(".swap");
        const swapped = await chosen();
        // By keyboard: the first is given up, and the column takes its place.
        await page.focus("button[data-column='2']");
        await page.keyboard.press("Enter");
        await page.focus("button[data-column='3']");
        await page.keyboard.press("Space");
        const pressed = await chosen();
        const refused = await page.locator(".account .fault").innerText();
        const aside = await page.locator(".aside").innerText();
        await page.click("button:has-text('Read every line as a row')");
        const fault = await page.locator(".fault:has-text('separated by')").innerText();
        const offered = [await page.isVisible("#delimiter"), await page.isVisible("#strict"), await strict()];
        await page.click("button:has-text('Set such lines aside')");
        await page.waitForSelector(".rows, .account .fault");
        return { doubt, advice, swapped, pressed, refused, aside, fault, offered, after: await strict(), complaints };
      }),
    );
    expect(seen.doubt).toContain("ambiguous date");
    expect(seen.advice).toContain("Set “In dates such as 5/6/2020” to day-first or month-first.");
    expect([seen.swapped, seen.pressed]).toEqual([
      ["2", "1"],
      ["3", "1"],
    ]);
    expect(seen.refused).toContain("These columns cannot be compared");
    expect(seen.aside).toMatch(/1 line above the table \(line 1\).*1 row with too few cells \(line 63\)/);
    expect(seen.fault).toContain("“Cells are separated by”");
    expect(seen.offered).toEqual([true, true, "true"]);
    expect(seen.after).toBe("");
    expect(seen.complaints).toEqual([]);
  });

  test.for([
    ["empty.csv", "", /nothing|no text at all/],
    ["book.xlsx", Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9, 0), /a complete workbook/],
    ["noise.csv", Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251), /NUL bytes/],
    ["torn.csv", "a,b\n1,2\n3,4\n1,2,3\n1,2,3,4\n1,2,3,4,5\n", /3 of 5 lines[\s\S]*split at commas/],
    ["names.csv", `<img src=x onerror=alert(1)>,"</script>"\nno,number\n`, /no cell|cells are text/],
    ["torn.json", '{"a": [1, 2', /JSON/],
    ["constant.csv", `a,b\n${"1,2\n".repeat(30)}`, /constant|one value|the same/],
  ] as const)(
    "that cannot be used, %s, is reported with place, value, expectation and remedy",
    async ([name, content, expected], { skip }) => {
      const seen = await orSkip(
        skip,
        withStudio(async ({ page, complaints }) => {
          await pickFile(page, name, content);
          await page.waitForSelector(".fault, button.primary:enabled:has-text('Which drives')");
          if ((await page.locator(".fault").count()) === 0) await page.click("button:has-text('Which drives which')");
          const fault = page.locator(".fault").first();
          await fault.waitFor();
          return {
            text: await fault.innerText(),
            terms: await fault.locator("dt").allInnerTexts(),
            remedy: await fault.locator(".remedy").innerText(),
            heading: await page.locator("h1").count(),
            complaints,
          };
        }),
      );
      expect(seen.text).toMatch(expected);
      expect(seen.terms).toEqual(["Where", "Found", "Expected"]);
      expect(seen.remedy).not.toBe("");
      expect(seen.heading).toBe(1);
      expect(seen.complaints).toEqual([]);
    },
  );
});
