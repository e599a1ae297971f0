import type { Panel } from "@causal-velocity/core/explain/figure.js";
import { expect, test } from "vitest";
import { FONT_SIZE, textWidth } from "./text.js";
import { NAME_GAP, placedTriangle } from "./triangle.js";

function panelOf(count: number): Panel {
  const names = Array.from({ length: count }, (_, k) => `a long name of a column, which ends in ${k + 1}`);
  const axis = { kind: "names", label: "", names, at: "diagonal" } as const;
  return { title: "", x: axis, y: axis, marks: [] };
}

test.each([5, 12, 40, 100])("%i long names keep both ends, differ, and end within the width", (count) => {
  const width = 760;
  const { names, cell } = placedTriangle(panelOf(count), width) ?? { names: [], cell: { width: 0, height: 0 } };
  expect(new Set(names.map(({ shown }) => shown)).size).toBe(count);
  names.forEach(({ shown }, k) => {
    expect(shown).toMatch(new RegExp(`^a long .*… ?.*${k + 1}$`));
    expect(k * cell.width + NAME_GAP + textWidth(shown, FONT_SIZE.tick)).toBeLessThanOrEqual(width + 1e-9);
  });
  // A row has room for a line of text.
  expect(cell.height).toBeGreaterThanOrEqual(FONT_SIZE.tick * 1.3);
});

test("names on one axis only make no triangle", () => {
  const panel = panelOf(3);
  expect(placedTriangle({ ...panel, x: { kind: "none", label: "" } }, 760)).toBeUndefined();
});
