import { ORDINARY_GRAPH } from "@causal-velocity/lab/benchmark/graph-settings.js";
import { graphMethods, OUR_GRAPH_METHOD } from "@causal-velocity/lab/rivals/graphs/graph-methods.js";
import { MARGIN, printable, wrap } from "../printable.js";
import { alignedLines } from "./benchmark-text.js";
import type { GraphBenchmarkRecord } from "./graph-benchmark-record.js";

interface TableColumn {
  /** For the terminal, and for the page. */
  readonly heading: readonly [short: string, long: string];
  cell(record: GraphBenchmarkRecord): string;
}

const COLUMNS: readonly TableColumn[] = [
  { heading: ["method", "method"], cell: ({ method }) => method },
  { heading: ["SHD", "SHD"], cell: ({ shd }) => decimals(shd) },
  { heading: ["±", "±"], cell: ({ shdError }) => decimals(shdError) },
  { heading: ["to best", "to best rival"], cell: ({ difference }) => signed(difference) },
  { heading: ["±", "±"], cell: ({ differenceError }) => decimals(differenceError) },
  { heading: ["eP", "edges: precision"], cell: ({ edgePrecision }) => percent(edgePrecision) },
  { heading: ["eR", "recall"], cell: ({ edgeRecall }) => percent(edgeRecall) },
  { heading: ["aP", "arrows: precision"], cell: ({ arrowPrecision }) => percent(arrowPrecision) },
  { heading: ["aR", "recall"], cell: ({ arrowRecall }) => percent(arrowRecall) },
  { heading: ["order", "against order"], cell: ({ orderDivergence }) => percent(orderDivergence) },
  { heading: ["s", "seconds"], cell: ({ secondsPerGraph }) => significant(secondsPerGraph) },
];

/** A benchmark of graphs for people, at most 80 columns wide: a table for each setting, and what its columns are. */
export function graphBenchmarkText(records: readonly GraphBenchmarkRecord[]): string {
  const parts = bySetting(records).flatMap((own) => [
    wrap(settingSentence(own), MARGIN),
    alignedLines([COLUMNS.map(({ heading }) => heading[0]), ...cellsOf(own)], 1).join("\n"),
  ]);
  const notes = [
    "SHD: edges that are missing, wrong or reversed, and half of those without direction; ±: one standard error. To best: paired difference to the best rival other than the method itself. In percent: precision and recall of edges (eP, eR) and of arrows (aP, aR), and true arrows against the found order. s: seconds a graph.",
    ...failureNotes(records),
  ];
  return `\n${parts.join("\n\n")}\n\n${notes.map((note) => wrap(note, MARGIN)).join("\n")}\n\n`;
}

/** The page of a benchmark: what was measured, an overview, and a table for each setting. */
export function graphBenchmarkMarkdown(records: readonly GraphBenchmarkRecord[]): string {
  const settings = bySetting(records);
  const methods = [...new Set(records.map(({ method }) => method))];
  const lines = [
    "# Graphs found in simulated tables",
    "",
    `Made by \`causal-velocity benchmark-graphs --out DIR\`; run it again, do not edit. Every method gets the same tables: random graphs whose columns are functions of their causes and of noise, standardized, in random order (${ORDINARY_GRAPH.columns} columns, ${ORDINARY_GRAPH.degree} neighbors each on average, ${ORDINARY_GRAPH.rows} rows, if the setting says nothing else).`,
    "",
    "SHD, the structural Hamming distance, counts edges that are missing, wrong or reversed, 1 each, and ½ for an edge that is found without a direction. *To best rival*: the mean paired difference to the SHD of the best rival other than the method itself. *Against order*: true arrows whose effect leads to the cause in the found graph. Precision, recall and *against order* are percentages of all edges of a setting. ± is one standard error. Seconds are those of one thread on a machine that does other work too.",
    "",
    "| method | what it does | reference |",
    "|---|---|---|",
    ...graphMethods
      .filter(({ name }) => methods.includes(name))
      .map(({ name, summary, reference }) => line([`\`${name}\``, summary, reference])),
    "",
    "## Mean SHD",
    "",
    ...fewGraphsNote(settings),
    line(["setting", "graphs", "edges", ...methods.map((method) => `\`${method}\``), ...overviewHeadings(methods)]),
    line(["---", ...Array.from({ length: 2 + methods.length + overviewHeadings(methods).length }, () => "---:")]),
    ...settings.map((own) => overviewLine(own, methods)),
    ...settings.flatMap((own) => [
      "",
      `## ${own[0]?.setting}`,
      "",
      settingSentence(own),
      "",
      line(COLUMNS.map(({ heading }) => heading[1])),
      line(COLUMNS.map((_, k) => (k === 0 ? "---" : "---:"))),
      ...cellsOf(own).map(line),
    ]),
    ...failureNotes(records).flatMap((note) => ["", note]),
    "",
  ];
  return lines.join("\n");
}

