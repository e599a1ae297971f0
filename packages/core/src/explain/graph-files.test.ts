import { expect, test } from "vitest";
import type { Graph } from "../graph/graph.js";
import { graphFigure } from "./figures/graph-figure.js";
import { graphCsv, graphDot, graphFromJson, graphJson, graphMl } from "./graph-files.js";
import { edgeSentence, knowledgeSentences } from "./graph-words.js";

const NAMES = ['a "quoted" \\', "<b> & 'c'", "=cmd|x\u001b[31m\n\u202e\uffff", "درجة", "alone"];
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
  ],
  knowledge: { require: [{ from: NAMES[0], to: NAMES[1] }], tiers: [[NAMES[0]], [NAMES[2]]] },
  maxParents: 4,
  unordered: true,
  rows: { read: 10, used: 10, dropped: 0, reasons: {} },
  seed: 0,
  halves: 20,
  findings: [],
};

test("DOT quotes every name, so that none ends its text and none is seen as an escape", () => {
  const dot = graphDot(graph);
  // Texts as Graphviz reads them: a backslash belongs to the sign after it.
  const texts = [...dot.matchAll(/"((?:[^"\\]|\\["\\])*)"/g)].map(([, text]) => text.replaceAll(/\\(.)/g, "$1"));
  expect(
    dot
      .replaceAll(/"(?:[^"\\]|\\["\\])*"/g, "T")
      .split("\n")
      .slice(2, -2),
  ).toEqual([
    ...NAMES.map(() => "  T;"),
    "  T -> T [style=T, penwidth=T, tooltip=T];",
    "  T -> T [style=T, penwidth=T, tooltip=T];",
    "  T -> T [style=T, penwidth=T, tooltip=T];",
    "  T -> T [style=T, penwidth=T, dir=T, tooltip=T];",
  ]);
  expect(texts.slice(1, 6)).toEqual([NAMES[0], NAMES[1], "=cmd|x\\u001b[31m\\n\\u202e\uffff", NAMES[3], NAMES[4]]);
  expect(texts).toContain("stated beforehand, explains 50%");
  expect(texts.filter((text) => ["solid", "dashed", "dotted", "none"].includes(text))).toEqual([
    ...["solid", "solid", "dashed", "dotted", "none"],
  ]);
});

test("GraphML is XML with every name as text, and edges that are not directed where the way is not known", () => {
  const xml = graphMl(graph);
  expect(xml).toContain('<node id="n1"><data key="name">a &quot;quoted&quot; \\</data></node>');
  expect(xml).toContain('<node id="n2"><data key="name">&lt;b&gt; &amp; \'c\'</data></node>');
  expect(xml).toContain('<node id="n3"><data key="name">=cmd|x\\u001b[31m\\n\\u202e\ufffd</data></node>');
  expect(xml).toContain(
    '<edge source="n2" target="n3"><data key="presence">0.97</data><data key="direction">0.9</data><data key="variance">0.5</data><data key="nats">0.25</data></edge>',
  );
  expect(xml).toContain('<edge source="n2" target="n4" directed="false">');
  // Elements in order, each closed; nothing of a name among them.
  const tags = [...xml.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)].filter(([, , , isEmpty]) => !isEmpty);
  const open: string[] = [];
  for (const [, isEnd, name] of tags) {
    if (isEnd) expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect([open, new Set(tags.map(([, , name]) => name))]).toEqual([
    [],
    new Set(["graphml", "graph", "node", "data", "edge"]),
  ]);
});

test("CSV has a line for each arrow, with names that no spreadsheet runs; raw as they are", () => {
  const [head, , second] = graphCsv(graph).split("\n");
  expect(head).toBe("from,to,presence,direction,directed,variance,nats,known");
  expect(second).toBe("<b> & 'c','=cmd|x\\u001b[31m\\n\\u202e\uffff,0.97,0.9,true,0.5,0.25,");
  expect(graphCsv(graph, "raw")).toContain(',"=cmd|x\u001b[31m\n');
});

test("JSON has all of it, with null for what was not stated", () => {
  const record = JSON.parse(graphJson(graph, { version: "1.2.3", routines: "plain" }));
  expect(record.columns).toEqual(NAMES);
  expect(record.edges.map(({ known }: { known: unknown }) => known)).toEqual(["arrow", null, "direction", null]);
  expect(record.knowledge).toEqual({ require: graph.knowledge.require, forbid: [], tiers: graph.knowledge.tiers });
});

test("a graph is read back from its JSON as it was, and one without sureness as known", () => {
  const parts = [{ parents: [[], [0], [0, 1], [1], []] }, { parents: [[], [], [], [], []] }];
  const about = { version: "1.2.3", routines: "plain" };
  const text = graphJson({ ...graph, parts }, about);
  expect(JSON.parse(text).searches).toEqual(["1>2 1>3 2>3 2>4", ""]);
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
    ["dotted", "ring", 1, 3],
  ]);
  expect(new Set(links.map(({ label }) => label)).size).toBe(3);
  const [nodes] = marks.flatMap((mark) => (mark.kind === "nodes" ? [mark.names] : []));
  expect(nodes).toHaveLength(5);
  expect(nodes[3]).toBe("\u2068درجة\u2069");
  expect(x.label).toBe("The wider a line, the more it explains. At the bottom: columns without an arrow.");
  const empty = graphFigure({ ...graph, edges: [] });
  expect([empty.caption, empty.panels[0].marks.length]).toEqual(["No arrow was found between 5 columns.", 1]);
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
  const knowledge = { forbid: [{ from: "a", to: "b" }], tiers: [["x", "y"], ["z"]] };
  expect(knowledgeSentences({ knowledge })).toEqual([
    "There is no a → b.",
    "No arrow leads back in the order x, y < z.",
  ]);
});
