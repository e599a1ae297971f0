import { address, at, laneSum, mark, multiplyAdd, put, release, take, takeNumbers } from "./arrays";

// The factor L of a kernel matrix K ≈ LᵀL, rank × nodes. It is stored in panels of four nodes: panel p holds, for every
// rank k, the four numbers L[k][4p .. 4p+3] one after the other, so that a vector holds neighboring nodes.

const PANEL_BYTES: usize = 32;

/** Bytes from one panel to the next. */
export function panelStride(capacity: i32): usize {
  return <usize>capacity * PANEL_BYTES;
}

/** Nodes treated together when forming the Gram matrix: rank × 128 numbers stay in the cache. */
const CHUNK: i32 = 128;
/** Rows of the factor in a block: the product of two blocks fills eight vectors. */
const BLOCK: i32 = 4;

/** Rows that the Gram matrix needs room for: whole blocks. */
export function gramRows(rank: i32): i32 {
  return (rank + BLOCK - 1) & ~(BLOCK - 1);
}

/**
 * G = L diag(weight) Lᵀ + ridge·I on and below the diagonal, rows of length `stride`, a multiple of 4. Blocks on the
 * diagonal are filled whole.
 */
export function weightedGram(
  factor: usize,
  capacity: i32,
  rank: i32,
  nodes: i32,
  weight: usize,
  ridge: f64,
  gram: usize,
  stride: i32,
): void {
  const start = mark();
  const rows = gramRows(rank);
  const plain = takeNumbers(rows * CHUNK);
  const weighted = takeNumbers(rows * CHUNK);
  memory.fill(gram, 0, (<usize>rows * <usize>stride) << 3);
  for (let from = 0; from < nodes; from += CHUNK) {
    const count = min(CHUNK, (nodes - from + 3) & ~3);
    packByNode(factor, capacity, rank, from, count, weight, plain, weighted);
    for (let i = 0; i < rows; i += BLOCK) {
      for (let j = 0; j <= i; j += BLOCK) {
        addBlockProduct(
          address(weighted, i * CHUNK),
          address(plain, j * CHUNK),
          count,
          address(gram, i * stride + j),
          stride,
        );
      }
    }
  }
  for (let k = 0; k < rank; k++) put(gram, k * stride + k, at(gram, k * stride + k) + ridge);
  release(start);
}

/**
 * Turns panels (four nodes of one rank together) into blocks (four ranks of one node together), plain and times the
 * nodes' weights: block b holds L[4b .. 4b+3][node] for every node of the chunk. Ranks beyond the last are 0.
 */
function packByNode(
  factor: usize,
  capacity: i32,
  rank: i32,
  from: i32,
  count: i32,
  weight: usize,
  plain: usize,
  weighted: usize,
): void {
  const zero = f64x2.splat(0);
  for (let i = 0; i < count; i += 4) {
    const panel = factor + <usize>((from + i) >> 2) * panelStride(capacity);
    for (let k = 0; k < rank; k += BLOCK) {
      const row = panel + ((<usize>k) << 5);
      const left = rank - k;
      const a0 = v128.load(row);
      const a1 = v128.load(row, 16);
      const b0 = left > 1 ? v128.load(row, 32) : zero;
      const b1 = left > 1 ? v128.load(row, 48) : zero;
      const c0 = left > 2 ? v128.load(row, 64) : zero;
      const c1 = left > 2 ? v128.load(row, 80) : zero;
      const d0 = left > 3 ? v128.load(row, 96) : zero;
      const d1 = left > 3 ? v128.load(row, 112) : zero;
      const to = k * CHUNK + i * BLOCK;
      const w = address(weight, from + i);
      storeNode(plain, weighted, to, v128.load64_splat(w), even(a0, b0), even(c0, d0));
      storeNode(plain, weighted, to + 4, v128.load64_splat(w, 8), odd(a0, b0), odd(c0, d0));
      storeNode(plain, weighted, to + 8, v128.load64_splat(w, 16), even(a1, b1), even(c1, d1));
      storeNode(plain, weighted, to + 12, v128.load64_splat(w, 24), odd(a1, b1), odd(c1, d1));
    }
  }
}

function even(a: v128, b: v128): v128 {
  return i64x2.shuffle(a, b, 0, 2);
}

function odd(a: v128, b: v128): v128 {
  return i64x2.shuffle(a, b, 1, 3);
}

function storeNode(plain: usize, weighted: usize, to: i32, w: v128, low: v128, high: v128): void {
  v128.store(address(plain, to), low);
  v128.store(address(plain, to), high, 16);
  v128.store(address(weighted, to), f64x2.mul(low, w));
  v128.store(address(weighted, to), f64x2.mul(high, w), 16);
}

