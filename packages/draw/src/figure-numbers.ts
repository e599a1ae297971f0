import type { Figure, Links, Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { type CsvCell, type CsvForm, csvLine } from "@causal-velocity/core/primitives/output-text.js";
import { numberText } from "./number-text.js";

const HEADS = ["panel", "mark", "item", "x", "y", "dx", "dy", "value", "low", "high", "text"] as const;
type Field = (typeof HEADS)[number];
type Cells = Partial<Record<Field, CsvCell>>;

/**
 * The numbers behind a figure as CSV, with all digits: one line for each dot, point of a curve, arrow, square, point of a
 * band, bar, rule or text. Fields that a mark does not have, and values that are not finite, are empty.
 *
 * @param form whether texts that a spreadsheet would run are marked as text, which is the default, or written raw
 */
export function figureCsv({ panels }: Figure, form: CsvForm = "safe"): string {
  const lines = panels.flatMap((panel, index) =>
    panel.marks.flatMap((mark) => {
      const about: Cells = { panel: panel.title || String(index + 1), mark: mark.label ?? mark.kind };
      return cellsOf(mark, nodeNames(panel)).map((cells) =>
        csvLine(
          HEADS.map((head) => ({ ...about, ...cells })[head]),
          form,
        ),
      );
    }),
  );
  return `${[csvLine(HEADS), ...lines].join("\n")}\n`;
}

function nodeNames({ marks }: Panel): readonly string[] {
  return marks.flatMap((mark) => (mark.kind === "nodes" ? mark.names : []));
}

function cellsOf(mark: Mark, nodes: readonly string[]): Cells[] {
  switch (mark.kind) {
    case "dots":
      return rowsOf({ x: mark.x, y: mark.y });
    case "curves":
      return mark.curves.flatMap(({ x, y }, index) => rowsOf({ x, y }).map((cells) => ({ ...cells, item: index + 1 })));
    case "arrows":
      return rowsOf({ x: mark.x, y: mark.y, dx: mark.dx, dy: mark.dy });
    case "signed-squares":
      return rowsOf({ x: mark.x, y: mark.y, value: mark.value });
    case "band":
      return rowsOf({ x: mark.x, low: mark.low, high: mark.high });
    case "bars":
      return rowsOf({ item: mark.names, value: mark.value, low: mark.low, high: mark.high });
    case "rules":
      return [...(mark.x ?? []).map((x) => ({ x })), ...(mark.y ?? []).map((y) => ({ y }))];
    case "words":
      return rowsOf({ x: mark.x, y: mark.y, text: mark.text });
    case "nodes":
      return rowsOf({ item: mark.names });
    case "links":
      return rowsOf({ item: linkNames(mark, nodes), value: mark.value, text: mark.text });
  }
}

/** The nodes at both ends of each link. */
function linkNames({ from, to }: Links, nodes: readonly string[]): string[] {
  return Array.from(from, (first, i) => `${nodes[first]} → ${nodes[to[i] as number]}`);
}

type Values = Column | readonly string[] | undefined;

function rowsOf(columns: Partial<Record<Field, Values>>): Cells[] {
  const entries = Object.entries(columns) as [Field, Values][];
  const count = Math.max(...entries.map(([, values]) => values?.length ?? 0));
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(entries.map(([field, values]) => [field, values?.[i]])),
  );
}

/** The numbers behind a mark as a table, for readers who cannot see the drawing. */
export interface DataTable {
  readonly title: string;
  readonly heads: readonly string[];
  /** At most 50 rows, evenly spaced. */
  readonly rows: readonly (readonly string[])[];
  /** Number of rows before some were left out. */
  readonly count: number;
}

export const MOST_ROWS = 50;

const KINDS: Readonly<Record<Mark["kind"], string>> = {
  dots: "Dots",
  curves: "Curves",
  arrows: "Arrows",
  "signed-squares": "Squares",
  band: "Band",
  bars: "Bars",
  rules: "Lines",
  words: "Words",
  nodes: "Nodes",
  links: "Links",
};

/** One table per mark, in the order of the drawing. */
export function dataTables(figure: Figure): DataTable[] {
  return figure.panels.flatMap((panel) => panel.marks.map((mark) => dataTable(panel, mark)));
}

function dataTable(panel: Panel, mark: Mark): DataTable {
  const { heads, count, row } = columns(mark, panel.x.label || "x", panel.y.label || "y", nodeNames(panel));
  const shown = Math.min(count, MOST_ROWS);
  const spread = (i: number) => (shown < 2 ? 0 : Math.round((i * (count - 1)) / (shown - 1)));
  return {
    title: [panel.title, mark.label ?? KINDS[mark.kind]].filter(Boolean).join(": "),
    heads,
    rows: Array.from({ length: shown }, (_, i) => row(spread(i)).map(cellText)),
    count,
  };
}

type Cell = number | string | undefined;

interface Columns {
  readonly heads: readonly string[];
  readonly count: number;
  row(index: number): Cell[];
}

function columns(mark: Mark, x: string, y: string, nodes: readonly string[]): Columns {
  switch (mark.kind) {
    case "dots":
      return { heads: [x, y], count: mark.x.length, row: (i) => [mark.x[i], mark.y[i]] };
    case "curves":
      return curveColumns(mark.curves, x, y);
    case "arrows":
      return {
        heads: [x, y, `change of ${x}`, `change of ${y}`],
        count: mark.x.length,
        row: (i) => [mark.x[i], mark.y[i], mark.dx[i], mark.dy[i]],
      };
    case "signed-squares":
      return { heads: [x, y, "value"], count: mark.x.length, row: (i) => [mark.x[i], mark.y[i], mark.value[i]] };
    case "band":
      return { heads: [x, "from", "to"], count: mark.x.length, row: (i) => [mark.x[i], mark.low[i], mark.high[i]] };
    case "bars":
      return barColumns(mark, x, y);
    case "rules":
      return ruleColumns(mark, x, y);
    case "words":
      return { heads: [x, y, "text"], count: mark.x.length, row: (i) => [mark.x[i], mark.y[i], mark.text[i]] };
    case "nodes":
      return { heads: ["name"], count: mark.names.length, row: (i) => [mark.names[i]] };
    case "links": {
      const names = linkNames(mark, nodes);
      return {
        heads: ["link", "width", "text"],
        count: names.length,
        row: (i) => [names[i], mark.value[i], mark.text[i]],
      };
    }
  }
}

function curveColumns(curves: Extract<Mark, { kind: "curves" }>["curves"], x: string, y: string): Columns {
  const points = curves.flatMap((curve, index) => Array.from(curve.x, (at, i): Cell[] => [index + 1, at, curve.y[i]]));
  return { heads: ["curve", x, y], count: points.length, row: (i) => points[i] ?? [] };
}

function barColumns({ names, value, low, high }: Extract<Mark, { kind: "bars" }>, x: string, y: string): Columns {
  const heads = low && high ? [y, x, "from", "to"] : [y, x];
  return {
    heads,
    count: names.length,
    row: (i) => (low && high ? [names[i], value[i], low[i], high[i]] : [names[i], value[i]]),
  };
}

function ruleColumns(mark: Extract<Mark, { kind: "rules" }>, x: string, y: string): Columns {
  const lines: Cell[][] = [...(mark.x ?? []).map((at) => [x, at]), ...(mark.y ?? []).map((at) => [y, at])];
  return { heads: ["axis", "at"], count: lines.length, row: (i) => lines[i] ?? [] };
}

function cellText(cell: Cell): string {
  return typeof cell === "number" ? numberText(cell) : (cell ?? "");
}
