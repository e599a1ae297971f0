import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import { decodeText, inFile } from "@causal-velocity/core/table/text-source.js";
import { openSource, readColumns } from "@causal-velocity/tables";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { outcome } from "./outcome.js";
import { runSql } from "./run-sql.js";

/** Bytes that the package reads at once. */
const PIECE = 1 << 20;

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

/** How the command reads text: the whole file at once. */
function atOnce(bytes: Uint8Array, path: string, format: FormatOverrides): Table {
  const place = `file "${path}"`;
  const { text, findings } = decodeText(bytes, place, TextDecoder);
  const table = inFile(place, () => parseTable(text, format));
  return { ...table, findings: [...findings, ...table.findings] };
}

async function byPackage(path: string, format: FormatOverrides): Promise<Table> {
  const source = await openSource(path, { format });
  try {
    return await source.read();
  } finally {
    await source.close();
  }
}

async function expectSame(content: string | Uint8Array, format: FormatOverrides = {}, name = "t.csv"): Promise<void> {
  const path = join(folder, name);
  const bytes = Buffer.from(content);
  writeFileSync(path, name.endsWith(".gz") ? gzipSync(bytes) : bytes);
  expect(await outcome(() => byPackage(path, format))).toEqual(await outcome(() => atOnce(bytes, path, format)));
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

const WRITTEN: readonly (readonly [string, string | Uint8Array, FormatOverrides?])[] = [
  ["plain", "a,b\n1,2\n3,4\n"],
  ["a byte-order mark, CRLF and no last line end", "\ufeffa;b\r\n1,5;2\r\n3;4,25"],
  ["CR alone", "a\tb\r1\t2\r3\t4\r"],
  ["blanks as delimiters", "  1   2.5\n 3\t4\n"],
  ["missing marks, infinities, blanks around", "a,b\n NA , 1e400\n-Inf,?\n#N/A, 7 \n\u22125,.5\n"],
  ["given marks of missing values", "a,b\n-999,1\n-999.0,x\n3,x\n", { missing: ["-999", "x"] }],
  ["quotes, delimiters and line ends in cells", 'a,b\n"1","x, ""y""\nz"\n 2 , "3" \n'],
  ["a header without a name for the row names", "x y\n1 2 3\n2 4 5\n"],
  ["numbers as a header", "2019,2020\n1.5,2.5\n1.7,2.2\n1.2,2.8\n"],
  ["no header, given", "a,b\n1,2\n", { header: false }],
  ["a header, given", "1,2\n3,4\n", { header: true }],
  ["thousands or decimals", "a;b\n1,234;1\n2,345;2\n"],
  ["a separator line", "sep=|\na|b\n1|2\n"],
  ["comments", "# made by hand\n# u v\n1 2\n3 4\n"],
  ["no-break and other blanks around", "a,b\n\u00a01\u00a0,\u20032\n"],
  ["Windows-1252", Buffer.from("gr\xf6\xdfe,b\n1,2\n", "latin1")],
  ["UTF-16", utf16("größe;b\n1,5;2\n")],
  ["blank lines", "a,b\n\n1,2\n   \n3,4\n\n"],
  ["one column", "a\n1\n2\n"],
  ["ragged", "a,b\n1,2\n3\n"],
  ["ragged, refused", "a,b\n1,2\n3\n", { strict: true }],
  ["titles, totals and footers", 'Levels\n\nyear,level\n1990,"1,056.5"\n1991,$5\nTotal,7\nSource: none\n'],
  ["dates", "day;b\n31/12/2020;1\n5/6/2020;2\n"],
  ["dates, months first", "day;b\n1/12/2020;1\n5/6/2020;2\n", { dates: "month-first" }],
  ["a cell too many at the end", "a,b\n1,2,\n3,4,\n"],
  ["a quote that never closes", 'a,b\n1,"2\n3,4\n'],
  ["a stray quote", 'a,b\n"1"x,2\n'],
  ["an empty file", ""],
  ["only comments", "# a\n\n"],
  ["a header alone", "a,b\n"],
  ["zero bytes", Uint8Array.of(97, 0, 98)],
];

const CASES = WRITTEN.map(([title, content, format = {}]) => ({ title, content, format }));

describe("text read by the package", () => {
  test.each(CASES)("equals the table of parseTable: $title", ({ content, format }) => expectSame(content, format));

  test.each(CASES.slice(0, 4))("equals it from gzip, too: $title", ({ content, format }) => {
    return expectSame(content, format, "t.csv.gz");
  });

  test("equals the table of parseTable, for random tables", async () => {
    const cell = fc.oneof(
      fc.double({ noNaN: true }).map(String),
      fc.constantFrom("", "NA", "1,5", "1.234", "x", '"q"', '"a\n""b"";"', " 7", "\u22123", "é", "1e5", "-0", "+.5"),
    );
    const content = fc
      .tuple(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(",", ";", "\t", " ", "|"),
        fc.constantFrom("\n", "\r\n", "\r"),
      )
      .map(([rows, delimiter, end]) => rows.map((row) => row.join(delimiter)).join(end) + end);
    const format = fc.record<FormatOverrides>(
      { decimal: fc.constantFrom(".", ","), header: fc.boolean(), delimiter: fc.constantFrom(",", ";", " ") },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(content, format, (text, overrides) => expectSame(text, overrides)),
      { numRuns: 300 },
    );
  });

  test("equals it if pieces end within numbers, characters of several bytes and quoted cells", async () => {
    const row = (i: number) => `${i},"Zeile ${i}\nfür „${i % 10}“",${i / 7},é${"ü".repeat(i % 5)}\n`;
    const content = Buffer.from(`n,note,value,mark\n${Array.from({ length: 45_000 }, (_, i) => row(i)).join("")}`);
    expect(content.length).toBeGreaterThan(2 * PIECE);
    await expectSame(content);
    await expectSame(content.subarray(0, PIECE + 1));
  });

  test("equals it if a decimal comma, or a byte that is not UTF-8, comes late", async () => {
    await expectSame(`a;b\n${"12;345\n".repeat(160_000)}1,5;2\n`);
    // What comes before that byte stays UTF-8. Long cells keep the rows few.
    const cell = "x".repeat(1000);
    const long = `a;ü\n${`1;${cell}\n`.repeat(Math.ceil((3 * PIECE) / cell.length))}`;
    const content = Buffer.concat([Buffer.from(long), Buffer.from([0xe9, 0x3b, 0x31, 10])]);
    await expectSame(content);
    const { columns, findings } = await byPackage(join(folder, "t.csv"), {});
    expect([columns[1].name, columns[0].firstText?.cell]).toEqual(["ü", "é"]);
    expect(findings[0].sentence).toContain(`(byte ${content.length - 3})`);
  });

  test("can be compressed by zstd", async () => {
    const path = join(folder, "z.csv.zst");
    const lines = ["a,b", "1,é", "", '"2",x'];
    const values = lines.map((line) => `('${line}')`).join(", ");
    const options = "header false, quote '', escape '', delimiter '\u0001', compression zstd";
    await runSql(`COPY (SELECT * FROM (VALUES ${values})) TO '${path}' (${options})`);
    expect(await byPackage(path, {})).toEqual(parseTable(`${lines.join("\n")}\n`));
  });

  test("has columns that can be read alone, by name or number, in any order", async () => {
    const path = join(folder, "wide.csv");
    const content = "id;a;a;3\nx;1,5;1;9\ny;2,5;NA;8\n";
    writeFileSync(path, content);
    const format = { header: true };
    const whole = parseTable(content, format);
    const source = await openSource(path, { format });
    expect(source.columns.map(({ name, isNumeric }) => [name, isNumeric])).toEqual([
      ["id", false],
      ["a", true],
      ["a", true],
      ["3", true],
    ]);
    expect((await source.read(["3", 2])).columns).toEqual([whole.columns[3], whole.columns[1]]);
    await expect(source.read(["a"])).rejects.toThrow(/2 columns have this name/);
    await expect(source.read(["b"])).rejects.toThrow(/no such column/);
    await source.close();
    expect((await readColumns(path, { format })).columns).toEqual(whole.columns.slice(1));
    expect((await readColumns(path, { columns: ["id"], format })).columns).toEqual(whole.columns.slice(0, 1));
  });

  test("warns of thousands separators only if no other column proves the decimal mark", async () => {
    const read = async (content: string) => {
      writeFileSync(join(folder, "w.csv"), content);
      return (await readColumns(join(folder, "w.csv"), { columns: ["a"] })).findings.map(({ code }) => code);
    };
    expect(await read("a;b\n1,234;1\n2,345;2\n")).toEqual(["ambiguous-decimal"]);
    expect(await read("a;b\n1,234;0,5\n2,345;2\n")).toEqual([]);
  });

  test("in several files is one table if their columns agree", async () => {
    const many = temporaryFolder();
    writeFileSync(join(many, "1.csv"), "a;b\n1,5;2\n");
    writeFileSync(join(many, "2.csv"), "a;b\n3;4\n");
    const table = await readColumns(join(many, "*.csv"));
    expect(table.columns.map(({ name, values }) => [name, ...values])).toEqual([
      ["a", 1.5, 3],
      ["b", 2, 4],
    ]);
    writeFileSync(join(many, "3.csv"), "b;a\n3;4\n");
    await expect(readColumns(join(many, "*.csv"))).rejects.toThrow(/3\.csv": column 1 is "b"; expected "a"/);
    writeFileSync(join(many, "3.csv"), "a;b\n3;4\n5\n");
    const strict = { format: { strict: true } };
    await expect(readColumns(join(many, "*.csv"), strict)).rejects.toThrow(/3\.csv", line 3: 1 cell/);
    const { columns, setAside } = await readColumns(join(many, "*.csv"));
    expect([columns[0].values.length, setAside]).toEqual([4, [{ reason: "too-few-cells", count: 1, lines: [3] }]]);
  });
});

describe("a workbook and a file of Arrow", () => {
  const file = (name: string) => fileURLToPath(new URL(`./files/${name}`, import.meta.url));

  test("are read by the code of readTable: sheet, range, columns by name", async () => {
    const sheet = await readColumns(file("sheets.xlsx"), { format: { sheet: 3 } });
    expect(sheet.columns.map(({ name, values }) => [name, ...values])).toEqual([
      ["u", 2],
      ["v", 2.5],
    ]);
    const range = await readColumns(file("offset.xlsx"), { format: { range: "C5:D9" }, columns: ["y"] });
    expect(range.columns.map(({ name, values }) => [name, ...values])).toEqual([["y", 0, 1, 4]]);
    const source = await openSource(file("lz4.feather"));
    expect([source.rowCount, source.columns.map(({ name, isNumeric }) => [name, isNumeric])]).toEqual([
      10_000,
      [
        ["a", true],
        ["b", true],
      ],
    ]);
    await source.close();
  });

  test("alone have sheets", async () => {
    writeFileSync(join(folder, "s.csv"), "a,b\n1,2\n");
    await expect(openSource(join(folder, "s.csv"), { format: { sheet: 1 } })).rejects.toThrow("sheet: given for file");
    await expect(openSource({ sql: "select 1" }, { format: { range: "A1:B2" } })).rejects.toThrow(
      "range: given for option sql",
    );
  });
});
