import { address, at, integerAt, put, putInteger, take, takeIntegers, takeNumbers } from "./arrays";
import {
  clearMatrix,
  degree,
  dimension,
  expandOnRoots,
  roots as rootPositions,
  rootsPerBox,
  takeMatrix,
  useRoots,
  weighRoots,
} from "./chebyshev";
import { addMoments, addSums, BATCH, evaluateInto, evaluateLineInto, tabulate, takeTable } from "./chebyshev-table";

// Points are sorted into tiles of one bandwidth. A tile with more points than Chebyshev roots is replaced by the roots
// of its points' bounding box, with weights such that sums of smooth functions over the points are sums over the roots;
// a tile with fewer keeps its points. Both are "nodes" from here on.

/** Tiles per direction. Points further out share the outermost tile, which then keeps its points as they are. */
const MOST_TILES: i32 = 1024;
/**
 * Where the lowest point lies in its tile: at no simple share of it, so that no points of a grid lie on the edge of a
 * tile, where rounding would choose between two.
 */
const FIRST_SHARE: f64 = 0.38196601125010515;
/** Half-width below which a box counts as a point: its polynomials would divide by nothing. */
const SMALLEST_HALF_WIDTH: f64 = 1e-9;

/** The tiling of the last call. Coordinates are in bandwidths. */
export let nodeCount: i32 = 0;
export let node0: usize = 0;
export let node1: usize = 0;
/** What a sum over points becomes: Σ f(point) = Σ weight·f(node). May be negative. */
export let weight: usize = 0;
/** Points per node, for measuring how much a node matters. Positive. */
export let mass: usize = 0;

let pointCount: i32 = 0;
let tileCount: i32 = 0;
let point0: usize = 0;
let point1: usize = 0;
let order: usize = 0;
let firstPoint: usize = 0;
let firstNode: usize = 0;
let compressed: usize = 0;
let boxes: usize = 0;

/** Compresses n points (x0, x1), in bandwidths, to nodes; x1 is not looked at in one dimension. `roots` holds the q Chebyshev roots. */
export function compress(d: i32, n: i32, x0: usize, x1: usize, q: i32, roots: usize): void {
  useRoots(q, d, roots);
  pointCount = n;
  sortIntoTiles(x0, x1);
  layOutNodes();
  fillNodes();
}

function lowerEnd(x: usize): f64 {
  let lowest = at(x, 0);
  for (let i = 1; i < pointCount; i++) lowest = min(lowest, at(x, i));
  return lowest;
}

function upperEnd(x: usize): f64 {
  let highest = at(x, 0);
  for (let i = 1; i < pointCount; i++) highest = max(highest, at(x, i));
  return highest;
}

/** Tile of a coordinate, counted from `from`, at most `count`. */
function tileOf(value: f64, from: f64, count: i32): i32 {
  return <i32>max(0, min(Math.floor(value - from), <f64>(count - 1)));
}

let tiles1: i32 = 0;
let clamped0: bool = false;
let clamped1: bool = false;
let tiles0: i32 = 0;

/** Counting sort of the points by tile, row by row. */
function sortIntoTiles(x0: usize, x1: usize): void {
  const half = <f64>(MOST_TILES / 2);
  let from0 = lowerEnd(x0) - FIRST_SHARE;
  const range0 = upperEnd(x0) - from0;
  clamped0 = range0 >= <f64>MOST_TILES;
  if (clamped0) from0 = max(from0, -half);
  tiles0 = <i32>min(Math.floor(range0) + 1, <f64>MOST_TILES);
  let from1: f64 = 0;
  tiles1 = 1;
  clamped1 = false;
  if (dimension === 2) {
    from1 = lowerEnd(x1) - FIRST_SHARE;
    const range1 = upperEnd(x1) - from1;
    clamped1 = range1 >= <f64>MOST_TILES;
    if (clamped1) from1 = max(from1, -half);
    tiles1 = <i32>min(Math.floor(range1) + 1, <f64>MOST_TILES);
  }
  tileCount = tiles0 * tiles1;
  const n = pointCount;
  const tile = takeIntegers(n);
  firstPoint = takeIntegers(tileCount + 1);
  for (let i = 0; i < n; i++) {
    const row = tileOf(at(x0, i), from0, tiles0);
    const t = dimension === 2 ? row * tiles1 + tileOf(at(x1, i), from1, tiles1) : row;
    putInteger(tile, i, t);
    putInteger(firstPoint, t + 1, integerAt(firstPoint, t + 1) + 1);
  }
  for (let t = 0; t < tileCount; t++)
    putInteger(firstPoint, t + 1, integerAt(firstPoint, t + 1) + integerAt(firstPoint, t));
  const next = take((<usize>tileCount + 1) << 2);
  memory.copy(next, firstPoint, (<usize>tileCount + 1) << 2);
  order = takeIntegers(n);
  point0 = takeNumbers(n);
  if (dimension === 2) point1 = takeNumbers(n);
  for (let i = 0; i < n; i++) {
    const t = integerAt(tile, i);
    const position = integerAt(next, t);
    putInteger(next, t, position + 1);
    putInteger(order, position, i);
    put(point0, position, at(x0, i));
    if (dimension === 2) put(point1, position, at(x1, i));
  }
}

/** A tile at the edge of a clamped direction may reach to infinity. */
function isBounded(t: i32): bool {
  const row = t / tiles1;
  const column = t % tiles1;
  if (clamped0 && (row === 0 || row === tiles0 - 1)) return false;
  return !(clamped1 && (column === 0 || column === tiles1 - 1));
}

