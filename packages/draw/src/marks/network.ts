import type { Links, Mark, Nodes } from "@causal-velocity/core/explain/figure.js";
import type * as Plot from "@observablehq/plot";
import type { NetworkLine } from "../network/layers.js";
import { type NetworkLayout, networkLayout, type Point } from "../network/network-layout.js";
import { LABEL_LINE, type NodeLabel, nodeLabels } from "../network/node-label.js";
import { svgElement } from "../svg.js";
import { FONT_SIZE, plainText } from "../text.js";
import { dashOf, type Palette } from "../theme.js";
import type { MarkContext } from "./mark-context.js";

/** The nodes and links of a panel, placed together. */
export interface PlacedNetwork {
  readonly labels: readonly NodeLabel[];
  readonly layout: NetworkLayout;
  /** The links of each mark begin at this place among the lines of the layout. */
  readonly starts: ReadonlyMap<Links, number>;
}

/** Places the nodes and links of a panel, for a width in pixels; undefined if it has no nodes. */
export function placedNetwork(marks: readonly Mark[], width: number): PlacedNetwork | undefined {
  const nodes = marks.find((mark): mark is Nodes => mark.kind === "nodes");
  if (!nodes) return undefined;
  const starts = new Map<Links, number>();
  const lines: NetworkLine[] = [];
  for (const mark of marks) {
    if (mark.kind !== "links") continue;
    starts.set(mark, lines.length);
    lines.push(...Array.from(mark.from, (from, i) => ({ from, to: mark.to[i] as number })));
  }
  const labels = nodeLabels(nodes.names, width);
  return { labels, starts, layout: networkLayout(labels, lines, width) };
}

/** Widths of links in pixels, for values of 0 and 1. */
const [THINNEST, WIDEST] = [1.25, 6.5];
/** The width for which dashes are made; those of wider links are longer. */
const DASHED_WIDTH = 1.75;
/** Length and half width of an arrowhead: of the thinnest link, and for each pixel of width. */
const HEAD = { length: [7, 1.1], half: [3, 0.75] } as const;
const HEAD_OUTLINE = 1.5;
export const RING_RADIUS = 4.5;
const RING_WIDTH = 1.75;

/** Width of a link in pixels. */
export function linkWidth(value: number): number {
  return THINNEST + (WIDEST - THINNEST) * Math.min(1, Math.max(0, value));
}

/**
 * The dashes of a link. Dots grow with its width, or they would touch; dashes grow by the root of it: in proportion, one
 * would fill the way of a wide link from node to node.
 */
export function linkDash(mark: Links, width: number): string | undefined {
  const dash = dashOf(mark.tone, mark.stroke ?? "solid");
  const wider = Math.max(1, width / DASHED_WIDTH);
  const scale = mark.stroke === "dotted" ? wider : Math.sqrt(wider);
  return dash.replace(/[\d.]+/g, (length) => decimals(Number(length) * scale)) || undefined;
}

/** A filled head whose tip is at a point, for a link that comes from above. */
export function headPath({ x, y }: Point, width: number): string {
  const { length, half } = headSize(width);
  return `M${x},${y}l${-half},${-length}h${2 * half}z`;
}

export function headSize(width: number): { length: number; half: number } {
  const size = ([least, each]: readonly [number, number]): number => Number((least + each * width).toFixed(1));
  return { length: size(HEAD.length), half: size(HEAD.half) };
}

/** Filled, or in outline. */
export function headLook({ sign }: Links, color: string, { background }: Palette): Readonly<Record<string, string>> {
  return sign === "open-head"
    ? { fill: background, stroke: color, "stroke-width": String(HEAD_OUTLINE), "stroke-linejoin": "round" }
    : { fill: color };
}

const decimals = (value: number): string => String(Number(value.toFixed(2)));

/** Links as lines with a head or a ring; what is known about each is its title. */
export function linksMarks(mark: Links, { palette, network }: MarkContext): Plot.Markish[] {
  if (!network) return [];
  return [
    drawn("cv-links", (document) =>
      Array.from(mark.from, (_, i) => {
        const course = network.layout.lines[(network.starts.get(mark) ?? 0) + i] ?? [];
        return linkElement(mark, i, course, palette, document);
      }),
    ),
  ];
}

