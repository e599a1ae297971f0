import { readdirSync, readFileSync } from "node:fs";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { CELL } from "@causal-velocity/core/table/cell.js";
import { parseTable, tableReader } from "@causal-velocity/core/table/parse-table.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import type { ReadOptions } from "@causal-velocity/core/table/table-format.js";
import { decodeText } from "@causal-velocity/core/table/text-source.js";
import { describe, expect, test } from "vitest";

// Tables shaped like those that people have, and what an independent reader, tests/corpus/make_expected.py, finds in them.
const FOLDER = new URL("../corpus/", import.meta.url);
const json = (name: string) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
const expected: Record<string, object> = json("expected.json");
const options: Record<string, ReadOptions> = json("options.json");
const textOf = (name: string): string => {
  return decodeText(readFileSync(new URL(`tables/${name}`, FOLDER)), name, TextDecoder).text;
};

const FEWEST_TABLES = 120;
const NAMED_LINES = 5;
const WORDS: readonly unknown[] = ["", null, "inf", "text", "aside"];

/** A table in the form of `expected.json`; of lines set aside only the first few are named. */
function found(read: () => Table): object {
  try {
    const { columns, rowCount, setAside = [] } = read();
    return {
      rows: rowCount,
      setAside: Object.fromEntries(setAside.map(({ reason, lines }) => [reason, lines])),
      columns: columns.map(({ name, values, kinds, written, doubts = [] }) => ({
        name,
        values: Array.from(values, (value, i) => (kinds[i] === CELL.number ? value : WORDS[kinds[i]])),
        unit: written?.unit ?? null,
        doubts: doubts.map(({ code }) => code),
      })),
    };
  } catch (error) {
    if (error instanceof InputError) return { error: error.code };
    throw error;
  }
}

function expectedOf(name: string): object {
  const { setAside, ...rest } = expected[name] as { setAside?: Record<string, number[]> };
  if (!setAside) return rest;
  const named = Object.entries(setAside).map(([reason, lines]) => [reason, lines.slice(0, NAMED_LINES)]);
  return { ...rest, setAside: Object.fromEntries(named) };
}

describe("a table of the corpus has the numbers that an independent reader finds", () => {
  const names = Object.keys(expected);
  test("and none is left out", () => {
    expect(names).toEqual(readdirSync(new URL("tables", FOLDER)).sort());
    expect(names.length).toBeGreaterThanOrEqual(FEWEST_TABLES);
  });

  test.each(names)("%s", (name) => {
    const text = textOf(name);
    expect(found(() => parseTable(text, options[name] ?? {}))).toEqual(expectedOf(name));
    // The same in pieces of any length.
    for (const length of [1, 7, 64]) {
      const inPieces = () => {
        const reader = tableReader(options[name] ?? {});
        for (let at = 0; at < text.length; at += length) reader.take(text.slice(at, at + length));
        return reader.finish();
      };
      expect(found(inPieces)).toEqual(expectedOf(name));
    }
  });
});
