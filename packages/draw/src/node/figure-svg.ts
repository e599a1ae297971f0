import type { Figure } from "@causal-velocity/core";
import { DOMParser } from "linkedom/worker";
import { drawFigure, type FigureOptions } from "../draw-figure.js";
import { plainText } from "../plain-text.js";
import { SVG_NAMESPACE, svgElement } from "../svg-element.js";
import { svgText } from "../svg-text.js";
import { paletteOf } from "../theme.js";

/**
 * A figure as text: a document of its own in themes light and dark, with background, name and description; in theme css
 * a part of a page, which has these.
 *
 * @throws InputError as `drawFigure`
 */
export function figureSvg(figure: Figure, options: FigureOptions): string {
  const document = emptyDocument();
  const svg = drawFigure(figure, { ...options, document });
  if (options.theme === "css") return svgText(svg);
  const text = (name: string, content: string) => svgElement(document, name, {}, document.createTextNode(content));
  const background = { width: "100%", height: "100%", fill: paletteOf(options.theme).background };
  svg.prepend(
    text("title", plainText(figure.title)),
    text("desc", plainText(figure.caption)),
    svgElement(document, "rect", background),
  );
  return svgText(svg);
}

function emptyDocument(): Document {
  return new DOMParser().parseFromString(`<svg xmlns="${SVG_NAMESPACE}"/>`, "image/svg+xml") as unknown as Document;
}
