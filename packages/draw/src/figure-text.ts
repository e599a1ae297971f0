import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { type DrawOptions, drawFigureInSteps } from "./draw-figure.js";
import { plainText } from "./plain-text.js";
import { svgElement } from "./svg-element.js";
import { svgText } from "./svg-text.js";
import { paletteOf } from "./theme.js";

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
