import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import type { Graph } from "@causal-velocity/core/graph/graph.js";
import type { PanelFrame } from "@causal-velocity/draw/draw-figure.js";
import type { ReportOptions } from "@causal-velocity/draw/report/report-parts.js";
import type { Story } from "@causal-velocity/draw/report/story-html.js";
import { textScale } from "./text-scale.svelte.js";

type Drawing = typeof import("./drawing.js");

let loading: Promise<Drawing> | undefined;

/** The drawing code, loaded once, when the first figure is drawn. */
function loadDrawing(): Promise<Drawing> {
  loading ??= import("./drawing.js");
  return loading;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the steps of one piece of work after the other, each in a task of its own after a frame was painted, so that the
 * page stays responsive. Pieces of work run one at a time. Returns the result, or undefined if it was canceled.
 */
export function inTurn<T>(work: () => Generator<undefined, T>, isCanceled: () => boolean): Promise<T | undefined> {
  const turn = last.then(async () => {
    let steps: Generator<undefined, T> | undefined;
    while (!isCanceled()) {
      await painted();
      if (isCanceled()) break;
      steps ??= work();
      const { done, value } = steps.next();
      if (done) return value;
    }
    return undefined;
  });
  // A failure rejects this turn and does not stop later ones.
  last = turn.catch(() => undefined);
  return turn;
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

async function toTheEnd<T>(work: () => Generator<undefined, T>): Promise<T> {
  return (await inTurn(work, () => false)) as T;
}

/** A drawn figure: its height in pixels of the page and the frames of its panels. */
interface Drawn {
  readonly height: number;
  readonly frames: readonly PanelFrame[];
}

/** The smallest width of the drawing package. */
const LEAST_WIDTH = 240;

/**
 * Draws a figure without its title into an element, magnified as the page's text is. Returns a function that cancels this,
 * for use in an effect, which runs again when the size of the text changes.
 *
 * @param width in pixels of the page
 */
export function drawInto(
  holder: HTMLElement,
  figure: Figure,
  width: number,
  then?: (drawn: Drawn) => void,
): () => void {
  let isCanceled = false;
  const drawnWidth = Math.max(Math.round(width / textScale()), LEAST_WIDTH);
  const scale = width / drawnWidth;
  void (async () => {
    const { drawFigureInSteps, figureFrames } = await loadDrawing();
    const options = { document, theme: "css", width: drawnWidth, titled: false } as const;
    const drawing = await inTurn(
      () => drawFigureInSteps(figure, options),
      () => isCanceled,
    );
    if (!drawing || isCanceled) return;
    const height = scale * Number(drawing.getAttribute("height"));
    drawing.setAttribute("width", String(width));
    drawing.setAttribute("height", String(height));
    holder.replaceChildren(drawing);
    then?.({ height, frames: figureFrames(figure, options).map((frame) => scaled(frame, scale)) });
  })();
  return () => {
    isCanceled = true;
  };
}

function scaled(frame: PanelFrame, scale: number): PanelFrame {
  const { left, top, width, height } = frame;
  return { ...frame, left: scale * left, top: scale * top, width: scale * width, height: scale * height };
}

/** A figure as an SVG file, in the colors of the page. @param width in pixels; that of the command by default */
export async function figureSvg(figure: Figure, width?: number): Promise<string> {
  const { figureTextInSteps } = await loadDrawing();
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return toTheEnd(() => figureTextInSteps(figure, { document, theme, width }));
}

/** Pixels of a PNG for each pixel of the drawing. */
const PNG_SCALE = 2;

/** A figure as a PNG file of twice the resolution, drawn by the browser. */
export async function figurePng(figure: Figure, width?: number): Promise<Blob> {
  const svg = new Blob([await figureSvg(figure, width)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PNG_SCALE * image.naturalWidth;
    canvas.height = PNG_SCALE * image.naturalHeight;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser provides no canvas");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large for this browser"))));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The numbers of a figure as a CSV file. */
export async function figureTable(figure: Figure): Promise<string> {
  const { figureCsv } = await loadDrawing();
  return figureCsv(figure);
}

/** Draws the figures of a page. It is written twice: first to collect the drawings it needs, then to insert them. */
async function pageWithFigures(write: (drawing: Drawing, svgOf: ReportOptions["svgOf"]) => string): Promise<string> {
  const drawing = await loadDrawing();
  const wanted: Parameters<ReportOptions["svgOf"]>[] = [];
  write(drawing, (...figure) => {
    wanted.push(figure);
    return "";
  });
  const keyOf = (figure: Figure, width: number | undefined) => `${figure.id} ${width}`;
  const drawn = new Map<string, string>();
  for (const [figure, options] of wanted) {
    const svg = await toTheEnd(() => drawing.figureTextInSteps(figure, { ...options, document }));
    drawn.set(keyOf(figure, options.width), svg);
  }
  return write(drawing, (figure, { width }) => drawn.get(keyOf(figure, width)) ?? "");
}

/** An explanation as an HTML file, identical to the one of the command line. */
export function reportPage(explanation: Explanation, version: string): Promise<string> {
  return pageWithFigures(({ reportHtml }, svgOf) => reportHtml(explanation, { version, svgOf }));
}

/** A verdict as an HTML file for other readers, with what its author adds. */
export function storyPage(explanation: Explanation, story: Story, version: string): Promise<string> {
  return pageWithFigures(({ storyHtml }, svgOf) => storyHtml(explanation, story, { version, svgOf }));
}

/** A graph as an HTML file, identical to the one of the command line. */
export async function graphPage(graph: Graph, version: string): Promise<string> {
  const { graphHtml } = await import("@causal-velocity/draw/report/graph-html.js");
  return pageWithFigures((_, svgOf) => graphHtml(graph, { version, svgOf }));
}
