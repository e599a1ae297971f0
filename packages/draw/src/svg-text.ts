import { SVG_NAMESPACE } from "./svg-element.js";

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
