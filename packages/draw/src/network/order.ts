import type { NetworkLine } from "./layers.js";

/** Something in a layer: a node, or the bend of a line that passes the layer. */
export interface LayerItem {
  /** Undefined for a bend. */
  readonly node: number | undefined;
  readonly layer: number;
}

/** A piece of a line between neighboring layers, by positions among the items. */
export interface LinePiece {
  readonly upper: number;
  readonly lower: number;
}

export interface LayeredItems {
  readonly items: readonly LayerItem[];
  /** Positions of items, from left to right, layer by layer. */
  readonly layers: readonly (readonly number[])[];
  readonly pieces: readonly LinePiece[];
  /** The items that each line runs through, from its first node to its last. */
  readonly routes: readonly (readonly number[])[];
}

/** Adds a bend wherever a line passes a layer, and orders each layer so that few lines cross. */
export function orderedItems(layers: readonly (readonly number[])[], lines: readonly NetworkLine[]): LayeredItems {
  const items: LayerItem[] = layers.flatMap((layer, at) => layer.map((node) => ({ node, layer: at })));
  const itemOf = new Map(items.map(({ node }, item) => [node, item]));
  const routes = lines.map(({ from, to }) => {
    const [first, last] = [itemOf.get(from) as number, itemOf.get(to) as number];
    const [start, end] = [items[first]?.layer ?? 0, items[last]?.layer ?? 0];
    const bends = Array.from(
      { length: end - start - 1 },
      (_, k) => items.push({ node: undefined, layer: start + 1 + k }) - 1,
    );
    return [first, ...bends, last];
  });
  const pieces = routes.flatMap((route) => route.slice(1).map((lower, k) => ({ upper: route[k] as number, lower })));
  const start = layers.map((_, at) => [...items.keys()].filter((item) => items[item]?.layer === at));
  return { items, pieces, routes, layers: fewCrossings(start, pieces) };
}

/** Passes down and up the layers. */
const SWEEPS = 24;

/** Orders by means of the neighbors' places, downward and upward in turn, then by swaps; the best order that was met. */
function fewCrossings(start: readonly (readonly number[])[], pieces: readonly LinePiece[]): number[][] {
  const above = neighbors(pieces, "lower", "upper");
  const below = neighbors(pieces, "upper", "lower");
  let layers = start.map((layer) => [...layer]);
  let best = layers;
  let fewest = Number.POSITIVE_INFINITY;
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const isDown = sweep % 2 === 0;
    layers = layers.map((layer) => [...layer]);
    const turns = [...layers.keys()];
    for (const at of isDown ? turns.slice(1) : turns.reverse().slice(1)) {
      const fixed = layers[isDown ? at - 1 : at + 1] as number[];
      layers[at] = byMeans(layers[at] as number[], fixed, isDown ? above : below);
    }
    swapNeighbors(layers, above, below);
    const crossings = allCrossings(layers, below);
    if (crossings < fewest) [best, fewest] = [layers, crossings];
  }
  return best.map((layer) => [...layer]);
}

type Neighbors = ReadonlyMap<number, readonly number[]>;

function neighbors(pieces: readonly LinePiece[], of: keyof LinePiece, are: keyof LinePiece): Neighbors {
  const found = new Map<number, number[]>();
  for (const piece of pieces) found.set(piece[of], [...(found.get(piece[of]) ?? []), piece[are]]);
  return found;
}

function byMeans(layer: readonly number[], fixed: readonly number[], neighborsOf: Neighbors): number[] {
  const place = placesIn(fixed);
  const scale = fixed.length / Math.max(1, layer.length);
  const means = new Map(
    layer.map((item, at) => {
      const near = (neighborsOf.get(item) ?? []).map((other) => place.get(other) ?? 0);
      // Without neighbors it stays about where it is.
      return [item, near.length > 0 ? near.reduce((sum, value) => sum + value, 0) / near.length : at * scale];
    }),
  );
  return [...layer].sort((a, b) => (means.get(a) ?? 0) - (means.get(b) ?? 0));
}

const placesIn = (layer: readonly number[]): Map<number, number> => new Map(layer.map((item, at) => [item, at]));

/** Swaps items that stand side by side as long as that saves crossings. */
function swapNeighbors(layers: number[][], above: Neighbors, below: Neighbors): void {
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    layers.forEach((layer, at) => {
      const up = placesIn(layers[at - 1] ?? []);
      const down = placesIn(layers[at + 1] ?? []);
      for (let k = 0; k + 1 < layer.length; k++) {
        const [left, right] = [layer[k] as number, layer[k + 1] as number];
        const saved =
          crossings(left, right, above, up) +
          crossings(left, right, below, down) -
          crossings(right, left, above, up) -
          crossings(right, left, below, down);
        if (saved <= 0) continue;
        [layer[k], layer[k + 1]] = [right, left];
        isBetter = true;
      }
    });
  }
}

/** Crossings of the lines of two items of a layer, one left of the other, toward a neighboring layer. */
function crossings(left: number, right: number, neighborsOf: Neighbors, place: ReadonlyMap<number, number>): number {
  let count = 0;
  for (const a of neighborsOf.get(left) ?? []) {
    for (const b of neighborsOf.get(right) ?? []) if ((place.get(a) ?? 0) > (place.get(b) ?? 0)) count += 1;
  }
  return count;
}

function allCrossings(layers: readonly (readonly number[])[], below: Neighbors): number {
  let count = 0;
  layers.forEach((layer, at) => {
    const place = placesIn(layers[at + 1] ?? []);
    layer.forEach((left, k) => {
      for (const right of layer.slice(k + 1)) count += crossings(left, right, below, place);
    });
  });
  return count;
}
