/** A line between two nodes, by their positions. */
export interface NetworkLine {
  readonly from: number;
  readonly to: number;
}

/**
 * Nodes in layers, from top to bottom, so that every line leads to a lower layer and the nodes of a layer have room
 * beside each other. Nodes without a line are in none.
 *
 * @param widths of the nodes, with the gap beside each     @param room for a layer; one node may take more
 */
export function layersOf(widths: readonly number[], lines: readonly NetworkLine[], room: number): number[][] {
  const parents: number[][] = widths.map(() => []);
  const children: number[][] = widths.map(() => []);
  for (const { from, to } of lines) {
    (parents[to] as number[]).push(from);
    (children[from] as number[]).push(to);
  }
  const nodes = [...widths.keys()].filter((node) => size(parents, node) + size(children, node) > 0);
  const below = depths(nodes, parents, children);
  const layers: number[][] = [];
  const layerOf = new Map<number, number>();
  while (layerOf.size < nodes.length) {
    const free = nodes
      .filter((node) => !layerOf.has(node) && (parents[node] ?? []).every((parent) => layerOf.has(parent)))
      .sort((a, b) => (below.get(b) ?? 0) - (below.get(a) ?? 0) || a - b);
    const layer: number[] = [];
    for (const node of free) if (layer.length === 0 || hasRoom(layer, node, widths, room)) layer.push(node);
    for (const node of layer) layerOf.set(node, layers.length);
    layers.push(layer);
  }
  lower(layers, layerOf, { widths, parents, children, room });
  return layers.filter((layer) => layer.length > 0);
}

const size = (neighbors: readonly (readonly number[])[], node: number): number => neighbors[node]?.length ?? 0;

function hasRoom(layer: readonly number[], node: number, widths: readonly number[], room: number): boolean {
  const used = layer.reduce((sum, other) => sum + (widths[other] ?? 0), 0);
  return used + (widths[node] ?? 0) <= room;
}

/** How many lines follow each other below each node, at most. */
function depths(
  nodes: readonly number[],
  parents: readonly (readonly number[])[],
  children: readonly (readonly number[])[],
): Map<number, number> {
  const depth = new Map<number, number>();
  const waiting = new Map(nodes.map((node) => [node, size(children, node)]));
  const ready = nodes.filter((node) => size(children, node) === 0);
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    depth.set(node, Math.max(-1, ...(children[node] ?? []).map((child) => depth.get(child) ?? 0)) + 1);
    for (const parent of parents[node] ?? []) {
      const left = (waiting.get(parent) ?? 0) - 1;
      waiting.set(parent, left);
      if (left === 0) ready.push(parent);
    }
  }
  if (depth.size < nodes.length) throw new RangeError("layersOf: the lines make a circle");
  return depth;
}

interface Surroundings {
  readonly widths: readonly number[];
  readonly parents: readonly (readonly number[])[];
  readonly children: readonly (readonly number[])[];
  readonly room: number;
}

/** Moves nodes with more lines below than above down to their children, which makes lines shorter. */
function lower(
  layers: number[][],
  layerOf: Map<number, number>,
  { widths, parents, children, room }: Surroundings,
): void {
  for (let at = layers.length - 1; at >= 0; at--) {
    for (const node of [...(layers[at] ?? [])]) {
      if (size(children, node) <= size(parents, node)) continue;
      const lowest = Math.min(...(children[node] ?? []).map((child) => layerOf.get(child) ?? 0)) - 1;
      for (let target = lowest; target > at; target--) {
        const layer = layers[target] as number[];
        if (!hasRoom(layer, node, widths, room)) continue;
        layers[at] = (layers[at] ?? []).filter((other) => other !== node);
        layer.push(node);
        layerOf.set(node, target);
        break;
      }
    }
  }
}
