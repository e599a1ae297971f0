import { percentText } from "../decide/verdict-sentence.js";
import type { Graph, GraphEdge } from "../graph/graph.js";
import { displayName } from "../pair/display-names.js";
import { requireEach, requireList, requireParts, wrongOption } from "../primitives/errors.js";

/** What a graph rests on, whatever the data: titles and sentences. */
export const GRAPH_ASSUMPTIONS: readonly (readonly [title: string, text: string])[] = [
  [
    "No hidden common causes.",
    "Something outside the table that drives two of its columns looks like an arrow between them.",
  ],
  ["No feedback.", "No column drives one that drives it, directly or through others."],
  [
    "Noise that enters by location and scale.",
    "What the causes leave unexplained shifts a column, by an amount whose size may depend on the causes.",
  ],
  [
    "Smooth sums and low-order products.",
    "The influences of several causes add up, or act in pairs, and each follows a smooth curve.",
  ],
];

const WHAT_GRAPH_RETURNS = "what graph returns";

/** @throws InputError `wrong-option` */
export function requireGraph(graph: Graph): void {
  requireParts("graph", graph, ["columns", "edges", "knowledge", "rows", "findings"], WHAT_GRAPH_RETURNS);
  const { columns, edges, findings } = graph;
  requireList("graph", columns, WHAT_GRAPH_RETURNS);
  if (columns.some((name) => typeof name !== "string")) throw wrongOption("graph", columns, WHAT_GRAPH_RETURNS);
  requireEach("graph", edges, ["from", "to", "presence", "direction", "strength"], WHAT_GRAPH_RETURNS);
  requireEach("graph", findings, ["code", "severity", "sentence"], WHAT_GRAPH_RETURNS);
}

/** How sure arrows with a solid line are at least, and those with dashes; others are dotted. */
export const [SURE, LIKELY] = [0.95, 0.8] as const;

/** The arrow as it is told: one whose direction cannot be told with the likelier cause first. */
export function toldEdge(edge: GraphEdge): GraphEdge {
  const { from, to, direction, directed } = edge;
  return directed || direction >= 0.5 ? edge : { ...edge, from: to, to: from, direction: 1 - direction };
}

/** "→"; "—" where the direction cannot be told, "≈" between near copies. */
export function edgeSign({ directed, copy }: Pick<GraphEdge, "directed" | "copy">): "→" | "—" | "≈" {
  return directed ? "→" : copy ? "≈" : "—";
}

/** "dose → response", with the sign of the edge. @param name how a column is called */
export function edgeNames(edge: GraphEdge, name: (column: string) => string = displayName): string {
  return `${name(edge.from)} ${edgeSign(edge)} ${name(edge.to)}`;
}

/** How sure an arrow and its direction are, and how much of its effect's variance it explains: parts of a sentence. */
export function edgeFacts({ presence, direction, directed, known, strength, copy }: GraphEdge): string[] {
  if (copy && !directed) return ["near copies, the first stands for both"];
  const sure = known === "arrow" ? "stated beforehand" : copy ? "a near copy" : `${percentText(presence)} sure`;
  const way =
    known === "direction"
      ? ["direction stated"]
      : known === "arrow"
        ? []
        : directed
          ? [`direction ${percentText(direction)}`]
          : [`direction cannot be told (this way ${percentText(direction)})`];
  return [sure, ...way, `explains ${shareText(strength.variance)}`];
}

/** An arrow in one line: "dose → response: 97% sure, direction 99%, explains 41%". */
export function edgeSentence(edge: GraphEdge): string {
  const told = toldEdge(edge);
  return `${edgeNames(told)}: ${edgeFacts(told).join(", ")}`;
}

/** A share in whole percent. */
export function shareText(share: number): string {
  return share < 0.005 ? "less than 1%" : `${Math.round(100 * share)}%`;
}

/** What was stated beforehand, a sentence for each kind; none if nothing was. @param name how a column is called */
export function knowledgeSentences(
  { knowledge: { require = [], forbid = [], tiers = [] } }: Pick<Graph, "knowledge">,
  name: (column: string) => string = displayName,
): string[] {
  const arrows = (list: typeof require): string => list.map(({ from, to }) => `${name(from)} → ${name(to)}`).join(", ");
  return [
    ...(require.length > 0 ? [`There is ${arrows(require)}.`] : []),
    ...(forbid.length > 0 ? [`There is no ${arrows(forbid)}.`] : []),
    ...(tiers.length > 0
      ? [`No arrow leads back in the order ${tiers.map((group) => group.map(name).join(", ")).join(" < ")}.`]
      : []),
  ];
}

/** How many arrows a graph has; near copies do not count. */
export function arrowCount({ edges }: Pick<Graph, "edges">): number {
  return edges.filter(({ copy }) => !copy).length;
}

/** Why a graph has no arrows, if it has none. */
export function noArrowSentence({ columns, findings }: Pick<Graph, "columns" | "findings">): string {
  const isOrdered = findings.some(({ code, severity }) => code === "ordered-rows" && severity === "fail");
  return isOrdered
    ? "No arrows are given, because rows follow each other."
    : `No arrow was found between ${columns.length} columns.`;
}

/** Columns that no arrow touches, in the order of the graph. */
export function columnsWithoutArrow({ columns, edges }: Pick<Graph, "columns" | "edges">): string[] {
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return columns.filter((column) => !linked.has(column));
}
