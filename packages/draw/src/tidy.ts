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
    if (element.getAttribute("class")?.startsWith("cv-")) withoutOffset(element);
    for (const { name } of Array.from(element.attributes)) if (name.startsWith("aria-")) element.removeAttribute(name);
    if (element.localName.toLowerCase() === "clippath") element.setAttribute("id", clipId);
    if (element.hasAttribute("clip-path")) element.setAttribute("clip-path", `url(#${clipId})`);
  }
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

function rounded(number: string): string {
  const text = Number(number)
    .toFixed(DECIMALS)
    .replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}
