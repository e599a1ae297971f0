import { describe, expect, test } from "vitest";
import { pairFromTable } from "../pair/pair.js";
import type { InputError } from "../primitives/errors.js";
import { CELL } from "./cell.js";
import { parseTable } from "./parse-table.js";
import { tableFromColumns } from "./table.js";

describe("a table from columns", () => {
  test("has the values, kinds, counts and first text of the same table written as text", () => {
    const odd = ["1.5", "", "NA", "inf", "-Infinity", "abc", "2e3", "1,5", "x"];
    // Enough numbers that the column still counts as numeric.
    const cells = [...odd, ...Array.from({ length: 40 }, (_, i) => String(i))];
    const fromText = parseTable(`a|b\n${cells.map((cell) => `${cell}|1`).join("\n")}\n`, {
      delimiter: "|",
      decimal: ".",
    });
    const fromColumns = tableFromColumns([
      { name: "a", values: cells },
      { name: "b", values: cells.map(() => 1) },
    ]);
    const [{ firstText: inText, ...text }, { firstText: inColumns, ...columns }] = [
      fromText.columns[0],
      fromColumns.columns[0],
    ];
    expect(columns).toEqual(text);
    // The header is the first line of the text.
    expect([inText?.cell, inText?.line]).toEqual([inColumns?.cell, (inColumns?.line ?? 0) + 1]);
    expect(pairFromTable(fromColumns).rows).toEqual(pairFromTable(fromText).rows);
  });

  test("says how rows of objects become columns, in words that run", () => {
    const rows = [
      { dose: 1, name: "Ann" },
      { dose: 2.5, name: "Bob" },
    ];
    let remedy = "";
    try {
      tableFromColumns(rows as never);
    } catch (error) {
      expect(error).toMatchObject({ code: "not-a-column", value: "a row with dose, name" });
      remedy = String((error as InputError).remedy);
    }
    const [, call = ""] = /columns: (tableFromColumns\(.*\))\.$/.exec(remedy) ?? [];
    const table = new Function("tableFromColumns", "rows", `return ${call};`)(tableFromColumns, rows);
    expect(table.columns.map(({ name }: { name: string }) => name)).toEqual(["dose", "name"]);
    expect([...table.columns[0].values]).toEqual([1, 2.5]);
  });

  test("takes null, undefined and NaN as missing, bigints as numbers, all else as text", () => {
    const values = [null, undefined, Number.NaN, 7n, Number.NEGATIVE_INFINITY, true, new Date(0), { a: 1 }, 0];
    const [column] = tableFromColumns([{ name: "a", values }]).columns;
    const { missing, number, infinite, text } = CELL;
    expect([...column.kinds]).toEqual([missing, missing, missing, number, infinite, text, text, text, number]);
    expect(column.values[3]).toBe(7);
    expect(column.firstText).toEqual({ line: 6, cell: "true" });
    expect(column.counts).toEqual([2, 3, 1, 3, 0]);
  });

  test("names columns without a name, and refuses no columns, no rows and columns of different lengths", () => {
    expect(tableFromColumns([{ name: " ", values: [1] }]).columns[0].name).toBe("column 1");
    expect(() => tableFromColumns([])).toThrow(/no columns; expected rows of numbers/);
    expect(() => tableFromColumns([{ name: "a", values: [] }])).toThrow(/columns without rows/);
    const uneven = [
      { name: "a", values: [1, 2] },
      { name: "b", values: [1] },
    ];
    expect(() => tableFromColumns(uneven)).toThrow(/columns "a" and "b": 2 and 1 values/);
  });
});
