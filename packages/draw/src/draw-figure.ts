import { type Figure, InputError } from "@causal-velocity/core";
import type { AxisScale } from "./axis.js";
import { checkFigure } from "./check-figure.js";
import { drawLegend } from "./legend.js";
import { drawPanel, frameAcross, type PanelPlan, planPanel } from "./panel.js";
import { svgElement, svgText, textElement } from "./svg.js";
import { FONT_FAMILY, FONT_SIZE, LINE_HEIGHT, plainText, wrap } from "./text.js";
import { type Palette, paletteOf, type Theme } from "./theme.js";

export interface FigureOptions {
  readonly theme: Theme;
  /** In pixels; the height follows from it. */
  readonly width?: number | undefined;
  /** Without, the figure's title is left to the page; the drawing is still named by it. */
  readonly titled?: boolean | undefined;
}

export interface DrawOptions extends FigureOptions {
  /** Makes the elements: the page's own, or one that is not shown anywhere. */
  readonly document: Document;
}

export const DEFAULT_WIDTH = 760;
export const LEAST_WIDTH = 240;
/** Wider ones are a slip of the pen, and as PNG gigabytes. */
const MOST_WIDTH = 5000;
/** Panels narrower than this stand below each other. */
const LEAST_PANEL_WIDTH = 300;
const PANEL_GAP = 20;
const EDGE = 8;
const TITLE_GAP = 4;
const TITLE_ROW = FONT_SIZE.title * LINE_HEIGHT;
const LEGEND_GAP = 12;

/**
 * A figure as one SVG: title, legend, and its panels side by side, wrapped where there is no room.
 *
 * The same figure and options give the same elements, whatever was drawn before and whoever's document it is.
 * @throws InputError `wrong-figure` for a figure that cannot be drawn, `wrong-option` for an option
 */
export function drawFigure(figure: Figure, options: DrawOptions): SVGSVGElement {
  const steps = drawFigureInSteps(figure, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * What `drawFigure` draws, with a pause before each panel and in the middle of it, for pages that must not be still for
 * as long as the whole takes.
 */
export function* drawFigureInSteps(figure: Figure, options: DrawOptions): Generator<undefined, SVGSVGElement> {
  const { document, width = DEFAULT_WIDTH } = options;
  const { palette, content, panels, height } = layOut(figure, options);
  for (const [index, { plan, x, y }] of panels.entries()) {
    yield;
    const clipId = `${figure.id}-${Math.round(width)}-${index + 1}-clip`;
    const panel = yield* drawPanel(plan, clipId, palette, document);
    panel.setAttribute("transform", `translate(${x},${y})`);
    content.push(panel);
  }
  const attributes = {
    class: "cv-figure",
    role: "img",
    "aria-label": plainText(figure.title),
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    // Names of any script are placed as they were measured, also on pages that run from right to left.
    direction: "ltr",
    fill: palette.ink,
    "font-family": FONT_FAMILY,
  };
  return svgElement(document, "svg", attributes, ...content) as SVGSVGElement;
}

/** Where one panel's marks are, in the pixels of the drawing, and which values its edges stand for. */
export interface PanelFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: AxisScale;
  readonly y: AxisScale;
}

/**
 * The frames of a figure's panels as `drawFigure` places them with the same options, for whoever lets readers point at
 * a drawing or puts something on top of it.
 *
 * @throws InputError as `drawFigure`
 */
export function figureFrames(figure: Figure, options: DrawOptions): PanelFrame[] {
  return layOut(figure, options).panels.map(({ plan, x, y }) => {
    const { left, width } = frameAcross(plan);
    return { left: x + left, top: y + plan.head, width, height: plan.frameHeight, x: plan.x, y: plan.y };
  });
}

interface Layout {
  readonly palette: Palette;
  /** Title and legend. */
  readonly content: SVGElement[];
  readonly panels: readonly { readonly plan: PanelPlan; readonly x: number; readonly y: number }[];
  readonly height: number;
}

/** All that is decided before panels are drawn. */
function layOut(figure: Figure, { document, theme, width = DEFAULT_WIDTH, titled = true }: DrawOptions): Layout {
  checkFigure(figure);
  checkWidth(width);
  const palette = paletteOf(theme);
  const inner = width - 2 * EDGE;
  const legend = drawLegend(figure, palette, inner, document);
  const content: SVGElement[] = [];
  let top = EDGE;
  if (titled) {
    for (const line of wrap(figure.title, inner, FONT_SIZE.title)) {
      const place = { class: "cv-title", x: EDGE, y: top + FONT_SIZE.title, "font-size": FONT_SIZE.title };
      content.push(textElement(document, line, { ...place, "font-weight": 600 }));
      top += TITLE_ROW;
    }
    top += TITLE_GAP;
  }
  if (legend.height > 0) {
    legend.element.setAttribute("transform", `translate(${EDGE},${top})`);
    content.push(legend.element);
    top += legend.height + LEGEND_GAP;
  }
  const panels: Layout["panels"][number][] = [];
  for (const row of panelRows(figure, inner)) {
    panels.push(...row.map((plan, column) => ({ plan, x: EDGE + column * (plan.width + PANEL_GAP), y: top })));
    top += Math.max(...row.map(({ head, frameHeight, foot }) => head + frameHeight + foot)) + PANEL_GAP;
  }
  return { palette, content, panels, height: Math.ceil(top - PANEL_GAP + EDGE) };
}

/** Panels of a row have the same heights, so that their axes align. */
function panelRows(figure: Figure, width: number): PanelPlan[][] {
  const most = Math.max(1, Math.floor((width + PANEL_GAP) / (LEAST_PANEL_WIDTH + PANEL_GAP)));
  const columns = Math.min(figure.panels.length, most);
  const panelWidth = Math.floor((width - (columns - 1) * PANEL_GAP) / columns);
  const rows: PanelPlan[][] = [];
  for (let start = 0; start < figure.panels.length; start += columns) {
    const plans = figure.panels.slice(start, start + columns).map((panel) => planPanel(panel, panelWidth));
    const shared = (part: "head" | "frameHeight" | "foot") => Math.max(...plans.map((plan) => plan[part]));
    const same = { head: shared("head"), frameHeight: shared("frameHeight"), foot: shared("foot") };
    rows.push(plans.map((plan) => ({ ...plan, ...same })));
  }
  return rows;
}

function checkWidth(width: number): void {
  if (width >= LEAST_WIDTH && width <= MOST_WIDTH) return;
  throw new InputError({
    code: "wrong-option",
    place: "option width",
    value: String(width),
    expected: `a number of pixels from ${LEAST_WIDTH} to ${MOST_WIDTH}`,
    remedy: "Change the option, or leave it out.",
  });
}

/**
 * A figure as text: a document of its own in themes light and dark, with background, name and description; in theme css
 * a part of a page, which has these.
 *
 * @throws InputError as `drawFigure`
 */
export function figureText(figure: Figure, options: DrawOptions): string {
  const steps = figureTextInSteps(figure, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What `figureText` gives, with the pauses of `drawFigureInSteps`. */
export function* figureTextInSteps(figure: Figure, options: DrawOptions): Generator<undefined, string> {
  const { document, theme } = options;
  const svg = yield* drawFigureInSteps(figure, options);
  if (theme === "css") return svgText(svg);
  const text = (name: string, content: string) => svgElement(document, name, {}, document.createTextNode(content));
  const background = { width: "100%", height: "100%", fill: paletteOf(theme).background };
  svg.prepend(
    text("title", plainText(figure.title)),
    text("desc", plainText(figure.caption)),
    svgElement(document, "rect", background),
  );
  return svgText(svg);
}
