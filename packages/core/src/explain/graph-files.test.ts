import { expect, test } from "vitest";
import { readDot, readGraphMl } from "../../../../tests/support/graph-readers.js";
import type { Graph } from "../graph/graph.js";
import { graphFigure } from "./figures/graph-figure.js";
import { graphCsv, graphDot, graphFromJson, graphJson, graphMl } from "./graph-files.js";
import { edgeSentence, knowledgeSentences } from "./graph-words.js";

const NAMES = ['a "quoted" \\', "<b> & 'c'", "=cmd|x\u001b[31m\n\u202e\uffff", "درجة", "alone", "copy"];
const edge = (from: number, to: number, more: Partial<Graph["edges"][number]> = {}) => ({
  ...{ from: NAMES[from], to: NAMES[to], presence: 0.97, direction: 0.9, directed: true },
  strength: { nats: 0.25, variance: 0.5 },
  ...more,
});
const graph: Graph = {
  columns: NAMES,
  edges: [
    edge(0, 1, { presence: 1, direction: 1, known: "arrow" }),
    edge(1, 2),
    edge(0, 2, { presence: 0.85, known: "direction", direction: 1 }),
    edge(1, 3, { presence: 0.6, direction: 0.55, directed: false, strength: { nats: 0, variance: 0.001 } }),
    edge(3, 5, { presence: 1, direction: 0.5, directed: false, strength: { nats: 3, variance: 0.999 }, copy: true }),
  ],
  knowledge: { require: [{ from: NAMES[0], to: NAMES[1] }], tiers: [[NAMES[0]], [NAMES[2]]] },
  maxParents: 4,
  unordered: true,
  rows: { read: 10, used: 10, dropped: 0, reasons: {} },
  seed: 0,
  halves: 20,
  findings: [],
};

/** The arcs of the graph as files have them: an open edge both ways, each with the probability of its way. */
const ARCS = [
  { from: 0, to: 1, presence: 1, direction: 1, directed: true, variance: 0.5, nats: 0.25, known: "arrow" },
  { from: 1, to: 2, presence: 0.97, direction: 0.9, directed: true, variance: 0.5, nats: 0.25 },
  { from: 0, to: 2, presence: 0.85, direction: 1, directed: true, variance: 0.5, nats: 0.25, known: "direction" },
  { from: 1, to: 3, presence: 0.6, direction: 0.55, directed: false, variance: 0.001, nats: 0 },
  { from: 3, to: 1, presence: 0.6, direction: 1 - 0.55, directed: false, variance: 0.001, nats: 0 },
  { from: 3, to: 5, presence: 1, direction: 0.5, directed: false, variance: 0.999, nats: 3, copy: true },
  { from: 5, to: 3, presence: 1, direction: 0.5, directed: false, variance: 0.999, nats: 3, copy: true },
].map(({ from, to, ...data }) => ({
  from,
  to,
  data: Object.entries(data).map(([key, value]) => [key, String(value)]),
}));
const LOOKS = ["style", "penwidth", "dir", "tooltip", "constraint"];

test("DOT obeys its grammar with any name, and has every arrow with its numbers, open ones as two arcs", () => {
  const { nodes, arcs } = readDot(graphDot(graph));
  const names = [NAMES[0], NAMES[1], "=cmd|x\\u001b[31m\\n\\u202e\uffff", NAMES[3], NAMES[4], NAMES[5]];
  expect([...nodes.values()]).toEqual(names);
  const read = arcs.map(({ from, to, data }) => ({
    from: names.indexOf(from),
    to: names.indexOf(to),
    data: Object.entries(data).filter(([key]) => !LOOKS.includes(key)),
  }));
  expect(read).toEqual(ARCS);
  expect(arcs.map(({ data: { style, dir = "" } }) => `${style} ${dir}`.trim())).toEqual([
    ...["solid", "solid", "dashed", "dotted none", "invis", "solid none", "invis"],
  ]);
  expect(arcs[0].data.tooltip).toBe("stated beforehand, explains 50%");
  expect(arcs[5].data.tooltip).toBe("near copies, the first stands for both");
});

