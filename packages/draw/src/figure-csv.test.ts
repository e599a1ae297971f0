import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { expect, test } from "vitest";
import { figureCsv } from "./figure-csv.js";

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
    ],
  };
  expect(figureCsv(figure).split(/\n(?!lines)/)).toEqual([
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
    '"left, ""1""",words,,1,2,,,,,,"two\nlines"',
    "2,bars,p,,,,,5,4,6,",
    "",
  ]);
});
