import { layersOf, type NetworkLine } from "./layers.js";
import { type LayeredItems, orderedItems } from "./order.js";

/** Size of a node, in pixels. */
export interface NodeSize {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where everything is, in pixels from the upper left corner. */
export interface NetworkLayout {
  /** Middles and sizes of the nodes. */
  readonly nodes: readonly (Point & NodeSize)[];
  /** The ends of the vertical strokes of each line: they lie between the layers, or at the nodes at both ends. */
  readonly lines: readonly (readonly Point[])[];
  readonly height: number;
}

/** Gaps between two nodes, and beside a bend. */
const NODE_GAP = 16;
const BEND_GAP = 9;
/** Share of the width that nodes of a layer may take; the rest is for lines that pass. */
const NODES_SHARE = 0.82;
/** Height between layers: the least, what each line adds, what each pixel of the widest turn adds, and the most. */
const LAYER_GAP = { least: 40, line: 1.5, turn: 0.06, most: 130 } as const;
/** Between the last layer and nodes without lines, and between rows of these. */
const LOOSE_GAP = 34;
const LOOSE_ROW_GAP = 10;
/** Distances of lines where they leave a node and where they reach one. */
const PORT_GAP = { out: 10, in: 16 } as const;
/** From the corner of a node to its first line. */
const CORNER = 9;

/**
 * Places nodes in layers from top to bottom: every line leads downward and runs beside the nodes of the layers that it
 * passes. Nodes without lines stand in rows at the bottom.
 *
 * @param width in pixels; no node is wider
 */
export function networkLayout(
  labels: readonly NodeSize[],
  lines: readonly NetworkLine[],
  width: number,
): NetworkLayout {
  const sizes = wideEnough(labels, lines);
  const widths = sizes.map((size) => size.width + NODE_GAP);
  const layered = orderedItems(layersOf(widths, lines, NODES_SHARE * width + NODE_GAP), lines);
  const xs = placedItems(layered, sizes, width);
  const rows = layerRows(layered, xs, sizes);
  const nodes: (Point & NodeSize)[] = sizes.map((size) => ({ x: 0, y: 0, ...size }));
  layered.items.forEach(({ node, layer }, item) => {
    const { top, bottom } = rows[layer] as Row;
    if (node !== undefined) moveTo(nodes, node, xs[item] as number, (top + bottom) / 2);
  });
  const loose = looseNodes(layered, sizes);
  const height = placeLoose(nodes, loose, sizes, width, rows.at(-1)?.bottom);
  return { nodes, lines: strokes(layered, xs, sizes, nodes, rows), height };
}

/** Nodes as wide as the ends of their lines need. */
function wideEnough(labels: readonly NodeSize[], lines: readonly NetworkLine[]): NodeSize[] {
  return labels.map(({ width, height }, node) => {
    const ends = lines.filter(({ to }) => to === node).length;
    return { width: Math.max(width, 2 * CORNER + (ends - 1) * PORT_GAP.in), height };
  });
}

function moveTo(nodes: (Point & NodeSize)[], node: number, x: number, y: number): void {
  nodes[node] = { ...(nodes[node] as Point & NodeSize), x, y };
}

/** Passes down and up the layers that move items toward their neighbors. */
const PASSES = 40;
/** How strongly pieces of a line pull: those between bends most, so that long lines are straight. */
const PULL = { bends: 8, bend: 2, nodes: 1 } as const;

/** The middle of every item across, in the order of its layer and inside the width. */
function placedItems({ items, layers, pieces }: LayeredItems, sizes: readonly NodeSize[], width: number): number[] {
  const isBend = (item: number): boolean => items[item]?.node === undefined;
  const widthOf = (item: number): number => sizeOf(items, item, sizes).width;
  const spaces = layers.map((layer) => {
    const gaps = layer.slice(1).map((right, k) => (isBend(right) || isBend(layer[k] as number) ? BEND_GAP : NODE_GAP));
    const taken = layer.reduce((sum, item) => sum + widthOf(item), 0);
    const scale = Math.min(1, (width - taken) / Math.max(1, total(gaps)));
    const distances = gaps.map(
      (gap, k) => scale * gap + (widthOf(layer[k] as number) + widthOf(layer[k + 1] as number)) / 2,
    );
    const low = widthOf(layer[0] as number) / 2;
    const high = width - widthOf(layer.at(-1) as number) / 2 - total(distances);
    return { layer, distances, low, high: Math.max(low, high) };
  });
  const xs = items.map(() => 0);
  const put = ({ layer, distances, low, high }: (typeof spaces)[number], wanted: readonly number[]): void => {
    spread(wanted, distances, low, high).forEach((x, k) => {
      xs[layer[k] as number] = x;
    });
  };
  for (const space of spaces) {
    put(
      space,
      space.layer.map(() => width / 2),
    );
  }
  const pulls = items.map((): { toward: number; pull: number; isUpper: boolean }[] => []);
  for (const { upper, lower } of pieces) {
    const bends = Number(isBend(upper)) + Number(isBend(lower));
    const pull = bends === 2 ? PULL.bends : bends === 1 ? PULL.bend : PULL.nodes;
    pulls[lower]?.push({ toward: upper, pull, isUpper: true });
    pulls[upper]?.push({ toward: lower, pull, isUpper: false });
  }
  const wanted = (item: number, isWanted: (isUpper: boolean) => boolean): number => {
    const near = (pulls[item] ?? []).filter(({ isUpper }) => isWanted(isUpper));
    const weight = total(near.map(({ pull }) => pull));
    return weight === 0
      ? (xs[item] as number)
      : total(near.map(({ toward, pull }) => pull * (xs[toward] as number))) / weight;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const isDown = pass % 2 === 0;
    // The last passes heed both sides.
    const isBoth = pass >= PASSES / 2;
    for (const space of isDown ? spaces : [...spaces].reverse()) {
      put(
        space,
        space.layer.map((item) => wanted(item, (isUpper) => isBoth || isUpper === isDown)),
      );
    }
  }
  const edges = items.flatMap((_, item) => [-1, 1].map((side) => (xs[item] as number) + (side * widthOf(item)) / 2));
  const shift = edges.length === 0 ? 0 : (width - Math.min(...edges) - Math.max(...edges)) / 2;
  return xs.map((x) => x + shift);
}

/** Bends take no room but for the gaps beside them. */
const NO_SIZE: NodeSize = { width: 0, height: 0 };

function sizeOf(items: LayeredItems["items"], item: number, sizes: readonly NodeSize[]): NodeSize {
  const node = items[item]?.node;
  return (node === undefined ? undefined : sizes[node]) ?? NO_SIZE;
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Positions nearest to those wanted, by squares, that keep distances between neighbors and begin between `low` and
 * `high`: an isotonic regression, by pooling neighbors that are too near.
 */
export function spread(wanted: readonly number[], distances: readonly number[], low: number, high: number): number[] {
  const before = [0];
  for (const distance of distances) before.push((before.at(-1) as number) + distance);
  const pools: { sum: number; count: number }[] = [];
  wanted.forEach((value, k) => {
    let pool = { sum: value - (before[k] as number), count: 1 };
    for (let last = pools.at(-1); last && last.sum / last.count >= pool.sum / pool.count; last = pools.at(-1)) {
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count };
      pools.pop();
    }
    pools.push(pool);
  });
  return pools
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => Math.min(Math.max(sum / count, low), high)))
    .map((value, k) => value + (before[k] as number));
}