function linkElement(mark: Links, i: number, course: readonly Point[], palette: Palette, document: Document) {
  const color = palette[mark.tone];
  const width = linkWidth(mark.value[i] as number);
  const end = course.at(-1) as Point;
  const hasHead = mark.sign !== "ring";
  const line = svgElement(document, "path", {
    d: linePath(course, hasHead ? headSize(width).length - HEAD_OUTLINE / 2 : 0),
    fill: "none",
    stroke: color,
    "stroke-width": decimals(width),
    "stroke-dasharray": linkDash(mark, width),
    "stroke-linecap": mark.stroke === "dotted" ? "round" : undefined,
  });
  const sign = hasHead
    ? svgElement(document, "path", { d: headPath(end, width), ...headLook(mark, color, palette) })
    : ringElement(middle(course.at(-2) as Point, end), color, palette, document);
  const title = svgElement(document, "title", {}, document.createTextNode(plainText(mark.text[i] ?? "")));
  return svgElement(document, "g", {}, title, line, sign);
}

function ringElement({ x, y }: Point, color: string, palette: Palette, document: Document): SVGElement {
  const look = { fill: palette.background, stroke: color, "stroke-width": RING_WIDTH };
  return svgElement(document, "circle", { cx: x, cy: y, r: RING_RADIUS, ...look });
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A smooth line through its vertical strokes, up to some pixels before its end. */
function linePath(course: readonly Point[], before: number): string {
  const [start, ...rest] = course as [Point, ...Point[]];
  const parts = [`M${start.x},${start.y}`];
  rest.forEach((point, k) => {
    const y = k + 1 < rest.length ? point.y : point.y - before;
    // Between layers a curve that starts and ends vertically, beside nodes a straight line.
    if (k % 2 === 1) parts.push(`V${y}`);
    else {
      const last = k === 0 ? start : (rest[k - 1] as Point);
      const half = (last.y + y) / 2;
      parts.push(`C${last.x},${half},${point.x},${half},${point.x},${y}`);
    }
  });
  return parts.join("");
}

const CORNER_RADIUS = 7;
const OUTLINE = 1.25;
/** From the middle of a line of text to its baseline. */
const BASELINE = "0.35em";

/** Nodes as rounded labels; those without a link have no outline. */
export function nodesMarks(mark: Nodes, { palette, network }: MarkContext): Plot.Markish[] {
  if (!network) return [];
  const linked = new Set(
    [...network.starts.keys()].flatMap(({ from, to }) => [...Array.from(from), ...Array.from(to)]),
  );
  return [
    drawn("cv-nodes", (document) =>
      network.labels.map((label, node) => {
        const { x, y, width, height } = network.layout.nodes[node] as NetworkLayout["nodes"][number];
        const box = svgElement(document, "rect", {
          x: x - width / 2,
          y: y - height / 2,
          width,
          height,
          rx: CORNER_RADIUS,
          fill: palette.background,
          stroke: linked.has(node) ? palette[mark.tone] : palette.grid,
          "stroke-width": OUTLINE,
        });
        const texts = label.lines.map((line, k) =>
          svgElement(
            document,
            "text",
            {
              x,
              y: y + (k - (label.lines.length - 1) / 2) * LABEL_LINE,
              dy: BASELINE,
              fill: linked.has(node) ? palette[mark.tone] : palette.muted,
            },
            document.createTextNode(line),
          ),
        );
        const title =
          label.full === undefined
            ? []
            : [svgElement(document, "title", {}, document.createTextNode(plainText(label.full)))];
        return svgElement(document, "g", { "font-size": FONT_SIZE.words }, ...title, box, ...texts);
      }),
    ),
  ];
}

/** Elements of our own among the marks of Plot, in pixels from the corner of the frame. */
function drawn(name: string, make: (document: Document) => SVGElement[]): Plot.Markish {
  return (_index, _scales, _values, { marginLeft, marginTop }, { document }) => {
    const attributes = { class: name, transform: `translate(${marginLeft},${marginTop})` };
    return svgElement(document, "g", attributes, ...make(document)) as SVGElement;
  };
}
