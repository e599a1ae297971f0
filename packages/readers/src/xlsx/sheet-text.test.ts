import { readFileSync } from "node:fs";
import { DEFAULT_LIMITS } from "@causal-velocity/core/table/reading-limits.js";
import { splitRows } from "@causal-velocity/core/table/split-rows.js";
import { describe, expect, test } from "vitest";
import { bytesOf } from "../table-bytes.js";
import { workbookText } from "./workbook-text.js";

const FILES = new URL("../../../../tests/tables/files/", import.meta.url);

/** What an independent script put into the files: lines of cells, each after its number. */
interface Expected {
  readonly file?: string;
  readonly sheet?: string | number;
  readonly range?: string;
  readonly lines: readonly (readonly [line: number, ...cells: string[]])[];
  readonly findings?: readonly string[];
}

const expected: Record<string, Expected> = JSON.parse(readFileSync(new URL("expected.json", FILES), "utf8"));

describe("a sheet as text", () => {
  test.each(Object.entries(expected))("has the cells of %s", async (name, { file = name, sheet, range, ...about }) => {
    const bytes = new Uint8Array(readFileSync(new URL(file, FILES)));
    const source = await workbookText(bytesOf(bytes), "a", { sheet, range }, DEFAULT_LIMITS);
    let text = "";
    for await (const piece of source.pieces) text += piece;
    const rows = [...splitRows(text, "\t", { at: 0, line: 1 })].map(({ line, cells }) => [line, ...cells]);
    expect(rows).toEqual(about.lines);
    expect(source.findings().map(({ code }) => code)).toEqual(about.findings ?? []);
  });
});
