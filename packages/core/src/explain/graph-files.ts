import type { Graph, GraphEdge, GraphPart } from "../graph/graph.js";
import { graphNames } from "../graph/graph-names.js";
import { acyclicParents, type KnownGraph } from "../graph/what-if-question.js";
import { InputError, requireParts } from "../primitives/errors.js";
import { findingRecord } from "../primitives/finding.js";
import { type CsvForm, csvLine, escapedText, jsonText } from "../primitives/output-text.js";
import { edgeFacts, LIKELY, requireGraph, SURE } from "./graph-words.js";
import type { RecordAbout } from "./records.js";

/** A graph as JSON, `causal-velocity/graph@1`. */
export function graphJson(graph: Graph, about: RecordAbout): string {
  requireGraph(graph);
  requireParts("about", about, ["version", "routines"], "an object with version and routines");
  const { columns, edges, knowledge, maxParents, unordered, rows, seed, halves, parts, findings, transformations } =
    graph;
  return jsonText({
    schema: "causal-velocity/graph@1",
    version: about.version,
    columns,
    edges: edges.map(({ from, to, presence, direction, directed, strength, known, copy }) => ({
      ...{ from, to, presence, direction, directed },
      strength: { nats: strength.nats, variance: strength.variance },
      known: known ?? null,
      ...(copy ? { copy } : {}),
    })),
    knowledge: { require: knowledge.require ?? [], forbid: knowledge.forbid ?? [], tiers: knowledge.tiers ?? [] },
    maxParents,
    unordered,
    ...(transformations ? { transformations } : {}),
    rows,
    halves,
    ...(parts ? { searches: parts.map(searchText) } : {}),
    seed,
    findings: findings.map((finding) => findingRecord(finding, about.words)),
    diagnostics: { routines: about.routines },
  });
}

/** The arrows that a search found, by the numbers of the columns: "1>4 2>4". */
function searchText({ parents }: GraphPart): string {
  return parents.flatMap((each, to) => each.map((from) => `${from + 1}>${to + 1}`)).join(" ");
}

/**
 * The graph in a text that `graphJson` wrote, or one that somebody knows: { "columns": [...], "edges": [{ "from", "to" }] }.
 *
 * @param place of the text, for messages     @throws InputError `malformed-file`; `wrong-option` for arrows in a circle
 */
export function graphFromJson(text: string, place = "the text"): Graph | KnownGraph {
  const record = jsonRecord(text, place);
  const { schema, columns, edges } = record;
  const isKnown = schema === undefined;
  const names = Array.isArray(columns) && columns.every((name) => typeof name === "string");
  const arrows =
    Array.isArray(edges) && edges.every((edge) => ["from", "to"].every((end) => typeof edge?.[end] === "string"));
  if (!names || !arrows || !(isKnown || schema === "causal-velocity/graph@1")) throw malformed(place, "no graph");
  acyclicParents({ columns, edges }, place);
  if (isKnown) return { columns, edges };
  const { knowledge, maxParents, unordered, rows, halves, searches, seed, findings, transformations } =
    record as unknown as Graph & {
      readonly searches?: unknown;
    };
  const counts = [maxParents, rows?.read, rows?.used, halves, seed];
  const isWhole =
    counts.every((count) => Number.isSafeInteger(count)) && Array.isArray(findings) && typeof unordered === "boolean";
  if (!isWhole || !knowledge) {
    throw malformed(place, "a graph without some of its fields");
  }
  const parts = searches === undefined ? undefined : searchesIn(searches, columns, place);
  // JSON has null for what was not known before.
  const stated = (edges as GraphEdge[]).map(({ known, ...edge }) => (known ? { ...edge, known } : edge));
  const done = Array.isArray(transformations) ? { transformations } : {};
  return { columns, edges: stated, knowledge, maxParents, unordered, rows, seed, halves, parts, findings, ...done };
}

function jsonRecord(text: string, place: string): Record<string, unknown> {
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record === "object" && record !== null) return record as Record<string, unknown>;
  } catch {
    throw malformed(place, "no JSON");
  }
  throw malformed(place, "no graph");
}

function searchesIn(searches: unknown, columns: readonly string[], place: string): GraphPart[] {
  const texts = Array.isArray(searches) ? searches : [undefined];
  return texts.map((words: unknown) => {
    if (typeof words !== "string" || !/^(\d+>\d+( \d+>\d+)*)?$/.test(words))
      throw malformed(place, "a search without arrows");
    const edges = words.split(" ").flatMap((arrow) => {
      const [from, to] = arrow.split(">").map((number) => columns[Number(number) - 1]);
      if (arrow === "") return [];
      if (from === undefined || to === undefined) throw malformed(place, `the arrow "${arrow}" in a search`);
      return [{ from, to }];
    });
    return { parents: acyclicParents({ columns, edges }, place) };
  });
}

function malformed(place: string, value: string): InputError {
  return new InputError({
    code: "malformed-file",
    place,
    value,
    expected:
      'a graph as causal-velocity graph writes it, or { "columns": ["a", "b"], "edges": [{ "from": "a", "to": "b" }] }',
    remedy: "Write one with causal-velocity graph --out FILE.json.",
  });
}

/** Names of the columns of a table of arrows. */
const EDGE_HEADS = ["from", "to", "presence", "direction", "directed", "variance", "nats", "known", "copy"] as const;