/** Upper and lower edge of a layer. */
interface Row {
  readonly top: number;
  readonly bottom: number;
}

function layerRows({ items, layers, pieces }: LayeredItems, xs: readonly number[], sizes: readonly NodeSize[]): Row[] {
  const rows: Row[] = [];
  let top = 0;
  layers.forEach((layer, at) => {
    const heights = layer.map((item) => sizeOf(items, item, sizes).height);
    const bottom = top + Math.max(...heights);
    rows.push({ top, bottom });
    const between = pieces.filter(({ upper }) => items[upper]?.layer === at);
    const turns = between.map(({ upper, lower }) => Math.abs((xs[upper] as number) - (xs[lower] as number)));
    const { least, line, turn, most } = LAYER_GAP;
    top = bottom + Math.min(most, least + line * between.length + turn * Math.max(0, ...turns));
  });
  return rows;
}

function looseNodes({ items }: LayeredItems, sizes: readonly NodeSize[]): number[] {
  const connected = new Set(items.map(({ node }) => node));
  return [...sizes.keys()].filter((node) => !connected.has(node));
}

/** Puts nodes without lines into centered rows below the others. Returns the height of all. */
function placeLoose(
  nodes: (Point & NodeSize)[],
  loose: readonly number[],
  sizes: readonly NodeSize[],
  width: number,
  above: number | undefined,
): number {
  const widthOf = (node: number): number => sizes[node]?.width ?? 0;
  const rows: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const node of loose) {
    if (used + widthOf(node) > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(node);
    used += widthOf(node) + NODE_GAP;
  }
  let top = above === undefined ? 0 : above + LOOSE_GAP;
  for (const row of rows) {
    const height = Math.max(...row.map((node) => sizes[node]?.height ?? 0));
    let left = (width - total(row.map(widthOf)) - NODE_GAP * (row.length - 1)) / 2;
    for (const node of row) {
      moveTo(nodes, node, left + widthOf(node) / 2, top + height / 2);
      left += widthOf(node) + NODE_GAP;
    }
    top += height + LOOSE_ROW_GAP;
  }
  return rows.length > 0 ? top - LOOSE_ROW_GAP : (above ?? 0);
}

