/** Attributes with coordinates or lengths in them. */
const GEOMETRY = ["d", "transform", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"];
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
    for (const name of GEOMETRY) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, value.replace(NUMBER, rounded));
    }
    for (const { name } of Array.from(element.attributes)) if (name.startsWith("aria-")) element.removeAttribute(name);
    if (element.localName.toLowerCase() === "clippath") element.setAttribute("id", clipId);
    if (element.hasAttribute("clip-path")) element.setAttribute("clip-path", `url(#${clipId})`);
  }
}

function rounded(number: string): string {
  const text = Number(number)
    .toFixed(DECIMALS)
    .replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}