/** The arrows of a graph as a tidy table, one row each, the surest first; numbers have all their digits. */
export function graphCsv(graph: Graph, form: CsvForm = "safe"): string {
  requireGraph(graph);
  const lines = graph.edges.map(({ from, to, presence, direction, directed, strength, known, copy }) =>
    csvLine(
      [from, to, presence, direction, String(directed), strength.variance, strength.nats, known, copy && "true"],
      form,
    ),
  );
  return `${[csvLine(EDGE_HEADS), ...lines].join("\n")}\n`;
}

/** What is known of an arrow, by the names that files give it, with the types of GraphML. */
const EDGE_DATA: readonly [key: string, type: string, value: (edge: GraphEdge) => string | number | undefined][] = [
  ["presence", "double", ({ presence }) => presence],
  ["direction", "double", ({ direction }) => direction],
  ["directed", "boolean", ({ directed }) => String(directed)],
  ["variance", "double", ({ strength }) => strength.variance],
  ["nats", "double", ({ strength }) => strength.nats],
  ["known", "string", ({ known }) => known],
  ["copy", "boolean", ({ copy }) => copy && String(copy)],
];

/**
 * The arcs that stand for an edge in a file of arcs: an arrow is one, and an edge whose direction cannot be told two, one
 * each way, each with the probability that it is this way. So a reader that knows nothing of sureness sees no direction
 * that is not told.
 */
function arcsOf(edge: GraphEdge): GraphEdge[] {
  const { from, to, direction, directed } = edge;
  return directed ? [edge] : [edge, { ...edge, from: to, to: from, direction: 1 - direction }];
}

/** Widths of lines in points: the thinnest, and what all the variance would add. */
const [THINNEST, ADDED] = [1, 5];
const DECIMALS = 2;

/**
 * A graph in the language of Graphviz, with the numbers of every arrow. Lines are wider the more an arrow explains, and
 * broken the less sure it is. An edge whose direction cannot be told is a line without a head and, for readers of arcs,
 * an unseen arc the other way. Lines end without semicolons, after which pydot finds a node of its own.
 */
export function graphDot(graph: Graph): string {
  requireGraph(graph);
  const { columns } = graph;
  const called = dotNames(columns);
  const nameOf = (column: string): string => called[columns.indexOf(column)];
  const arcs = graph.edges.flatMap((edge) =>
    arcsOf(edge).map((arc, k) => {
      const { presence, strength, directed } = arc;
      const line = {
        style: presence >= SURE ? "solid" : presence >= LIKELY ? "dashed" : "dotted",
        penwidth: (THINNEST + ADDED * strength.variance).toFixed(DECIMALS),
        ...(directed ? {} : { dir: "none" }),
        tooltip: edgeFacts(edge).join(", "),
      };
      const known = EDGE_DATA.flatMap(([key, , value]) => {
        const datum = value(arc);
        return datum === undefined ? [] : [[key, String(datum)] as const];
      });
      const looks = k === 0 ? Object.entries(line) : [["style", "invis"] as const, ["constraint", "false"] as const];
      const written = [...looks, ...known].map(([key, value]) => `${key}=${dotText(value)}`);
      return `  ${nameOf(arc.from)} -> ${nameOf(arc.to)} [${written.join(", ")}]`;
    }),
  );
  const nodes = called.map((name) => `  ${name}`);
  return ["digraph {", '  node [shape=box, style="rounded"]', ...nodes, ...arcs, "}", ""].join("\n");
}

/** What columns are called in a file for Graphviz; names that would read the same get the numbers of their columns. */
function dotNames(columns: readonly string[]): string[] {
  const shown = columns.map((name) => escapedText(name));
  return graphNames(shown.map((name, k) => ({ number: k + 1, name }))).map(dotText);
}

/** A text between quotes, shown as it is: what is unseen is escaped, and no backslash means anything. */
function dotText(text: string): string {
  return `"${escapedText(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/**
 * A graph as GraphML, with the numbers of every arrow. An edge whose direction cannot be told is two arcs, one each way,
 * with `directed` false.
 */
export function graphMl(graph: Graph): string {
  requireGraph(graph);
  const { columns, edges } = graph;
  const id = (name: string): string => `n${columns.indexOf(name) + 1}`;
  const data = (key: string, value: string | number | undefined): string =>
    value === undefined ? "" : `<data key="${key}">${xmlText(String(value))}</data>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    '  <key id="name" for="node" attr.name="name" attr.type="string"/>',
    ...EDGE_DATA.map(([key, type]) => `  <key id="${key}" for="edge" attr.name="${key}" attr.type="${type}"/>`),
    '  <graph edgedefault="directed">',
    ...columns.map((name) => `    <node id="${id(name)}">${data("name", name)}</node>`),
    ...edges.flatMap(arcsOf).map((arc) => {
      const known = EDGE_DATA.map(([key, , value]) => data(key, value(arc))).join("");
      return `    <edge source="${id(arc.from)}" target="${id(arc.to)}">${known}</edge>`;
    }),
    "  </graph>",
    "</graphml>",
    "",
  ].join("\n");
}

const XML_ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that XML cannot hold, besides those that are escaped as unseen. */
const NOT_IN_XML = /[\ufffe\uffff]/g;

function xmlText(text: string): string {
  return escapedText(text)
    .replace(NOT_IN_XML, "\ufffd")
    .replace(/[&<>"]/g, (character) => XML_ESCAPES[character]);
}
