import { expect, test } from "vitest";
import type { TablePreview } from "../engine/messages.js";
import { settingsForTable } from "./settings-for-table.js";

/** A table by the kinds of its columns: numbers, text, numbers of the rows. */
const table = (kinds: string) =>
  ({
    columns: [...kinds].map((kind) => ({ numeric: kind !== "t", isRowNumber: kind === "r" })),
  }) as unknown as TablePreview;
const settings = { method: "reci", seed: 2 };

test("columns that are meant for the table and in it are kept, the last one and those of the map among them", () => {
  const given = { ...settings, x: 4, y: 1, columns: [1, 4] };
  expect(settingsForTable(given, table("nntn"), true)).toEqual({ settings: given, isKept: true });
});

test.each([
  ["meant for another table", { x: 4, y: 1 }, false],
  ["beyond the last one", { x: 5, y: 1 }, true],
  ["one and the same", { x: 2, y: 2 }, true],
  ["one alone", { x: 2 }, true],
])("columns that are %s are replaced by the first that are measured", (_, columns, isMeant) => {
  const found = settingsForTable({ ...settings, ...columns }, table("rntn"), isMeant);
  expect(found).toEqual({ settings: { ...settings, x: 2, y: 4 }, isKept: false });
});

test("a map's columns are not those of another table", () => {
  const { settings: found } = settingsForTable({ ...settings, columns: [1, 2] }, table("nnn"), false);
  expect(found.columns).toBeUndefined();
});

test.each([
  ["rn", { x: 1, y: 2 }],
  ["tnt", { x: 2 }],
  ["ttt", {}],
])("of a table %s, %j are taken", (kinds, expected) => {
  expect(settingsForTable(settings, table(kinds), false).settings).toEqual({ ...settings, ...expected });
});