/** Graphs of a setting from which its means are taken as measured, not as rough. */
const ENOUGH_GRAPHS = 100;

function fewGraphsNote(settings: readonly (readonly GraphBenchmarkRecord[])[]): string[] {
  const fewest = Math.min(...settings.map(([first]) => first?.graphs ?? 0));
  if (fewest >= ENOUGH_GRAPHS) return [];
  return [
    `Only ${fewest} graphs of a setting were made: means are rough. The standard error of each is in the table of its setting; differences below two of them say nothing.`,
    "",
  ];
}

function overviewHeadings(methods: readonly string[]): string[] {
  return methods.includes(OUR_GRAPH_METHOD) && methods.length > 1 ? ["ours to the best rival"] : [];
}

/** The mean SHD of every method on a setting, the lowest in bold. */
function overviewLine(own: readonly GraphBenchmarkRecord[], methods: readonly string[]): string {
  const lowest = Math.min(...own.map(({ shd }) => shd).filter(Number.isFinite));
  const cells = methods.map((method) => {
    const shd = own.find((record) => record.method === method)?.shd ?? Number.NaN;
    return shd === lowest ? `**${decimals(shd)}**` : decimals(shd);
  });
  const ours = own.find(({ method }) => method === OUR_GRAPH_METHOD);
  const last = overviewHeadings(methods).map(() => `${signed(ours?.difference)} ± ${decimals(ours?.differenceError)}`);
  return line([own[0]?.setting ?? "", String(own[0]?.graphs ?? 0), decimals(own[0]?.edges), ...cells, ...last]);
}

function bySetting(records: readonly GraphBenchmarkRecord[]): GraphBenchmarkRecord[][] {
  const names = [...new Set(records.map(({ setting }) => setting))];
  return names.map((name) => records.filter(({ setting }) => setting === name));
}

const TOPOLOGIES = { "erdos-renyi": "Erdős–Rényi", "scale-free": "scale-free" } as const;

function settingSentence([first]: readonly GraphBenchmarkRecord[]): string {
  if (!first) return "No graphs.";
  const { mechanism, topology, columns, rows, graphs, edges, seed } = first;
  const count = graphs === 1 ? "one graph" : `${graphs} graphs`;
  return `${mechanism}, ${TOPOLOGIES[topology]}: ${count} of ${columns} columns and ${decimals(edges)} edges, ${rows} rows, from seed ${seed}`;
}

function cellsOf(records: readonly GraphBenchmarkRecord[]): string[][] {
  return records.map((record) => COLUMNS.map(({ cell }) => cell(record)));
}

/** One line for each method and setting with failures, with the first reason. */
function failureNotes(records: readonly GraphBenchmarkRecord[]): string[] {
  return records.flatMap(({ setting, method, graphs, failed, results }) => {
    const first = results.find((result) => "error" in result);
    if (!(first && "error" in first)) return [];
    return [
      `${setting}, ${method}: failed on ${failed} of ${graphs} graphs, which count in no number: ${first.error.message}`,
    ];
  });
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => printable(cell).replaceAll("|", "\\|")).join(" | ")} |`;
}

function decimals(value: number | null | undefined): string {
  return Number.isFinite(value) ? (value as number).toFixed(2) : "-";
}

function signed(value: number | null | undefined): string {
  const text = decimals(value);
  return Number.isFinite(value) && (value as number) >= 0 ? `+${text}` : text;
}

function percent(share: number): string {
  return Number.isFinite(share) ? (100 * share).toFixed(0) : "-";
}

function significant(seconds: number): string {
  return Number.isFinite(seconds) ? String(Number(seconds.toPrecision(2))) : "-";
}
