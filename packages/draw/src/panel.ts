import type { Axis, Bars, Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import * as Plot from "@observablehq/plot";
import { type AxisScale, axisScale, linearTicks, logTicks, shareOf, type Tick } from "./axis.js";
import { bandMarks, curvesMarks, rulesMarks } from "./marks/lines.js";
import type { MarkContext } from "./marks/mark-context.js";
import { linksMarks, nodesMarks, type PlacedNetwork, placedNetwork } from "./marks/network.js";
import { arrowsMarks, dotsMarks, wordsMarks } from "./marks/points.js";
import { barsMarks, signedSquaresMarks } from "./marks/rectangles.js";
import { svgElement, textElement, tidy } from "./svg.js";
import { FONT_SIZE, LINE_HEIGHT, shortenNames, textWidth, wrap } from "./text.js";
import type { Palette } from "./theme.js";
import { NAME_GAP, placedTriangle, type Triangle } from "./triangle.js";

/** Height of the frame (the area between the axes) as a share of the width, and its limits in pixels. */
const FRAME_RATIO = 0.68;
const LEAST_HEIGHT = 170;
const MOST_HEIGHT = 380;
/** Height of a name with one bar, and of each further bar. */
const NAME_ROW = 24;
const BAR_ROW = 12;
/** Maximum width of the names of the y axis, as a share of the panel's width. */
const NAMES_SHARE = 0.42;
/** From tick label to frame; free at the left; free at the right, for half of the last tick label. */
const TICK_GAP = 8;
const LEFT_EDGE = 4;
const RIGHT_MARGIN = 18;
const TOP_MARGIN = 10;
/** Height of a tick of the y axis; the x axis has as many ticks as fit with a gap between their labels. */
const TICK_ROW = 36;
const MOST_TICKS = 9;
const TEXT_GAP = 14;

const TITLE_ROW = FONT_SIZE.panelTitle * LINE_HEIGHT;
const LABEL_ROW = FONT_SIZE.label * LINE_HEIGHT;
/** From the bottom of a line of text to its baseline. */
const DESCENT = LABEL_ROW / 4;
const TICK_TEXT_ROW = FONT_SIZE.tick * LINE_HEIGHT;

/** A panel with its computed heights, so that all panels of a row can get the same ones. */
export interface PanelPlan {
  readonly panel: Panel;
  readonly width: number;
  readonly x: AxisScale;
  readonly y: AxisScale;
  readonly frameHeight: number;
  /** From the top of the panel to that of its frame. */
  readonly head: number;
  /** From the bottom of the frame to that of the panel. */
  readonly foot: number;
  /** Its nodes and links, if it has any. */
  readonly network: PlacedNetwork | undefined;
  /** Its cells, if its names are on the diagonal. */
  readonly triangle: Triangle | undefined;
}

/** Computes the scales and heights of a panel for a given width. */
export function planPanel(panel: Panel, width: number): PanelPlan {
  const bars = panel.marks.filter(({ kind }) => kind === "bars").length;
  const byRatio = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, width * FRAME_RATIO));
  const byNames =
    panel.y.kind === "names" ? panel.y.names.length * (NAME_ROW + BAR_ROW * Math.max(0, bars - 1)) : undefined;
  const network = placedNetwork(panel.marks, frameBeside(0, width).width);
  const triangle = placedTriangle(panel, frameBeside(0, width).width);
  const byCells = triangle && triangle.names.length * triangle.cell.height;
  return {
    panel,
    width,
    x: axisScale(panel, "x"),
    y: axisScale(panel, "y"),
    frameHeight: (network && Math.ceil(network.layout.height)) ?? byCells ?? byNames ?? byRatio,
    head: (panel.title ? TITLE_ROW : 0) + (panel.y.label ? LABEL_ROW : 0) + TOP_MARGIN,
    foot: TICK_GAP + footHeight(panel.x, frameBeside(0, width).width),
    network,
    triangle,
  };
}

/** Ticks and label of the x axis. */
function footHeight(axis: Axis, width: number): number {
  if (axis.kind === "names" && axis.at === "diagonal") return 0;
  if (axis.kind === "none") return axis.label ? wrap(axis.label, width, FONT_SIZE.label).length * LABEL_ROW : 0;
  return TICK_TEXT_ROW + (axis.label ? LABEL_ROW : 0);
}

/**
 * Draws a panel as a group with its corner at 0, 0: title and labels around what Plot draws. Pauses once, after Plot has
 * drawn.
 */