test("columns whose names are written the same are different nodes", () => {
  const columns = ["a\nb", "a\\nb", "a\\nb [1]"];
  const clash = { ...graph, columns, edges: [{ ...edge(0, 1), from: columns[0], to: columns[1] }] };
  const { nodes, arcs } = readDot(graphDot(clash));
  expect([...nodes.keys()]).toEqual(["a\\nb [1] [1]", "a\\nb [2]", "a\\nb [1] [3]"]);
  expect(arcs).toMatchObject([{ from: "a\\nb [1] [1]", to: "a\\nb [2]" }]);
  expect(readGraphMl(graphMl(clash)).arcs).toMatchObject([{ from: "n1", to: "n2" }]);
});

test("GraphML obeys its rules with any name, and has every arrow with its numbers, open ones as two arcs", () => {
  const { nodes, arcs } = readGraphMl(graphMl(graph));
  expect([...nodes.values()]).toEqual([
    NAMES[0],
    NAMES[1],
    "=cmd|x\\u001b[31m\\n\\u202e\ufffd",
    NAMES[3],
    NAMES[4],
    NAMES[5],
  ]);
  const place = (id: string): number => [...nodes.keys()].indexOf(id);
  const read = arcs.map(({ from, to, data }) => ({ from: place(from), to: place(to), data: Object.entries(data) }));
  expect(read).toEqual(ARCS);
});

test.each([
  ["an arc to a node that is not there", (xml: string) => xml.replace('target="n2"', 'target="n9"')],
  ["a key that is not declared", (xml: string) => xml.replace('<key id="nats"', '<key id="other"')],
  ["an element that does not end", (xml: string) => xml.replace("</edge>", "")],
  ["a mixed graph", (xml: string) => xml.replace('target="n4"', 'target="n4" directed="false"')],
])("the reader of GraphML refuses %s", (_, damaged) => {
  expect(() => readGraphMl(damaged(graphMl(graph)))).toThrow(/GraphML|XML/);
});

test("CSV has a line for each arrow, with names that no spreadsheet runs; raw as they are", () => {
  const [head, , second] = graphCsv(graph).split("\n");
  expect(head).toBe("from,to,presence,direction,directed,variance,nats,known,copy");
  expect(second).toBe("<b> & 'c','=cmd|x\\u001b[31m\\n\\u202e\uffff,0.97,0.9,true,0.5,0.25,,");
  expect(graphCsv(graph, "raw")).toContain(',"=cmd|x\u001b[31m\n');
});

test("JSON has all of it, with null for what was not stated", () => {
  const record = JSON.parse(graphJson(graph, { version: "1.2.3", routines: "plain" }));
  expect(record.columns).toEqual(NAMES);
  expect(record.edges.map(({ known }: { known: unknown }) => known)).toEqual(["arrow", null, "direction", null, null]);
  expect(record.edges.map(({ copy }: { copy?: true }) => copy)).toEqual([...Array(4), true]);
  expect(record.knowledge).toEqual({ require: graph.knowledge.require, forbid: [], tiers: graph.knowledge.tiers });
});

test("a graph is read back from its JSON as it was, and one without sureness as known", () => {
  const parts = [{ parents: [[], [0], [0, 1], [1], [], [3]] }, { parents: [[], [], [], [], [], []] }];
  const about = { version: "1.2.3", routines: "plain" };
  const text = graphJson({ ...graph, parts }, about);
  expect(JSON.parse(text).searches).toEqual(["1>2 1>3 2>3 2>4 4>6", ""]);
  const back = graphFromJson(text, "file");
  expect(back).toEqual({ ...graph, knowledge: { ...graph.knowledge, forbid: [] }, parts });
  expect(graphFromJson(graphJson(graph, about), "file")).not.toHaveProperty("parts", expect.anything());
  const known = { columns: ["a", "b"], edges: [{ from: "a", to: "b" }] };
  expect(graphFromJson(JSON.stringify(known), "file")).toEqual(known);
});