/** The course of every line: from a node down to a node, straight down beside the nodes of layers between. */
function strokes(
  { items, routes }: LayeredItems,
  xs: readonly number[],
  sizes: readonly NodeSize[],
  nodes: NetworkLayout["nodes"],
  rows: readonly Row[],
): Point[][] {
  const outs = neighborsAt(routes, (route) => [route[0], route[1]]);
  const ins = neighborsAt(routes, (route) => [route.at(-1), route.at(-2)]);
  const port = (map: Map<number, number[]>, own: number, other: number, gap: number): number => {
    const sorted = [...(map.get(own) ?? [])].sort((a, b) => (xs[a] as number) - (xs[b] as number) || a - b);
    const { width } = sizeOf(items, own, sizes);
    const distance = Math.min(gap, (width - 2 * CORNER) / Math.max(1, sorted.length - 1));
    return (xs[own] as number) + (sorted.indexOf(other) - (sorted.length - 1) / 2) * distance;
  };
  const edge = (item: number, side: number): number => {
    const { y, height } = nodes[items[item]?.node ?? 0] as Point & NodeSize;
    return y + (side * height) / 2;
  };
  return routes.map((route) => {
    const [first, last] = [route[0] as number, route.at(-1) as number];
    const start = { x: port(outs, first, route[1] as number, PORT_GAP.out), y: edge(first, 1) };
    const end = { x: port(ins, last, route.at(-2) as number, PORT_GAP.in), y: edge(last, -1) };
    const bends = route.slice(1, -1).flatMap((item) => {
      const { top, bottom } = rows[items[item]?.layer ?? 0] as Row;
      return [top, bottom].map((y) => ({ x: xs[item] as number, y }));
    });
    return [start, ...bends, end];
  });
}

/** The items beside an end of lines, by the item at the end. */
function neighborsAt(
  routes: LayeredItems["routes"],
  endOf: (route: readonly number[]) => readonly (number | undefined)[],
): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const route of routes) {
    const [own, other] = endOf(route) as [number, number];
    found.set(own, [...(found.get(own) ?? []), other]);
  }
  return found;
}
