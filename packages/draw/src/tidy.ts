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