/** gram[0..3][0..3] += Σ over nodes of a[node]·b[node]ᵀ. */
function addBlockProduct(a: usize, b: usize, count: i32, gram: usize, stride: i32): void {
  let c00 = f64x2.splat(0);
  let c01 = c00;
  let c10 = c00;
  let c11 = c00;
  let c20 = c00;
  let c21 = c00;
  let c30 = c00;
  let c31 = c00;
  const bytes = (<usize>count) << 5;
  for (let o: usize = 0; o < bytes; o += 32) {
    const v0 = v128.load(b + o);
    const v1 = v128.load(b + o, 16);
    let u = v128.load64_splat(a + o);
    c00 = multiplyAdd(u, v0, c00);
    c01 = multiplyAdd(u, v1, c01);
    u = v128.load64_splat(a + o, 8);
    c10 = multiplyAdd(u, v0, c10);
    c11 = multiplyAdd(u, v1, c11);
    u = v128.load64_splat(a + o, 16);
    c20 = multiplyAdd(u, v0, c20);
    c21 = multiplyAdd(u, v1, c21);
    u = v128.load64_splat(a + o, 24);
    c30 = multiplyAdd(u, v0, c30);
    c31 = multiplyAdd(u, v1, c31);
  }
  addRow(gram, c00, c01);
  addRow(address(gram, stride), c10, c11);
  addRow(address(gram, 2 * stride), c20, c21);
  addRow(address(gram, 3 * stride), c30, c31);
}

function addRow(to: usize, s0: v128, s1: v128): void {
  v128.store(to, f64x2.add(v128.load(to), s0));
  v128.store(to, f64x2.add(v128.load(to, 16), s1), 16);
}

/** Vectors handled at once by `project` and `combine`: the weights, and weights times each of two coordinates. */
export const WIDTH: i32 = 3;

/** out[3k + c] = Σ_i L[k][i]·v_c[i] for three vectors over the nodes. */
export function project(
  factor: usize,
  capacity: i32,
  rank: i32,
  panels: i32,
  v0: usize,
  v1: usize,
  v2: usize,
  out: usize,
): void {
  const start = mark();
  const sums = take(<usize>rank * 48);
  memory.fill(sums, 0, <usize>rank * 48);
  for (let p = 0; p < panels; p++) {
    let source = factor + <usize>p * panelStride(capacity);
    const o = <usize>p * PANEL_BYTES;
    const x0 = v128.load(v0 + o);
    const x1 = v128.load(v0 + o, 16);
    const y0 = v128.load(v1 + o);
    const y1 = v128.load(v1 + o, 16);
    const z0 = v128.load(v2 + o);
    const z1 = v128.load(v2 + o, 16);
    let sum = sums;
    for (let k = 0; k < rank; k++) {
      const a = v128.load(source);
      const b = v128.load(source, 16);
      v128.store(sum, multiplyAdd(a, x0, multiplyAdd(b, x1, v128.load(sum))));
      v128.store(sum, multiplyAdd(a, y0, multiplyAdd(b, y1, v128.load(sum, 16))), 16);
      v128.store(sum, multiplyAdd(a, z0, multiplyAdd(b, z1, v128.load(sum, 32))), 32);
      source += PANEL_BYTES;
      sum += 48;
    }
  }
  for (let i = 0; i < WIDTH * rank; i++) put(out, i, laneSum(v128.load(sums + ((<usize>i) << 4))));
  release(start);
}

/** v_c[i] = Σ_k L[k][i]·q[3k + c] for three vectors over the nodes. */
export function combine(
  factor: usize,
  capacity: i32,
  rank: i32,
  panels: i32,
  q: usize,
  v0: usize,
  v1: usize,
  v2: usize,
): void {
  for (let p = 0; p < panels; p++) {
    let source = factor + <usize>p * panelStride(capacity);
    let coefficient = q;
    let x0 = f64x2.splat(0);
    let x1 = x0;
    let y0 = x0;
    let y1 = x0;
    let z0 = x0;
    let z1 = x0;
    for (let k = 0; k < rank; k++) {
      const a = v128.load(source);
      const b = v128.load(source, 16);
      let c = v128.load64_splat(coefficient);
      x0 = multiplyAdd(a, c, x0);
      x1 = multiplyAdd(b, c, x1);
      c = v128.load64_splat(coefficient, 8);
      y0 = multiplyAdd(a, c, y0);
      y1 = multiplyAdd(b, c, y1);
      c = v128.load64_splat(coefficient, 16);
      z0 = multiplyAdd(a, c, z0);
      z1 = multiplyAdd(b, c, z1);
      source += PANEL_BYTES;
      coefficient += 24;
    }
    const o = <usize>p * PANEL_BYTES;
    v128.store(v0 + o, x0);
    v128.store(v0 + o, x1, 16);
    v128.store(v1 + o, y0);
    v128.store(v1 + o, y1, 16);
    v128.store(v2 + o, z0);
    v128.store(v2 + o, z1, 16);
  }
}