export function* drawPanel(
  plan: PanelPlan,
  clipId: string,
  palette: Palette,
  document: Document,
): Generator<undefined, SVGElement> {
  const { panel, width, frameHeight, head, foot, triangle } = plan;
  const yTicks = yTicksOf(plan);
  const { left, width: frameWidth } = frameAcross(plan, yTicks);
  const xTicks = triangle ? [] : fittingTicks(panel.x, plan.x, frameWidth);
  const context: MarkContext = {
    palette,
    x: plan.x,
    y: plan.y,
    bars: panel.marks.filter((mark): mark is Bars => mark.kind === "bars"),
    names: panel.y.kind === "names" ? panel.y.names : [],
    frame: { width: frameWidth, height: frameHeight },
    network: plan.network,
  };
  const grid = { className: "cv-grid", stroke: palette.grid };
  const plot = Plot.plot({
    document,
    width,
    height: head + frameHeight + foot,
    marginTop: head,
    marginRight: width - left - frameWidth,
    marginBottom: foot,
    marginLeft: left,
    x: plotScale(plan.x, false),
    y: plotScale(plan.y, panel.y.kind === "names"),
    marks: [
      panel.x.kind === "number" ? Plot.ruleX(placesOf(xTicks), grid) : null,
      panel.y.kind === "number" ? Plot.ruleY(placesOf(yTicks), grid) : null,
      ...panel.marks.flatMap((mark) => plotMarks(mark, context)),
      hasLine(panel.y) ? Plot.frame({ className: "cv-axis", anchor: "left", stroke: palette.muted }) : null,
      hasLine(panel.x) ? Plot.frame({ className: "cv-axis", anchor: "bottom", stroke: palette.muted }) : null,
      tickTexts(xTicks, "x", palette),
      tickTexts(yTicks, "y", palette),
      triangle ? triangleNames(triangle, palette) : null,
    ],
  });
  yield;
  tidy(plot, clipId);
  // Plot relies on the text-anchor of the SVG around its texts.
  const drawn = svgElement(document, "g", { "text-anchor": "middle" }, ...Array.from(plot.childNodes));
  return svgElement(document, "g", { class: "cv-panel" }, ...titles(plan, left, palette, document), drawn);
}

/** Left edge and width of the frame within the panel, beside the labels of the y axis. */
export function frameAcross(plan: PanelPlan, yTicks = yTicksOf(plan)): { left: number; width: number } {
  const { triangle } = plan;
  if (triangle) return { ...frameBeside(0, plan.width), width: triangle.names.length * triangle.cell.width };
  return frameBeside(Math.max(...yTicks.map(({ text }) => textWidth(text, FONT_SIZE.tick)), 0), plan.width);
}

function frameBeside(labels: number, width: number): { left: number; width: number } {
  const left = Math.ceil(labels) + TICK_GAP + LEFT_EDGE;
  return { left, width: width - left - RIGHT_MARGIN };
}

function yTicksOf({ panel, y, width, frameHeight, triangle }: PanelPlan): NamedTick[] {
  if (triangle) return [];
  return ticksOf(panel.y, y, Math.max(2, Math.floor(frameHeight / TICK_ROW)), width * NAMES_SHARE);
}

function plotScale({ low, high, log }: AxisScale, isTopDown: boolean): Plot.ScaleOptions {
  return { type: log ? "log" : "linear", domain: isTopDown ? [high, low] : [low, high], axis: null, label: null };
}

function hasLine(axis: Axis): boolean {
  return axis.kind === "number" || (axis.kind === "names" && axis.at === undefined);
}

/** A tick, and its full label if that was cut. */
type NamedTick = Tick & { readonly full?: string | undefined };

function ticksOf(axis: Axis, scale: AxisScale, count: number, room: number): NamedTick[] {
  if (axis.kind === "none") return [];
  if (axis.kind === "names") {
    return axis.names.map((name, at) => {
      const { shown, full } = shortenNames(name, room, FONT_SIZE.tick);
      return { at, text: shown, full };
    });
  }
  return scale.log ? logTicks(scale.low, scale.high, count) : linearTicks(scale.low, scale.high, count);
}

/** As many ticks of the x axis as fit beside each other. */
function fittingTicks(axis: Axis, scale: AxisScale, width: number): NamedTick[] {
  if (axis.kind === "names") return ticksOf(axis, scale, 0, width / axis.names.length - TEXT_GAP / 2);
  for (let count = MOST_TICKS; count > 1; count--) {
    const ticks = ticksOf(axis, scale, count, width);
    if (haveRoom(ticks, scale, width)) return ticks;
  }
  return ticksOf(axis, scale, 1, width).slice(0, 1);
}

