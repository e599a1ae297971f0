import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { workbookParts, zipped } from "../../../../tests/support/workbook.js";
import { readFile } from "../read-file.js";
import type { FileOptions } from "../read-table.js";
import { bytesOf } from "../table-bytes.js";

const SHEET = "xl/worksheets/sheet1.xml";
const rows = [["dose", "response"], ...Array.from({ length: 30 }, (_, i) => [i, i * i])];

async function read(bytes: Uint8Array, options: FileOptions = {}) {
  return (await readFile(bytesOf(bytes), 'file "a.xlsx"', options)).table;
}

/** The workbook with a part changed, or left out if nothing comes back. */
function withPart(name: string, change: (text: string) => string | undefined): Uint8Array {
  const { [name]: text = "", ...others } = workbookParts(rows);
  const part = change(text);
  return zipped({ ...others, ...(part !== undefined && { [name]: part }) });
}

async function refusal(bytes: Uint8Array, options: FileOptions = {}): Promise<string> {
  const error = await read(bytes, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message;
}

describe("a hostile workbook", () => {
  test("that inflates beyond the limit is refused by its directory, before it is inflated", async () => {
    const bomb = withPart(SHEET, (text) => text.replace("<row", `${" ".repeat(5_000_000)}<row`));
    expect(bomb.length).toBeLessThan(20_000);
    expect(await refusal(bomb, { limit: { bytes: 1_000_000 } })).toContain("more than 1,000,000 bytes");
    expect((await read(bomb)).rowCount).toBe(30);
  });

  test("that inflates to more than its directory says is refused where that is exceeded", async () => {
    const bytes = withPart(SHEET, (text) => text.replace("<row", `${" ".repeat(3_000_000)}<row`));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at + 46 < bytes.length; at++) {
      const isEntry = view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 3_000_000;
      if (isEntry) view.setUint32(at + 24, 1000, true);
    }
    expect(await refusal(bytes)).toContain("more bytes than the directory says");
  });

  test("of more than 50 MB is refused with an estimate of what is in it", async () => {
    const parts = Object.entries(workbookParts(rows)).map(([name, text]) => [name, strToU8(text)] as const);
    const bytes = zipSync(
      { ...Object.fromEntries(parts), "xl/media/film.bin": new Uint8Array(60_000_000) },
      { level: 0 },
    );
    const message = await refusal(bytes);
    expect(message).toContain(
      "60 MB, 60 MB when unpacked, about 2 million cells; expected a workbook of at most 50 MB",
    );
    const { pieces } = bytesOf(bytes);
    await expect(readFile({ pieces }, "standard input", {})).rejects.toThrow(
      "standard input: more than 50 MB; expected",
    );
  });

  test("with a huge text, shared or not, is refused", async () => {
    const huge = "x".repeat(2000);
    for (const cell of [
      huge,
      [`<is><t>${huge}</t></is>`, 't="inlineStr"'] as const,
      [`<v>${huge}</v>`, 't="str"'] as const,
    ]) {
      const bytes = zipped(workbookParts([...rows, [cell, 1]]));
      expect(await refusal(bytes, { limit: { cell: 1000 } })).toContain("more than 1,000 characters in a cell");
    }
  });

  test("with elements inside each other without an end is refused", async () => {
    expect(await refusal(withPart(SHEET, (text) => text.replace("<row", `${"<a>".repeat(100_000)}<row`)))).toContain(
      "more than 64 elements inside each other",
    );
  });

  test("with a document type is refused, so that no entity expands", async () => {
    const lol = '<!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;">]>';
    expect(await refusal(withPart("xl/workbook.xml", (text) => lol + text))).toContain("a document type");
    expect(await refusal(withPart(SHEET, (text) => lol + text))).toContain("a document type");
  });

  test("with names that lead outside reads nothing there", async () => {
    const outside = withPart("xl/_rels/workbook.xml.rels", (text) =>
      text.replace("worksheets/sheet1.xml", "../../../../../etc/passwd"),
    );
    expect(await refusal(outside)).toContain('"etc/passwd": no such part');
    const more = { ...workbookParts(rows), "../../../tmp/evil.xml": "<a/>", "/etc/passwd": "x" };
    expect((await read(zipped(more))).rowCount).toBe(30);
  });

  test("with links to other files follows none", async () => {
    const linked = withPart("xl/_rels/workbook.xml.rels", (text) =>
      text.replace('Target="worksheets/sheet1.xml"', 'TargetMode="External" Target="http://example.invalid/a.xml"'),
    );
    expect(await refusal(linked)).toContain("a workbook without sheets of cells");
  });

  test("with formulas gives the values that were saved, and no value where none was", async () => {
    const formulas = [
      ...rows,
      [
        ["<f>1+1</f><v>2.5</v>", ""],
        ['<f>WEBSERVICE("http://example.invalid")</f>', ""],
      ] as const,
    ];
    const { columns } = await read(zipped(workbookParts(formulas)));
    expect(columns.map(({ values }) => values[30])).toEqual([2.5, Number.NaN]);
  });

  test.each(Object.keys(workbookParts(rows)))("without its part %s is read, or refused by name", async (part) => {
    const message = await read(withPart(part, () => undefined)).then(
      ({ rowCount }) => `${rowCount} rows`,
      (error: unknown) => (error as InputError).message,
    );
    const isNeeded = ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", SHEET, "xl/sharedStrings.xml"].includes(part);
    expect(message).toMatch(
      isNeeded ? /^file "a.xlsx".*(no such part|not there|zip archive of|without sheets)/ : /^30 rows$/,
    );
  });

  test.each([
    ["a shared text that is not there", (text: string) => text.replace('t="s"><v>0', 't="s"><v>7'), "shared text 7"],
    ["rows that go back", (text: string) => text.replace('<row r="9"', '<row r="3"'), 'row "3" after row 8'],
    ["a row beyond the last", (text: string) => text.replace('<row r="31"', '<row r="9999999"'), 'row "9999999"'],
    ["a column beyond the last", (text: string) => text.replace('r="B4"', 'r="ZZZZ4"'), 'the cell "ZZZZ4"'],
    ["a cell without letters", (text: string) => text.replace('r="B4"', 'r="4"'), 'the cell "4"'],
    ["an end that is cut off", (text: string) => text.slice(0, -20), "cut off"],
    ["tags that do not match", (text: string) => text.replace("</row>", "</c>"), "</c> where <row> is open"],
  ])("with %s is refused", async (_, change, message) => {
    const text = await refusal(withPart(SHEET, change));
    expect(text).toContain(message);
    expect(text).toMatch(/^file "a.xlsx"/);
  });

  test("a wide row and many rows cannot make more text than the limit", async () => {
    const wide = [...rows.slice(0, 1), [...new Array(16_383).fill(null), 1], ...new Array(500).fill([1, 2])];
    expect(await refusal(zipped(workbookParts(wide)), { limit: { bytes: 2_000_000 } })).toContain(
      "more than 2,000,000 bytes",
    );
  });
});

describe("what is no workbook", () => {
  const refused = async (parts: Record<string, string>) => refusal(zipped(parts));

  test("is called by its name", async () => {
    expect(await refused({ "content.xml": "<a/>" })).toContain("an OpenDocument file (.ods)");
    expect(await refused({ "xl/workbook.bin": "x" })).toContain("in binary form (.xlsb)");
    expect(await refused({ "trial.csv": "a,b\n" })).toContain(
      'a zip archive of "trial.csv"; expected an Excel workbook',
    );
    expect(await refused({})).toContain("an empty zip archive");
  });
});