function layOutNodes(): void {
  firstNode = takeIntegers(tileCount + 1);
  compressed = takeIntegers(tileCount);
  nodeCount = 0;
  for (let t = 0; t < tileCount; t++) {
    const count = integerAt(firstPoint, t + 1) - integerAt(firstPoint, t);
    const worthwhile = count > rootsPerBox() && isBounded(t);
    putInteger(compressed, t, worthwhile ? 1 : 0);
    putInteger(firstNode, t, nodeCount);
    nodeCount += worthwhile ? rootsPerBox() : count;
  }
  putInteger(firstNode, tileCount, nodeCount);
  const padded = (nodeCount + 3) & ~3;
  node0 = takeNumbers(padded);
  node1 = takeNumbers(padded);
  weight = takeNumbers(padded);
  mass = takeNumbers(padded);
  for (let i = nodeCount; i < padded; i++) {
    put(node0, i, 0);
    put(node1, i, 0);
    put(weight, i, 0);
    put(mass, i, 0);
  }
}

function fillNodes(): void {
  boxes = takeNumbers(4 * tileCount);
  const a = takeTable();
  const b = takeTable();
  const moments = takeMatrix();
  for (let t = 0; t < tileCount; t++) {
    const from = integerAt(firstPoint, t);
    const end = integerAt(firstPoint, t + 1);
    const to = integerAt(firstNode, t);
    if (integerAt(compressed, t) === 0) {
      for (let i = from; i < end; i++) {
        put(node0, to + i - from, at(point0, i));
        put(node1, to + i - from, dimension === 2 ? at(point1, i) : 0);
        put(weight, to + i - from, 1);
        put(mass, to + i - from, 1);
      }
      continue;
    }
    measureBox(t, from, end);
    clearMatrix(moments);
    for (let i = from; i < end; i += BATCH) {
      const count = min(BATCH, end - i);
      tabulateTile(t, i, count, a, b);
      if (dimension === 2) addMoments(a, b, count, moments);
      else addSums(a, count, moments);
    }
    placeRoots(t, to, end - from, moments);
  }
}

/** Center and inverse half-width of the points' bounding box, for both directions. */
function measureBox(t: i32, from: i32, end: i32): void {
  measureDirection(point0, from, end, address(boxes, 4 * t));
  if (dimension === 2) measureDirection(point1, from, end, address(boxes, 4 * t + 2));
}

function measureDirection(x: usize, from: i32, end: i32, box: usize): void {
  let lowest = at(x, from);
  let highest = lowest;
  for (let i = from + 1; i < end; i++) {
    lowest = min(lowest, at(x, i));
    highest = max(highest, at(x, i));
  }
  put(box, 0, 0.5 * (lowest + highest));
  put(box, 1, 1 / max(0.5 * (highest - lowest), SMALLEST_HALF_WIDTH));
}

function tabulateTile(t: i32, from: i32, count: i32, a: usize, b: usize): void {
  tabulate(address(point0, from), count, at(boxes, 4 * t), at(boxes, 4 * t + 1), 0, a);
  if (dimension === 1) return;
  tabulate(address(point1, from), count, at(boxes, 4 * t + 2), at(boxes, 4 * t + 3), 0, b);
}

/** Places a tile's roots and weighs them. */
function placeRoots(t: i32, to: i32, points: i32, moments: usize): void {
  const q = degree;
  const across = dimension === 2 ? q : 1;
  weighRoots(moments, address(weight, to));
  for (let g = 0; g < q; g++) {
    for (let e = 0; e < across; e++) {
      const node = to + g * across + e;
      put(mass, node, <f64>points / <f64>rootsPerBox());
      put(node0, node, at(boxes, 4 * t) + at(rootPositions, g) / at(boxes, 4 * t + 1));
      put(node1, node, dimension === 2 ? at(boxes, 4 * t + 2) + at(rootPositions, e) / at(boxes, 4 * t + 3) : 0);
    }
  }
}

/** Carries two functions given at the nodes, one in one dimension, back to all points: out[i] is the value at point i. */
export function interpolate(f0: usize, f1: usize, out0: usize, out1: usize): void {
  const a = takeTable();
  const b = takeTable();
  const coefficients0 = takeMatrix();
  const coefficients1 = takeMatrix();
  for (let t = 0; t < tileCount; t++) {
    const from = integerAt(firstPoint, t);
    const end = integerAt(firstPoint, t + 1);
    const node = integerAt(firstNode, t);
    if (integerAt(compressed, t) === 0) {
      for (let i = from; i < end; i++) {
        put(out0, integerAt(order, i), at(f0, node + i - from));
        if (dimension === 2) put(out1, integerAt(order, i), at(f1, node + i - from));
      }
      continue;
    }
    expandOnRoots(address(f0, node), coefficients0);
    if (dimension === 2) expandOnRoots(address(f1, node), coefficients1);
    for (let i = from; i < end; i += BATCH) {
      const count = min(BATCH, end - i);
      tabulateTile(t, i, count, a, b);
      const rows = order + ((<usize>i) << 2);
      if (dimension === 1) evaluateLineInto(a, count, coefficients0, rows, out0);
      else evaluateInto(a, b, count, coefficients0, coefficients1, rows, out0, out1);
    }
  }
}
