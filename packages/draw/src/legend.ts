import type { Figure, Mark } from "@causal-velocity/core/explain/figure.js";
import { BAND_OPACITY } from "./marks/lines.js";
import { LINE_WIDTH } from "./marks/mark-context.js";
import { headLook, headPath, headSize, linkDash, RING_RADIUS } from "./marks/network.js";
import { shapeOf } from "./marks/points.js";
import { HOLLOW_OPACITY, PALE_OPACITY } from "./marks/rectangles.js";
import { numberText } from "./number-text.js";
import { svgElement, textElement } from "./svg.js";
import { FONT_SIZE, textWidth, wrap } from "./text.js";
import { dashOf, type Palette, toneStyle } from "./theme.js";

/** Width of a symbol, gap before its text, and gap between entries. */
const SYMBOL_WIDTH = 28;
const SYMBOL_GAP = 6;
const ENTRY_GAP = 20;
const LEGEND_ROW = 20;
/** Height of a line of an entry. */
const LINE = 16;
/** Half heights of symbols. */
const BAND_HALF = 6;
const BAR_HALF = 4.5;
const SQUARE_HALF = 5;
const DOT_RADIUS = 4;
const OUTLINE = 1.4;
/** Paths of symbols: 28 wide, centered at height 0. */
const OPEN_ARROW = "M2,0H28M21,-4L28,0L21,4";
const NARROW_ARROW = "M2,0H28M20,-2L28,0L20,2";
/** Arrows that all lead up or down: the lower end, and the size beside one that leads across. */
const UP_BASE = 9;
const UP_SCALE = 0.62;
const CROSS = "M10,-4l8,8m0,-8l-8,8";
const DIAMOND = "M14,-5.5l4,5.5l-4,5.5l-4,-5.5z";
const TRIANGLE = "M14,-4.5l4.5,8h-9z";
const NODE_SYMBOL = { x: 2, y: -5, width: SYMBOL_WIDTH - 4, height: 10, rx: 4 } as const;
/** From the middle of a line of text to its baseline. */
const BASELINE = "0.35em";

export interface Legend {
  readonly element: SVGElement;
  readonly height: number;
}

/** Draws an entry for every label, in as many rows as the width needs. */
export function drawLegend(figure: Figure, palette: Palette, width: number, document: Document): Legend {
  const element = svgElement(document, "g", { class: "cv-legend", "font-size": FONT_SIZE.legend });
  let left = 0;
  let top = 0;
  let bottom = 0;
  for (const { text: whole, marks } of entries(figure)) {
    const symbolsWidth = marks.length * (SYMBOL_WIDTH + SYMBOL_GAP);
    const lines = wrap(whole, width - symbolsWidth, FONT_SIZE.legend);
    const entryWidth = symbolsWidth + Math.max(...lines.map(({ shown }) => textWidth(shown, FONT_SIZE.legend)));
    if (left > 0 && left + entryWidth > width) {
      left = 0;
      top = bottom;
    }
    bottom = Math.max(bottom, top + LEGEND_ROW + (lines.length - 1) * LINE);
    const middle = top + LEGEND_ROW / 2;
    const symbols = marks.map((mark, i) => {
      const place = i === 0 ? {} : { transform: `translate(${i * (SYMBOL_WIDTH + SYMBOL_GAP)},0)` };
      return svgElement(document, "g", place, ...symbol(mark, palette, document));
    });
    const labels = lines.map((line, i) => textElement(document, line, { x: symbolsWidth, y: i * LINE, dy: BASELINE }));
    const place = { class: "cv-legend-entry", transform: `translate(${Math.round(left)},${middle})` };
    element.append(svgElement(document, "g", place, ...symbols, ...labels));
    left += entryWidth + ENTRY_GAP;
  }
  return { element, height: bottom };
}

interface Entry {
  readonly text: string;
  /** One mark of each look, if marks of several tones have the same label: one per direction, for example. */
  readonly marks: Mark[];
}

/** Marks of a kind with the same label share an entry; those that also look the same share a symbol. */
function entries(figure: Figure): Entry[] {
  const found = new Map<string, Entry & { readonly looks: Set<string> }>();
  for (const mark of figure.panels.flatMap(({ marks }) => marks)) {
    if (!mark.label) continue;
    const text = legendText(mark);
    const key = JSON.stringify([mark.kind, text]);
    const entry = found.get(key) ?? { text, marks: [], looks: new Set() };
    found.set(key, entry);
    const shape = mark.kind === "dots" ? shapeOf(mark) : "stroke" in mark ? mark.stroke : undefined;
    const sign = mark.kind === "links" ? mark.sign : undefined;
    const hollow = "hollow" in mark ? mark.hollow : undefined;
    const look = JSON.stringify([mark.tone, shape, sign, "weight" in mark ? mark.weight : undefined, hollow]);
    if (!entry.looks.has(look)) entry.marks.push(mark);
    entry.looks.add(look);
  }
  return [...found.values()];
}

function legendText(mark: Mark): string {
  if (mark.kind !== "signed-squares") return mark.label ?? "";
  if (mark.value.every((value) => value >= 0)) return `${mark.label}, full size from ${numberText(mark.full)}`;
  return `${mark.label}: filled positive, hollow negative, full size from ${numberText(mark.full)}`;
}

