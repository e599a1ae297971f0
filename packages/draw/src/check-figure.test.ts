import type { Figure, Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import { expect, test } from "vitest";
import { checkFigure } from "./check-figure.js";

const of = (...values: number[]) => Float64Array.from(values);
const panel: Panel = { title: "", x: { kind: "number", label: "x" }, y: { kind: "number", label: "y" }, marks: [] };
const figure: Figure = { id: "scatter", title: "", caption: "", panels: [panel] };
const withMark = (mark: Mark): Figure => ({ ...figure, panels: [{ ...panel, marks: [mark] }] });
const withX = (x: Panel["x"]): Figure => ({ ...figure, panels: [{ ...panel, x }] });

test("a figure that can be drawn passes", () => {
  expect(checkFigure(figure)).toBeUndefined();
  expect(checkFigure(withMark({ kind: "dots", tone: "ink", x: of(1), y: of(1) }))).toBeUndefined();
});

test.each<[string, Figure, RegExp]>([
  ["an id that is markup", { ...figure, id: 'a" onload="x' }, /id "a\\" onload=\\"x"; expected lowercase words/],
  ["no panel", { ...figure, panels: [] }, /no panel; expected at least one/],
  [
    "a domain upside down",
    withX({ kind: "number", label: "", domain: [2, 1] }),
    /domain 2 to 1; expected .* low < high/,
  ],
  ["a domain that is not finite", withX({ kind: "number", label: "", domain: [0, Number.NaN] }), /domain 0 to NaN/],
  [
    "0 on a log axis",
    withX({ kind: "number", label: "", domain: [0, 1], log: true }),
    /0 < low < high, for a log axis/,
  ],
  ["no names", withX({ kind: "names", label: "", names: [] }), /no names/],
  ["dots", withMark({ kind: "dots", tone: "ink", x: of(1, 2), y: of(1) }), /dots with 2 x and 1 y/],
  [
    "curves",
    withMark({
      kind: "curves",
      tone: "ink",
      curves: [
        { x: of(1), y: of(1) },
        { x: of(1), y: of() },
      ],
    }),
    /curves with 1 x and 0 y/,
  ],
  ["arrows", withMark({ kind: "arrows", tone: "ink", x: of(1), y: of(1), dx: of(1), dy: of() }), /1 x and 0 dy/],
  [
    "squares",
    withMark({ kind: "signed-squares", tone: "ink", x: of(1), y: of(1), value: of(), step: { x: 1, y: 1 }, full: 1 }),
    /0 value/,
  ],
  ["a band", withMark({ kind: "band", tone: "ink", x: of(1), low: of(1), high: of() }), /0 high/],
  ["words", withMark({ kind: "words", tone: "ink", x: of(1), y: of(1), text: [] }), /0 text/],
  ["bars on numbers", withMark({ kind: "bars", tone: "ink", names: ["a"], value: of(1) }), /a y axis of names/],
])("rejects %s", (_, wrong, message) => {
  expect(() => checkFigure(wrong)).toThrow(message);
  expect(() => checkFigure(wrong)).toThrow(expect.objectContaining({ name: "InputError", code: "wrong-figure" }));
});

const nodes: Mark = { kind: "nodes", tone: "ink", names: ["a", "b", "c"] };
const links = (...ends: [number, number][]): Mark => ({
  ...{ kind: "links", tone: "ink", value: of(...ends.map(() => 1)), text: ends.map(() => "") },
  ...{ from: of(...ends.map(([from]) => from)), to: of(...ends.map(([, to]) => to)) },
});
const none = { kind: "none", label: "" } as const;
const network = (...marks: Mark[]): Figure => ({ ...figure, panels: [{ title: "", x: none, y: none, marks }] });

test("nodes and links that can be drawn pass", () => {
  expect(checkFigure(network(nodes))).toBeUndefined();
  expect(checkFigure(network(links([0, 1], [0, 2]), links([1, 2]), nodes))).toBeUndefined();
});

test.each<[string, Figure, RegExp]>([
  ["links without nodes", network(links([0, 1])), /links and 0 marks of nodes/],
  ["nodes on axes", withMark(nodes), /nodes with axes or other marks/],
  ["nodes beside dots", network(nodes, { kind: "dots", tone: "ink", x: of(1), y: of(1) }), /or other marks/],
  ["a link to nowhere", network(nodes, links([0, 3])), /a link from 0 to 3; expected positions from 0 to 2/],
  ["a link between nodes", network(nodes, links([0.5, 1])), /a link from 0.5 to 1/],
  ["a circle over two marks", network(nodes, links([0, 1], [1, 2]), links([2, 0])), /links in a circle/],
  ["a link to itself", network(nodes, links([1, 1])), /links in a circle/],
  ["a link without a text", network(nodes, { ...links([0, 1]), text: [] } as Mark), /1 from and 0 text/],
])("rejects %s", (_, wrong, message) => {
  expect(() => checkFigure(wrong)).toThrow(message);
});

test("rejects a bar whose name is not on the axis", () => {
  const y = { kind: "names", label: "", names: ["a"] } as const;
  const wrong = {
    ...figure,
    panels: [{ ...panel, y, marks: [{ kind: "bars", tone: "ink", names: ["b"], value: of(1) }] }],
  } as Figure;
  expect(() => checkFigure(wrong)).toThrow(/bar "b"; expected a name of the y axis/);
});
