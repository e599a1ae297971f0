import type { Figure, Mark } from "@causal-velocity/core/explain/figure.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { type CsvCell, csvLine } from "@causal-velocity/core/table/table.js";

const HEADS = ["panel", "mark", "item", "x", "y", "dx", "dy", "value", "low", "high", "text"] as const;
type Field = (typeof HEADS)[number];
type Cells = Partial<Record<Field, CsvCell>>;

/**
 * All numbers behind a figure, with every digit: one line for each dot, point of a curve, arrow, square, point of a band,
 * bar, line or word. What a mark has no use for is left empty, as is what is not finite.
 */
export function figureCsv({ panels }: Figure): string {
  const lines = panels.flatMap((panel, index) =>
    panel.marks.flatMap((mark) => {
      const about: Cells = { panel: panel.title || String(index + 1), mark: mark.label ?? mark.kind };
      return cellsOf(mark).map((cells) => csvLine(HEADS.map((head) => ({ ...about, ...cells })[head])));
    }),
  );
  return `${[csvLine(HEADS), ...lines].join("\n")}\n`;
}

function cellsOf(mark: Mark): Cells[] {
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
  }
}

type Values = Column | readonly string[] | undefined;

function rowsOf(columns: Partial<Record<Field, Values>>): Cells[] {
  const entries = Object.entries(columns) as [Field, Values][];
  const count = Math.max(...entries.map(([, values]) => values?.length ?? 0));
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(entries.map(([field, values]) => [field, values?.[i]])),
  );
}