test.each([
  ["no JSON", "digraph {}", "malformed-file", /^file "g": no JSON; expected a graph as/],
  ["null", "null", "malformed-file", /no graph/],
  [
    "another record",
    '{ "schema": "causal-velocity/pairs@1", "columns": [], "edges": [] }',
    "malformed-file",
    /no graph/,
  ],
  ["arrows without names", '{ "columns": ["a", "b"], "edges": [{ "from": "a" }] }', "malformed-file", /no graph/],
  [
    "half of a graph",
    '{ "schema": "causal-velocity/graph@1", "columns": ["a"], "edges": [] }',
    "malformed-file",
    /fields/,
  ],
  [
    "an unknown column",
    '{ "columns": ["a", "b"], "edges": [{ "from": "a", "to": "c" }] }',
    "wrong-option",
    /^file "g": the arrow from "a" to "c"; expected arrows between/,
  ],
  [
    "a circle",
    '{ "columns": ["a", "b"], "edges": [{ "from": "a", "to": "b" }, { "from": "b", "to": "a" }] }',
    "wrong-option",
    /no circle/,
  ],
  [
    "more columns than a graph may have, however many, at once",
    JSON.stringify({
      columns: Array.from({ length: 60_000 }, (_, i) => `c${i}`),
      edges: Array.from({ length: 59_999 }, (_, i) => ({ from: `c${i}`, to: `c${i + 1}` })),
    }),
    "wrong-option",
    /^file "g": 60,000 columns; expected at most 50/,
  ],
  [
    "a search beyond the columns",
    graphJson({ ...graph, parts: [{ parents: [[9]] }] }, { version: "1", routines: "plain" }),
    "malformed-file",
    /the arrow "10>1" in a search/,
  ],
])("a graph is not read from %s", (_, text, code, words) => {
  expect(() => graphFromJson(text, 'file "g"')).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(words) }),
  );
});

test("the figure has a stroke by sureness, a sign by direction, and every column", () => {
  const [{ marks, x }] = graphFigure(graph).panels;
  const links = marks.flatMap((mark) => (mark.kind === "links" ? [mark] : []));
  expect(links.map(({ stroke, sign, from, to }) => [stroke, sign, ...from, ...to])).toEqual([
    ["solid", "head", 1, 2],
    ["solid", "open-head", 0, 1],
    ["dashed", "open-head", 0, 2],
    ["solid", "ring", 3, 5],
    ["dotted", "ring", 1, 3],
  ]);
  expect(new Set(links.map(({ label }) => label)).size).toBe(3);
  const [nodes] = marks.flatMap((mark) => (mark.kind === "nodes" ? [mark.names] : []));
  expect(nodes).toHaveLength(6);
  expect(nodes[3]).toBe("\u2068درجة\u2069");
  expect(x.label).toBe("The wider a line, the more it explains. At the bottom: columns without an arrow.");
  const empty = graphFigure({ ...graph, edges: [] });
  expect([empty.caption, empty.panels[0].marks.length]).toEqual(["No arrow was found between 6 columns.", 1]);
});

test("sentences", () => {
  const named = (more: object) => edgeSentence({ ...edge(1, 4, more), from: "dose" });
  expect(named({})).toBe("dose → alone: 97% sure, direction 90%, explains 50%");
  expect(named({ presence: 0.999, directed: false, direction: 0.6 })).toBe(
    "dose — alone: more than 99% sure, direction cannot be told (this way 60%), explains 50%",
  );
  expect(named({ directed: false, direction: 0.4 })).toBe(
    "alone — dose: 97% sure, direction cannot be told (this way 60%), explains 50%",
  );
  expect(named({ known: "arrow", strength: { nats: 0, variance: 0 } })).toBe(
    "dose → alone: stated beforehand, explains less than 1%",
  );
  expect(named({ directed: false, copy: true })).toBe("dose ≈ alone: near copies, the first stands for both");
  expect(named({ copy: true, known: "direction" })).toBe("dose → alone: a near copy, direction stated, explains 50%");
  const knowledge = { forbid: [{ from: "a", to: "b" }], tiers: [["x", "y"], ["z"]] };
  expect(knowledgeSentences({ knowledge })).toEqual([
    "There is no a → b.",
    "No arrow leads back in the order x, y < z.",
  ]);
});
