import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { inTurn } from "./in-turn.js";
import { loadDrawing } from "./load-drawing.js";

/** Pixels of a PNG for each of the drawing. */
const PNG_SCALE = 2;

/** A figure as a document of its own, in the colors that the page has now. */
export async function figureSvg(figure: Figure): Promise<string> {
  const { figureTextInSteps } = await loadDrawing();
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return whole(() => figureTextInSteps(figure, { document, theme }));
}

/** The same as a picture of twice as many pixels each way, drawn by the browser. */
export async function figurePng(figure: Figure): Promise<Blob> {
  const svg = new Blob([await figureSvg(figure)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PNG_SCALE * image.naturalWidth;
    canvas.height = PNG_SCALE * image.naturalHeight;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser gives no canvas to draw on");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large for this browser"))));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** All numbers behind a figure. */
export async function figureTable(figure: Figure): Promise<string> {
  const { figureCsv } = await loadDrawing();
  return figureCsv(figure);
}

/** An explanation as a page of its own, to the byte what the command line writes; drawn one panel at a time. */
export async function reportPage(explanation: Explanation, version: string): Promise<string> {
  const { figureTextInSteps, reportHtml } = await loadDrawing();
  const drawn = new Map<string, string>();
  const wanted: Parameters<Parameters<typeof reportHtml>[1]["svgOf"]>[] = [];
  // Asked once for what it needs, and again when that is there.
  reportHtml(explanation, {
    version,
    svgOf: (...drawing) => {
      wanted.push(drawing);
      return "";
    },
  });
  const keyOf = (figure: Figure, width: number | undefined) => `${figure.id} ${width}`;
  for (const [figure, options] of wanted) {
    const svg = await whole(() => figureTextInSteps(figure, { ...options, document }));
    drawn.set(keyOf(figure, options.width), svg);
  }
  return reportHtml(explanation, { version, svgOf: (figure, { width }) => drawn.get(keyOf(figure, width)) ?? "" });
}

async function whole<T>(work: () => Generator<undefined, T>): Promise<T> {
  const made = await inTurn(work, () => false);
  if (made === undefined) throw new Error("the drawing was given up");
  return made;
}
