import type { FittedText } from "./text.js";

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

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * An SVG element as XML: elements, attributes and text, nothing else.
 *
 * Attributes stand in the order of their names, so that every DOM gives the same bytes.
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

/** Attributes with coordinates or lengths in them. */
const GEOMETRY = new Set(["d", "transform", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"]);
const NUMBER = /-?\d+\.\d+(e[-+]?\d+)?|-?\d+e[-+]?\d+/g;
/** A hundredth of a pixel is less than anyone sees. */
const DECIMALS = 2;

/**
 * What Plot draws, as part of a larger drawing: coordinates rounded, no style sheet, no roles of its own, and a clip
 * named by us (Plot counts all it ever drew).
 */
export function tidy(svg: Element, clipId: string): void {
  for (const style of svg.querySelectorAll("style")) style.remove();
  for (const element of svg.querySelectorAll("*")) {
    // By the names it has: a drawing is mostly dots, with three attributes each, and every question to them costs.
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
 * Plot moves its marks by half a pixel on coarse screens, decided when it is loaded. A figure must not depend on who
 * draws it, so that half is taken back; what marks are moved by otherwise are whole pixels.
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
