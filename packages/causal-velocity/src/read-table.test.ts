import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { InputError, parseTable, readTable } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { workbookParts, zipped } from "../../../tests/support/workbook.js";

const file = (name: string) => readFileSync(new URL(`../../../tests/tables/files/${name}`, import.meta.url));

describe("readTable", () => {
  test("reads text as parseTable does, plain or in gzip, in one member or several, from bytes or a blob", async () => {
    const text = `dose;größe\n${"1,5;2\n3;4,25\n".repeat(40_000)}`;
    const expected = parseTable(text);
    const half = Math.floor(text.length / 2);
    const members = Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))]);
    for (const bytes of [Buffer.from(text), gzipSync(text), members]) {
      expect(await readTable(bytes)).toEqual(expected);
      expect(await readTable(new Blob([bytes as Uint8Array<ArrayBuffer>]))).toEqual(expected);
    }
  });

  test("reads the text that another program has compressed", async () => {
    const { columns } = await readTable(file("trial.csv.gz"));
    expect(columns.map(({ name, values }) => [name, ...values])).toEqual([
      ["dose", 1.5, 3],
      ["größe", 2, 4.25],
    ]);
  });

  test("reads a sheet of a workbook, and names the file in errors", async () => {
    const { columns, findings } = await readTable(file("sheets.xlsx"), { sheet: "Täble 2" });
    expect(columns.map(({ name, values }) => [name, ...values])).toEqual([
      ["u", 2],
      ["v", 2.5],
    ]);
    expect(findings).toEqual([]);
    await expect(readTable(file("sheets.xlsx"), { sheet: "Old 2", name: "a.xlsx" })).rejects.toThrow(
      'option sheet: "Old 2"; expected one of the sheets "Notes" (hidden), "Trial"',
    );
    await expect(readTable(file("offset.xlsx"), { range: "F1:G9", name: "a.xlsx" })).rejects.toThrow(
      'file "a.xlsx", sheet "Offset": no text at all; expected rows of numbers',
    );
  });

  test.each(["dates-1900.xlsx", "dates-1904.xlsx"])(
    "makes days and seconds of the dates of %s, as of those of a text",
    async (name) => {
      const { columns } = await readTable(file(name));
      const days = ["1967-07-01", "2024-02-29", "1999-12-31", "9999-12-31"].map((day) => Date.parse(day) / 86_400_000);
      const [day, moment, clock] = columns.map(({ values }) => Array.from(values));
      expect(day).toEqual(days);
      expect(moment).toEqual(days.map((value) => value * 86_400 + 14.5 * 3600));
      expect(clock).toEqual([64_800, 64_800, 64_800, 64_800]);
    },
  );

  test("keeps numbers of a workbook as they are, also those that a text could mean as thousands", async () => {
    const cells = [
      [1.234, 12, 0.165],
      [950, 1.05, 1234.567],
      [2.345, 7, 1e21],
      [3.456, 1.001, -0.001],
    ];
    const { columns, findings } = await readTable(zipped(workbookParts([["dose", "mass", "share"], ...cells])));
    expect(columns.map(({ values }) => Array.from(values))).toEqual([0, 1, 2].map((j) => cells.map((row) => row[j])));
    expect(findings).toEqual([]);
    const comma = await readTable(zipped(workbookParts([["dose", "mass", "share"], ...cells])), { decimal: "," });
    expect(comma.columns.map(({ values }) => values)).toEqual(columns.map(({ values }) => values));
  });

  test("sets a title of a sheet aside, by its row", async () => {
    const { setAside, rowCount } = await readTable(file("offset.xlsx"));
    expect([setAside, rowCount]).toEqual([[{ reason: "title", count: 1, lines: [3] }], 6]);
  });

  test("applies the limit of bytes to what is expanded, while it is expanded", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, "1,2\n"), { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readTable(bomb, { limit: { bytes: 1_000_000 } })).rejects.toThrow("more than 1,000,000 bytes");
  });

  test("refuses a gzip file that is cut off, or damaged", async () => {
    const whole = gzipSync("a,b\n".repeat(1000));
    const broken = Buffer.from(whole);
    broken[broken.length - 6] = (broken[broken.length - 6] ?? 0) ^ 1;
    for (const bytes of [whole.subarray(0, -9), broken]) {
      await expect(readTable(bytes)).rejects.toThrow("cannot be uncompressed");
    }
  });

  test.each([["text"], [null], [undefined], [{}], [[1, 2]], [new ArrayBuffer(8)]])(
    "refuses %j as a file",
    async (source) => {
      await expect(readTable(source as Uint8Array)).rejects.toThrow(InputError);
    },
  );

  test("refuses options that no file has", async () => {
    await expect(readTable(Buffer.from("a,b\n1,2\n"), { page: 2 } as object)).rejects.toThrow("option page");
  });
});