/** A small version of the mark, centered vertically. */
function symbol(mark: Mark, palette: Palette, document: Document): SVGElement[] {
  const color = palette[mark.tone];
  const draw = (name: string, attributes: Record<string, string | number | undefined>) =>
    svgElement(document, name, { fill: "none", ...attributes });
  const line = (width: number, dash: string, y = 0) =>
    draw("path", {
      d: `M0,${y}H${SYMBOL_WIDTH}`,
      stroke: color,
      "stroke-width": width,
      "stroke-dasharray": dash || undefined,
      "stroke-linecap": "round",
    });
  const middle = SYMBOL_WIDTH / 2;
  switch (mark.kind) {
    case "dots":
      return [dotSymbol(shapeOf(mark), color, draw)];
    case "curves":
      return [line(LINE_WIDTH[mark.weight ?? toneStyle(mark.tone).weight], dashOf(mark.tone, mark.stroke))];
    case "rules":
      return [line(LINE_WIDTH.rule, dashOf(mark.tone, mark.stroke))];
    case "arrows": {
      const d = toneStyle(mark.tone).hollow ? NARROW_ARROW : OPEN_ARROW;
      const isUp = mark.dx.every((step) => step === 0);
      const transform = isUp ? `translate(${middle},${UP_BASE}) rotate(-90) scale(${UP_SCALE})` : undefined;
      return [draw("path", { d, stroke: color, "stroke-width": LINE_WIDTH.normal, transform })];
    }
    case "signed-squares":
      if (mark.value.every((value) => value >= 0)) {
        const opacity = { "fill-opacity": mark.pale ? PALE_OPACITY : 1 };
        const [x, size] = [middle - SQUARE_HALF, 2 * SQUARE_HALF];
        return [draw("rect", { x, y: -SQUARE_HALF, width: size, height: size, fill: color, ...opacity })];
      }
      return [
        draw("rect", { x: 1, y: -SQUARE_HALF, width: 2 * SQUARE_HALF, height: 2 * SQUARE_HALF, fill: color }),
        draw("rect", {
          x: middle + 2,
          y: -SQUARE_HALF + 1,
          width: 2 * SQUARE_HALF - 2,
          height: 2 * SQUARE_HALF - 2,
          stroke: color,
          "stroke-width": OUTLINE,
        }),
      ];
    case "band": {
      const area = {
        x: 0,
        y: -BAND_HALF,
        width: SYMBOL_WIDTH,
        height: 2 * BAND_HALF,
        fill: color,
        "fill-opacity": BAND_OPACITY,
      };
      const dash = dashOf(mark.tone, undefined);
      return [draw("rect", area), line(LINE_WIDTH.hair, dash, -BAND_HALF), line(LINE_WIDTH.hair, dash, BAND_HALF)];
    }
    case "bars": {
      const dash = dashOf(mark.tone, undefined) || undefined;
      const outline = { stroke: color, "stroke-width": LINE_WIDTH.normal, "stroke-dasharray": dash };
      const hollow = { "fill-opacity": HOLLOW_OPACITY, ...outline, "stroke-linecap": "round" };
      const look = (mark.hollow ?? toneStyle(mark.tone).hollow) ? hollow : {};
      return [
        draw("rect", { x: 2, y: -BAR_HALF, width: SYMBOL_WIDTH - 4, height: 2 * BAR_HALF, fill: color, ...look }),
      ];
    }
    case "words":
      return [
        textElement(
          document,
          { shown: "abc", full: undefined },
          { x: SYMBOL_WIDTH, y: 0, dy: BASELINE, fill: color, "text-anchor": "end" },
        ),
      ];
    case "nodes":
      return [draw("rect", { ...NODE_SYMBOL, stroke: color, "stroke-width": LINE_WIDTH.rule })];
    case "links": {
      const width = LINE_WIDTH.normal;
      const isHead = mark.sign !== "ring";
      const tip = { x: 0, y: 0 };
      const end = SYMBOL_WIDTH - (isHead ? Math.floor(headSize(width).length) : 0);
      return [
        draw("path", {
          d: `M0,0H${end}`,
          stroke: color,
          "stroke-width": width,
          "stroke-dasharray": linkDash(mark, width),
          "stroke-linecap": mark.stroke === "dotted" ? "round" : undefined,
        }),
        isHead
          ? draw("path", {
              d: headPath(tip, width),
              ...headLook(mark, color, palette),
              transform: `translate(${SYMBOL_WIDTH},0) rotate(-90)`,
            })
          : draw("circle", {
              cx: middle,
              cy: 0,
              r: RING_RADIUS,
              fill: palette.background,
              stroke: color,
              "stroke-width": OUTLINE,
            }),
      ];
    }
  }
}

function dotSymbol(
  shape: ReturnType<typeof shapeOf>,
  color: string,
  draw: (name: string, attributes: Record<string, string | number | undefined>) => SVGElement,
): SVGElement {
  const cx = SYMBOL_WIDTH / 2;
  const outline = { stroke: color, "stroke-width": OUTLINE };
  if (shape === "disc") return draw("circle", { cx, cy: 0, r: DOT_RADIUS, fill: color });
  if (shape === "ring") return draw("circle", { cx, cy: 0, r: DOT_RADIUS, ...outline });
  if (shape === "diamond") return draw("path", { d: DIAMOND, fill: color });
  if (shape === "cross") return draw("path", { d: CROSS, ...outline });
  return draw("path", { d: TRIANGLE, ...outline });
}
