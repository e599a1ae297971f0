import type { Figure, Mark } from "@causal-velocity/core/explain/figure.js";
import { expect, test } from "vitest";
import { dataTables, figureCsv, MOST_ROWS } from "./figure-numbers.js";

const number = (label: string) => ({ kind: "number", label }) as const;
const at = (...values: number[]) => Float64Array.from(values);

test("every number of every kind of mark is in the table, with all digits and its panel", () => {
  const figure: Figure = {
    ...{ id: "all", title: "All", caption: "" },
    panels: [
      {
        ...{ title: 'left, "1"', x: number("a"), y: number("b") },
        marks: [
          { kind: "dots", tone: "ink", x: at(0.1 + 0.2, Number.NaN), y: at(1, 2) },
          {
            kind: "curves",
            tone: "ink",
            label: "curve",
            curves: [
              { x: at(0), y: at(1) },
              { x: at(2, 3), y: at(4, 5) },
            ],
          },
          { kind: "arrows", tone: "ink", x: at(1), y: at(2), dx: at(3), dy: at(4) },
          { kind: "signed-squares", tone: "ink", x: at(1), y: at(2), value: at(-3), step: { x: 1, y: 1 }, full: 1 },
          { kind: "band", tone: "ink", x: at(1), low: at(2), high: at(3) },
          { kind: "rules", tone: "ink", x: [7], y: [8] },
          { kind: "words", tone: "ink", x: at(1), y: at(2), text: ["two\nlines"] },
        ],
      },
      {
        ...{ title: "", x: number("a"), y: { kind: "names", label: "", names: ["p"] } },
        marks: [{ kind: "bars", tone: "ink", names: ["p"], value: at(5), low: at(4), high: at(6) }],
      },
      {
        ...{ title: "graph", x: { kind: "none", label: "" }, y: { kind: "none", label: "" } },
        marks: [
          { kind: "links", tone: "ink", label: "sure", from: at(1), to: at(0), value: at(0.4), text: ["b → a: 97%"] },
          { kind: "nodes", tone: "ink", names: ["a", "b"] },
        ],
      },
    ],
  };
  expect(figureCsv(figure).split("\n")).toEqual([
    "panel,mark,item,x,y,dx,dy,value,low,high,text",
    '"left, ""1""",dots,,0.30000000000000004,1,,,,,,',
    '"left, ""1""",dots,,,2,,,,,,',
    '"left, ""1""",curve,1,0,1,,,,,,',
    '"left, ""1""",curve,2,2,4,,,,,,',
    '"left, ""1""",curve,2,3,5,,,,,,',
    '"left, ""1""",arrows,,1,2,3,4,,,,',
    '"left, ""1""",signed-squares,,1,2,,,-3,,,',
    '"left, ""1""",band,,1,,,,,2,3,',
    '"left, ""1""",rules,,7,,,,,,,',
    '"left, ""1""",rules,,,8,,,,,,',
    '"left, ""1""",words,,1,2,,,,,,two\\nlines',
    "2,bars,p,,,,,5,4,6,",
    "graph,sure,b → a,,,,,0.4,,,b → a: 97%",
    "graph,nodes,a,,,,,,,,",
    "graph,nodes,b,,,,,,,,",
    "",
  ]);
});

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
  [{ kind: "nodes", tone: "ink", names: ["a"] }, ["name"], ["a"]],
])("a table of $kind", (mark, heads, row) => {
  expect(table(mark)).toMatchObject({ heads, rows: [row], count: 1 });
});

test("a table of many rows shows some of them, from the first to the last", () => {
  const x = Float64Array.from({ length: 990 }, (_, i) => i);
  const { rows, count, title } = table({ kind: "dots", tone: "ink", x, y: x, label: "rows" });
  expect([rows.length, count, title]).toEqual([MOST_ROWS, 990, "P: rows"]);
  expect([rows[0], rows.at(-1)]).toEqual([
    ["0", "0"],
    ["989", "989"],
  ]);
  expect(new Set(rows.map(([first]) => first)).size).toBe(MOST_ROWS);
});
