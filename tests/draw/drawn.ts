import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { drawFigure, type FigureOptions } from "@causal-velocity/draw/draw-figure.js";
import { DOMParser } from "linkedom/worker";

/** An empty document, in Node. */
export function newDocument(): Document {
  const parsed = new DOMParser().parseFromString('<svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml");
  return parsed as unknown as Document;
}

/** A figure as elements, drawn in Node. */
export function drawn(figure: Figure, options: Partial<FigureOptions> = {}): SVGSVGElement {
  return drawFigure(figure, { theme: "light", ...options, document: newDocument() });
}

/** The elements that a selector finds, in the order of the drawing. */
export const all = (svg: Element, selector: string): Element[] => Array.from(svg.querySelectorAll(selector));

/** An attribute as a number. */
export const number = (element: Element, name: string): number => Number(element.getAttribute(name));