function haveRoom(ticks: readonly Tick[], scale: AxisScale, width: number): boolean {
  let free = Number.NEGATIVE_INFINITY;
  for (const { at, text } of ticks) {
    const [middle, half] = [shareOf(scale, at) * width, textWidth(text, FONT_SIZE.tick) / 2];
    if (middle - half < free) return false;
    free = middle + half + TEXT_GAP;
  }
  return true;
}

const placesOf = (ticks: readonly Tick[]): number[] => ticks.map(({ at }) => at);

function tickTexts(ticks: readonly NamedTick[], side: "x" | "y", palette: Palette): Plot.Markish {
  const places = placesOf(ticks);
  const position =
    side === "x"
      ? { x: places, frameAnchor: "bottom" as const, lineAnchor: "top" as const, dy: TICK_GAP }
      : { y: places, frameAnchor: "left" as const, textAnchor: "end" as const, dx: -TICK_GAP };
  return Plot.text(
    { length: ticks.length },
    {
      ...position,
      className: `cv-ticks-${side}`,
      text: ticks.map(({ text }) => text),
      title: ticks.map(({ full }) => full ?? ""),
      fontSize: FONT_SIZE.tick,
      fill: palette.muted,
      fontVariant: "tabular-nums",
    },
  );
}

/** Names at the cells of the diagonal. */
function triangleNames({ names, cell }: Triangle, palette: Palette): Plot.Markish {
  const places = names.map((_, k) => k);
  return Plot.text(
    { length: names.length },
    {
      className: "cv-names",
      x: places,
      y: places,
      dx: NAME_GAP - cell.width / 2,
      textAnchor: "start",
      text: names.map(({ shown }) => shown),
      title: names.map(({ full }) => full ?? ""),
      fontSize: FONT_SIZE.tick,
      fill: palette.ink,
    },
  );
}

/** Title and axis labels, each on its own line. */
function titles(
  { panel, width, head, frameHeight, foot }: PanelPlan,
  left: number,
  palette: Palette,
  document: Document,
) {
  const texts: SVGElement[] = [];
  if (panel.title) {
    const fitted = shortenNames(panel.title, width, FONT_SIZE.panelTitle);
    const look = { class: "cv-panel-title", "font-size": FONT_SIZE.panelTitle, "font-weight": 600, fill: palette.ink };
    texts.push(textElement(document, fitted, { ...look, x: 0, y: FONT_SIZE.panelTitle }));
  }
  const look = { class: "cv-axis-label", "font-size": FONT_SIZE.label, fill: palette.ink };
  if (panel.y.label) {
    const fitted = shortenNames(panel.y.label, width, FONT_SIZE.label);
    texts.push(textElement(document, fitted, { ...look, x: 0, y: head - TOP_MARGIN - DESCENT }));
  }
  if (panel.x.label) {
    const lines =
      panel.x.kind === "none"
        ? wrap(panel.x.label, width - left - RIGHT_MARGIN, FONT_SIZE.label)
        : [shortenNames(panel.x.label, width - left, FONT_SIZE.label)];
    const [x, bottom] = [left + (width - left - RIGHT_MARGIN) / 2, head + frameHeight + foot - DESCENT];
    lines.forEach((line, k) => {
      const place = { x, y: bottom - (lines.length - 1 - k) * LABEL_ROW, "text-anchor": "middle" };
      texts.push(textElement(document, line, { ...look, ...place }));
    });
  }
  return texts;
}

/** The marks of Plot that draw a mark of a figure. */
function plotMarks(mark: Mark, context: MarkContext): Plot.Markish[] {
  switch (mark.kind) {
    case "dots":
      return dotsMarks(mark, context);
    case "curves":
      return curvesMarks(mark, context);
    case "arrows":
      return arrowsMarks(mark, context);
    case "signed-squares":
      return signedSquaresMarks(mark, context);
    case "band":
      return bandMarks(mark, context);
    case "bars":
      return barsMarks(mark, context);
    case "rules":
      return rulesMarks(mark, context);
    case "words":
      return wordsMarks(mark, context);
    case "nodes":
      return nodesMarks(mark, context);
    case "links":
      return linksMarks(mark, context);
  }
}
