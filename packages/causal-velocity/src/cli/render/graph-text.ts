import { wholePercent } from "@causal-velocity/core/decide/verdict-sentence.js";
import {
  arrowCount,
  columnsWithoutArrow,
  edgeSign,
  GRAPH_ASSUMPTIONS,
  knowledgeSentences,
  noArrowSentence,
  shareText,
  toldEdge,
} from "@causal-velocity/core/explain/graph-words.js";
import type { Graph, GraphEdge } from "@causal-velocity/core/graph/graph.js";
import { displayWidth, MARGIN, padDisplay, rowLines, shortName, wrap } from "../printable.js";
import { findingLines } from "./decision-text.js";

/** Columns of a terminal for one name, so that a line has room for two and three numbers. */
const NAME_WIDTH = 20;

/** A graph for people, at most 80 columns wide: a line for each arrow, then what it rests on. */
export function graphText(graph: Graph): string {
  const { rows, findings, transformations } = graph;
  const nameOf = shortNames(graph.columns);
  const doubts = findings.filter(({ severity }) => severity !== "pass");
  const paragraphs = [
    wrap(headline(graph), MARGIN),
    ...(graph.edges.length > 0 ? [arrowLines(graph, nameOf)] : []),
    [...factLines(graph, nameOf), rowLines(rows, transformations), searchLine(graph)].join("\n"),
    ...(doubts.length > 0 ? [findingLines(doubts).join("\n")] : []),
    wrap(`Assumes ${ASSUMPTIONS}.`, MARGIN),
  ];
  return `\n${paragraphs.join("\n\n")}\n\n`;
}

const ASSUMPTIONS = GRAPH_ASSUMPTIONS.map(([title]) => title.charAt(0).toLowerCase() + title.slice(1, -1)).join(", ");

function headline(graph: Graph): string {
  const { columns } = graph;
  const count = arrowCount(graph);
  if (count === 0) return noArrowSentence(graph);
  const linked = columns.length - columnsWithoutArrow(graph).length;
  const arrows = count === 1 ? "One arrow" : `${count} arrows`;
  const among = linked === columns.length ? `${linked} columns` : `${linked} of ${columns.length} columns`;
  return `${arrows} between ${among}${count === 1 ? "" : ", the surest first"}:`;
}

/** What each column is called: a name that would be cut like another one gets its number. */
function shortNames(columns: readonly string[]): (column: string) => string {
  const short = columns.map((name) => shortName(name, NAME_WIDTH));
  const called = columns.map((name, k) => {
    const isShared = short.filter((other) => other === short[k]).length > 1;
    const number = `${k + 1}: `;
    return isShared ? number + shortName(name, NAME_WIDTH - number.length) : (short[k] ?? "");
  });
  return (column) => called[columns.indexOf(column)] ?? shortName(column, NAME_WIDTH);
}

/** One line for each arrow, below a line of heads. */
function arrowLines({ edges }: Graph, nameOf: (column: string) => string): string {
  const cells = edges.map(toldEdge).map((edge) => ({ edge, cause: nameOf(edge.from), effect: nameOf(edge.to) }));
  const causeWidth = Math.max(...cells.map(({ cause }) => displayWidth(cause)));
  const effectWidth = Math.max(...cells.map(({ effect }) => displayWidth(effect)));
  const lines = cells.map(({ edge, cause, effect }) => {
    const names = `${padDisplay(cause, causeWidth)} ${edgeSign(edge)} ${padDisplay(effect, effectWidth)}`;
    return MARGIN + [names, ...numbers(edge)].join("");
  });
  const head = MARGIN + " ".repeat(causeWidth + 3 + effectWidth) + HEADS.map((text) => column(text)).join("");
  const signs = new Set(edges.map(edgeSign));
  const notes = [
    ...(signs.has("—") ? [wrap("—  the direction cannot be told", MARGIN)] : []),
    ...(signs.has("≈") ? [wrap("≈  near copies: the first stands for both in all other arrows", MARGIN)] : []),
  ];
  return [head, ...lines, ...(notes.length > 0 ? ["", ...notes] : [])].join("\n");
}

const HEADS = ["sure", "direction", "explains"] as const;
const column = (text: string): string => text.padStart(11);

function numbers({ presence, direction, directed, strength, known, copy }: GraphEdge): string[] {
  if (copy && !directed) return [];
  const cells = [
    known === "arrow" ? "stated" : percent(presence),
    known ? "stated" : percent(direction),
    strength.variance < 0.005 ? "<1%" : shareText(strength.variance),
  ];
  return cells.map(column);
}

function percent(probability: number): string {
  return `${wholePercent(probability) ?? ">99"}%`;
}

/** Columns without an arrow, and what was stated beforehand. */
function factLines(graph: Graph, nameOf: (column: string) => string): string[] {
  const without = columnsWithoutArrow(graph);
  const isAlone = without.length > 0 && graph.edges.length > 0;
  return [
    ...(isAlone ? [wrap(`no arrow touches ${without.map(nameOf).join(", ")}`, `${MARGIN}alone   `)] : []),
    ...knowledgeSentences(graph, nameOf).map((sentence, k) =>
      wrap(sentence, `${MARGIN}${k === 0 ? "known   " : "        "}`),
    ),
  ];
}

function searchLine({ halves, maxParents, unordered, seed }: Graph): string {
  const order = unordered ? "the order of the rows ignored, " : "";
  const words = `all rows and ${halves} random halves, at most ${maxParents} causes of a column, ${order}seed ${seed}`;
  return wrap(words, `${MARGIN}search  `);
}
