import type { Figure, Mark } from "@causal-velocity/core/explain/figure.js";
import { expect, test } from "vitest";
import { dataTables, MOST_ROWS } from "./data-table.js";

const of = (...values: number[]) => Float64Array.from(values);
const table = (mark: Mark) => {
  const panel = {
    title: "P",
    x: { kind: "number", label: "dose" },
    y: { kind: "number", label: "" },
    marks: [mark],
  } as const;
  const figure: Figure = { id: "f", title: "", caption: "", panels: [panel] };
  return dataTables(figure)[0];
};

test.each<[Mark, string[], string[]]>([
  [{ kind: "dots", tone: "ink", x: of(1), y: of(2) }, ["dose", "y"], ["1", "2"]],
  [{ kind: "curves", tone: "ink", curves: [{ x: of(1), y: of(Number.NaN) }] }, ["curve", "dose", "y"], ["1", "1", "—"]],
  [
    { kind: "arrows", tone: "ink", x: of(1), y: of(2), dx: of(3), dy: of(4) },
    ["dose", "y", "change of dose", "change of y"],
    ["1", "2", "3", "4"],
  ],
  [
    { kind: "signed-squares", tone: "ink", x: of(1), y: of(2), value: of(-3), step: { x: 1, y: 1 }, full: 1 },
    ["dose", "y", "value"],
    ["1", "2", "−3"],
  ],
  [{ kind: "band", tone: "ink", x: of(1), low: of(2), high: of(3) }, ["dose", "from", "to"], ["1", "2", "3"]],
  [{ kind: "bars", tone: "ink", names: ["a"], value: of(2) }, ["y", "dose"], ["a", "2"]],
  [
    { kind: "bars", tone: "ink", names: ["a"], value: of(2), low: of(1), high: of(3) },
    ["y", "dose", "from", "to"],
    ["a", "2", "1", "3"],
  ],
  [{ kind: "rules", tone: "ink", y: [4] }, ["axis", "at"], ["y", "4"]],
  [{ kind: "words", tone: "ink", x: of(1), y: of(2), text: ["hi"] }, ["dose", "y", "text"], ["1", "2", "hi"]],
])("a table of $kind", (mark, heads, row) => {
  expect(table(mark)).toMatchObject({ heads, rows: [row], count: 1 });
});

test("of many rows, some are shown, from the first to the last", () => {
  const x = Float64Array.from({ length: 990 }, (_, i) => i);
  const { rows, count, title } = table({ kind: "dots", tone: "ink", x, y: x, label: "rows" });
  expect([rows.length, count, title]).toEqual([MOST_ROWS, 990, "P: rows"]);
  expect([rows[0], rows.at(-1)]).toEqual([
    ["0", "0"],
    ["989", "989"],
  ]);
  expect(new Set(rows.map(([first]) => first)).size).toBe(MOST_ROWS);
});
