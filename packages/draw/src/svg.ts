import type { FittedText } from "./text.js";

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Makes an SVG element; attributes that are undefined are left out. */
export function svgElement(document: Document, name: string, attributes: Attributes, ...children: Node[]): SVGElement {
  const element = document.createElementNS(SVG_NAMESPACE, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  for (const child of children) element.appendChild(child);
  return element;
}

/** Makes a line of text; the full text, if it was cut, is shown as a tooltip. */
export function textElement(document: Document, { shown, full }: FittedText, attributes: Attributes): SVGElement {
  const text = svgElement(document, "text", attributes, document.createTextNode(shown));
  if (full !== undefined) text.appendChild(svgElement(document, "title", {}, document.createTextNode(full)));
  return text;
}

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Writes an SVG element as XML: elements, attributes and text, nothing else. Use it to save what `drawFigure` returns.
 *
 * Attributes are sorted by name, so that every DOM gives the same bytes.
 */
export function svgText(svg: Element): string {
  return elementText(svg, true);
}

function elementText(element: Element, isRoot: boolean): string {
  const attributes = new Map(Array.from(element.attributes, ({ name, value }) => [name, value]));
  if (isRoot) attributes.set("xmlns", SVG_NAMESPACE);
  const written = [...attributes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
  const content = Array.from(element.childNodes, nodeText).join("");
  return content === ""
    ? `<${element.localName}${written}/>`
    : `<${element.localName}${written}>${content}</${element.localName}>`;
}

function nodeText(node: ChildNode): string {
  if (node.nodeType === TEXT_NODE) return escaped(node.nodeValue ?? "");
  return node.nodeType === ELEMENT_NODE ? elementText(node as Element, false) : "";
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** Attributes that hold coordinates or lengths. */
const GEOMETRY = new Set(["d", "transform", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"]);
const NUMBER = /-?\d+\.\d+(e[-+]?\d+)?|-?\d+e[-+]?\d+/g;
/** A hundredth of a pixel cannot be seen. */
const DECIMALS = 2;

/**
 * Makes what Plot drew part of a larger drawing: rounds coordinates, removes style sheets and roles, and gives the clip
 * a fixed id (Plot numbers its clips over all drawings).
 */
export function tidy(svg: Element, clipId: string): void {
  for (const style of svg.querySelectorAll("style")) style.remove();
  for (const element of svg.querySelectorAll("*")) {
    // A drawing is mostly dots with three attributes each: reading only the attributes they have is fastest.
    for (const name of element.getAttributeNames()) {
      if (GEOMETRY.has(name)) roundAttribute(element, name);
      else if (name.startsWith("aria-")) element.removeAttribute(name);
      else if (name === "clip-path") element.setAttribute(name, `url(#${clipId})`);
    }
    if (element.localName.toLowerCase() === "clippath") element.setAttribute("id", clipId);
  }
  for (const mark of svg.querySelectorAll("[class^=cv-]")) withoutOffset(mark);
}

/**
 * Removes the half pixel by which Plot moves its marks on coarse screens, so that a figure does not depend on the screen.
 * All other moves are whole pixels.
 */
function withoutOffset(mark: Element): void {
  const move = /^translate\(([-\d.]+),([-\d.]+)\)$/.exec(mark.getAttribute("transform") ?? "");
  if (!move) return;
  const [x, y] = [Math.floor(Number(move[1])), Math.floor(Number(move[2]))];
  if (x === 0 && y === 0) mark.removeAttribute("transform");
  else mark.setAttribute("transform", `translate(${x},${y})`);
}

function roundAttribute(element: Element, name: string): void {
  const before = element.getAttribute(name) ?? "";
  const after = before.replace(NUMBER, rounded);
  if (after !== before) element.setAttribute(name, after);
}

function rounded(number: string): string {
  const text = Number(number)
    .toFixed(DECIMALS)
    .replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}
