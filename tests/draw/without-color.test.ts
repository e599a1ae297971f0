import type { Figure, Mark, Tone } from "@causal-velocity/core/explain/figure.js";
import { svgText } from "@causal-velocity/draw/svg.js";
import { describe, expect, test } from "vitest";
import { PALETTES } from "../../packages/draw/src/theme.js";
import { all, drawn } from "./drawn.js";

const of = (...values: number[]) => Float64Array.from(values);
const SOME = { x: of(1, 2), y: of(1, 2) };

/** Marks whose tones may meet in one panel. */
const KINDS: Readonly<Record<string, (tone: Tone) => Mark>> = {
  dots: (tone) => ({ kind: "dots", tone, ...SOME, label: "a" }),
  curves: (tone) => ({ kind: "curves", tone, curves: [SOME], label: "a" }),
  bars: (tone) => ({ kind: "bars", tone, names: ["a", "b"], value: of(1, 2), label: "a" }),
  band: (tone) => ({ kind: "band", tone, x: of(1, 2), low: of(1, 2), high: of(3, 4), label: "a" }),
};
/** Tones of which any two differ by more than color; ink differs from the rest by its lightness. */
const TONES: readonly Tone[] = ["x->y", "y->x", "truth", "alert"];

/** Part of a figure as text, with all colors replaced by one. */
function colorless(mark: Mark, selector: string): string {
  const y = mark.kind === "bars" ? { kind: "names", label: "", names: ["a", "b"] } : { kind: "number", label: "" };
  const panel = { title: "", x: { kind: "number", label: "" }, y, marks: [mark] };
  const [part] = all(drawn({ id: "f", title: "", caption: "", panels: [panel] } as Figure), selector);
  return svgText(part).replace(/#[0-9a-f]{6}/g, "#");
}

describe.each(Object.entries(KINDS))("%s without color", (_, markOf) => {
  test.each([".cv-legend", ".cv-panel"])("differ between directions, truth and alert in %s", (selector) => {
    expect(new Set(TONES.map((tone) => colorless(markOf(tone), selector))).size).toBe(TONES.length);
  });
});

test.each([".cv-legend", ".cv-links"])("links without color differ by stroke and by sign in %s", (selector) => {
  const none = { kind: "none", label: "" } as const;
  const looks = (["solid", "dashed", "dotted"] as const).flatMap((stroke) =>
    (["head", "open-head", "ring"] as const).map((sign) => {
      const ends = { from: of(0), to: of(1), value: of(0.5), text: [""] };
      const link: Mark = { kind: "links", tone: "x->y", label: "a", stroke, sign, ...ends };
      const marks: Mark[] = [link, { kind: "nodes", tone: "ink", names: ["a", "b"] }];
      const panel = { title: "", x: none, y: none, marks };
      const [part] = all(drawn({ id: "f", title: "", caption: "", panels: [panel] }), selector);
      return svgText(part).replace(/#[0-9a-f]{6}/g, (color) => (color === PALETTES.light.background ? color : "#"));
    }),
  );
  expect(new Set(looks).size).toBe(9);
});

test.each(["dots", "curves", "bars"])("muted %s differ from those of either direction", (kind) => {
  const looks = (["muted", "x->y", "y->x"] as const).map((tone) => colorless(KINDS[kind](tone), ".cv-panel"));
  expect(new Set(looks).size).toBe(3);
});
