import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { InputError, option } from "@causal-velocity/core/primitives/errors.js";
import type { AxisScale } from "./axis.js";
import { checkFigure } from "./check-figure.js";
import { drawLegend } from "./legend.js";
import { drawPanel, frameAcross, type PanelPlan, planPanel } from "./panel.js";
import { svgElement, svgText, textElement } from "./svg.js";
import { FONT_FAMILY, FONT_SIZE, LINE_HEIGHT, plainText, wrap } from "./text.js";
import { type Palette, paletteOf, type Theme } from "./theme.js";

/** How a figure is drawn. */
export interface FigureOptions {
  readonly theme: Theme;
  /** Width in pixels, from 240 to 5000; 760 unless given. The height follows from it. */
  readonly width?: number | undefined;
  /** Whether the title is drawn; true unless given. Screen readers get it in any case. */
  readonly titled?: boolean | undefined;
}

/** How a figure is drawn, and the document that makes its elements. */
export interface DrawOptions extends FigureOptions {
  /** The document of the page, or any other DOM document. */
  readonly document: Document;
}

const DEFAULT_WIDTH = 760;
export const LEAST_WIDTH = 240;
/** Wider drawings would take gigabytes as PNG. */
const MOST_WIDTH = 5000;
/** Panels that would be narrower than this are put below each other. */
const LEAST_PANEL_WIDTH = 300;
const PANEL_GAP = 20;
const EDGE = 8;
const TITLE_GAP = 4;
const TITLE_ROW = FONT_SIZE.title * LINE_HEIGHT;
const LEGEND_GAP = 12;

/**
 * Draws a figure as one SVG element: title, legend, and panels side by side, or below each other if the width is small.
 *
 * The same figure and options give the same elements in every document, whatever was drawn before.
 * @throws InputError `wrong-figure` if the figure cannot be drawn, `wrong-option` for a wrong theme or width
 */
export function drawFigure(figure: Figure, options: DrawOptions): SVGSVGElement {
  const steps = drawFigureInSteps(figure, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * `drawFigure` as a generator that pauses before each panel and in the middle of it, so that a page can respond while
 * figures are drawn.
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
    // Texts are placed as they were measured, also on pages that are read from right to left.
    direction: "ltr",
    fill: palette.ink,
    "font-family": FONT_FAMILY,
  };
  return svgElement(document, "svg", attributes, ...content) as SVGSVGElement;
}

/** The area of a panel between its axes, in pixels of the drawing, and the values at its edges. */
export interface PanelFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: AxisScale;
  readonly y: AxisScale;
}

/**
 * The frames of a figure's panels, as `drawFigure` places them with the same options. Use them to convert between pixels
 * and values, for tooltips or for elements on top of a drawing.
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

/** Draws title and legend, and computes the positions of the panels. */
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

/** Panels in rows; those of a row get the same heights, so that their axes align. */
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
    place: [option("width")],
    value: String(width),
    expected: `a number of pixels from ${LEAST_WIDTH} to ${MOST_WIDTH}`,
    remedy: "Change the option, or leave it out.",
  });
}

/**
 * Draws a figure and writes it as SVG text. In themes `light` and `dark` this is a complete file, with background, title
 * and description; in theme `css` it is an element for a page that calls `themeCss`.
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

/** `figureText` as a generator, with the pauses of `drawFigureInSteps`. */
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
