import { describe, expect, test } from "vitest";
import { graph } from "../graph/graph.js";
import { pairFromTable } from "../pair/pair.js";
import { keyFindings } from "./column-key.js";
import { parseTable } from "./parse-table.js";
import { transformTable } from "./transform-table.js";

const rows = Array.from({ length: 60 }, (_, i) => `${i},${((i * 37) % 60) + 0.5},${((i * i) % 61) + 0.25}\n`);
/** As pandas writes a table with an index and two columns without names. */
const table = parseTable(`,0,1\n${rows.join("")}`);
const doubts = (pair: { readonly findings: readonly { code: string }[] }) =>
  pair.findings.filter(({ code }) => code === "name-or-number");

describe("under a header of numbers", () => {
  test("a name and a number beside each other are a warning", () => {
    const pair = pairFromTable(table, { x: "1", y: "2" });
    expect(pair.names).toEqual({ x: "1", y: "0" });
    expect(doubts(pair)).toEqual([
      {
        code: "name-or-number",
        severity: "warn",
        column: "1",
        sentence:
          '"1" was taken for the name of column 3; column number 1 is "column 1". "2" is no name, and was taken for a number.',
        advice: "A name comes before a number: check which column was meant.",
      },
    ]);
  });

  test("names alone are a note, numbers of a program and other headers nothing", () => {
    expect(doubts(pairFromTable(table, { x: "0", y: "1" }))).toMatchObject([{ severity: "note", column: "1" }]);
    expect(doubts(pairFromTable(table, { x: 2, y: 3 }))).toEqual([]);
    expect(doubts(pairFromTable(parseTable(`i,a,b\n${rows.join("")}`), { x: "2", y: "b" }))).toEqual([]);
    // Each column's name is its number.
    expect(doubts(pairFromTable(parseTable(`1,2,3\n${rows.join("")}`, { header: true }), { x: "2", y: "3" }))).toEqual(
      [],
    );
  });

  test("columns that were transformed are found by both names; graphs say it too", () => {
    expect(keyFindings(transformTable(table, { rank: ["0", "1"] }), ["1", "2"])).toMatchObject([
      { severity: "warn", column: "rank(1)" },
    ]);
    expect(doubts(graph(table, { columns: ["1", "2"] }))).toMatchObject([{ severity: "warn", column: "1" }]);
  });
});
