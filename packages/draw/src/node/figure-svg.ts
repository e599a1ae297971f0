import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { DOMParser } from "linkedom/worker";
import type { FigureOptions } from "../draw-figure.js";
import { figureText } from "../figure-text.js";
import { SVG_NAMESPACE } from "../svg-element.js";

/** `figureText` without a page. @throws InputError as `drawFigure` */
export function figureSvg(figure: Figure, options: FigureOptions): string {
  return figureText(figure, { ...options, document: emptyDocument() });
}

function emptyDocument(): Document {
  return new DOMParser().parseFromString(`<svg xmlns="${SVG_NAMESPACE}"/>`, "image/svg+xml") as unknown as Document;
}
