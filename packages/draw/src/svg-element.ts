import type { FittedText } from "./shorten.js";

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An SVG element with attributes, those that are undefined left out. */
export function svgElement(document: Document, name: string, attributes: Attributes, ...children: Node[]): SVGElement {
  const element = document.createElementNS(SVG_NAMESPACE, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  for (const child of children) element.appendChild(child);
  return element;
}

/** A line of text; what does not fit is told to whoever points at it. */
export function textElement(document: Document, { shown, full }: FittedText, attributes: Attributes): SVGElement {
  const text = svgElement(document, "text", attributes, document.createTextNode(shown));
  if (full !== undefined) text.appendChild(svgElement(document, "title", {}, document.createTextNode(full)));
  return text;
}
