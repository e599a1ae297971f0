import { address, at, laneSum, multiplyAdd, put } from "./array";
import { mark, release, take, takeNumbers } from "./memory";

// The factor L of a kernel matrix K ≈ LᵀL, rank × nodes. It is stored in panels of four nodes: panel p holds, for every
// rank k, the four numbers L[k][4p .. 4p+3] one after the other, so that a vector holds neighboring nodes.

const PANEL_BYTES: usize = 32;

/** Bytes from one panel to the next. */
export function panelStride(capacity: i32): usize {
  return <usize>capacity * PANEL_BYTES;
}

/** Nodes treated together when forming the Gram matrix: rank × 128 numbers stay in the cache. */
const CHUNK: i32 = 128;

/** G = L diag(weight) Lᵀ + ridge·I, lower triangle, rows of length `stride`. */
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
  const plain = takeNumbers(rank * CHUNK);
  const weighted = takeNumbers(rank * CHUNK);
  const panelBytes = panelStride(capacity);
  memory.fill(gram, 0, (<usize>rank * <usize>stride) << 3);
  for (let from = 0; from < nodes; from += CHUNK) {
    const count = min(CHUNK, (nodes - from + 3) & ~3);
    for (let i = 0; i < count; i += 4) {
      let source = factor + <usize>((from + i) >> 2) * panelBytes;
      const w0 = v128.load(address(weight, from + i));
      const w1 = v128.load(address(weight, from + i), 16);
      for (let k = 0; k < rank; k++) {
        const v0 = v128.load(source);
        const v1 = v128.load(source, 16);
        const to = address(plain, k * CHUNK + i);
        v128.store(to, v0);
        v128.store(to, v1, 16);
        const toWeighted = address(weighted, k * CHUNK + i);
        v128.store(toWeighted, f64x2.mul(v0, w0));
        v128.store(toWeighted, f64x2.mul(v1, w1), 16);
        source += PANEL_BYTES;
      }
    }
    addProducts(weighted, plain, rank, count, gram, stride);
  }
  for (let k = 0; k < rank; k++) put(gram, k * stride + k, at(gram, k * stride + k) + ridge);
  release(start);
}

/** gram += weighted · plainᵀ on and below the diagonal, four rows by two columns at a time. */
function addProducts(weighted: usize, plain: usize, rank: i32, count: i32, gram: usize, stride: i32): void {
  const row: usize = (<usize>CHUNK) << 3;
  const bytes = (<usize>count) << 3;
  for (let i = 0; i < rank; i += 4) {
    const a0 = weighted + <usize>i * row;
    const a1 = i + 1 < rank ? a0 + row : a0;
    const a2 = i + 2 < rank ? a0 + 2 * row : a0;
    const a3 = i + 3 < rank ? a0 + 3 * row : a0;
    const last = min(i + 3, rank - 1);
    for (let j = 0; j <= last; j += 2) {
      const b0 = plain + <usize>j * row;
      const b1 = j + 1 < rank ? b0 + row : b0;
      let c00 = f64x2.splat(0);
      let c01 = c00;
      let c10 = c00;
      let c11 = c00;
      let c20 = c00;
      let c21 = c00;
      let c30 = c00;
      let c31 = c00;
      for (let o: usize = 0; o < bytes; o += 16) {
        const v0 = v128.load(b0 + o);
        const v1 = v128.load(b1 + o);
        let u = v128.load(a0 + o);
        c00 = multiplyAdd(u, v0, c00);
        c01 = multiplyAdd(u, v1, c01);
        u = v128.load(a1 + o);
        c10 = multiplyAdd(u, v0, c10);
        c11 = multiplyAdd(u, v1, c11);
        u = v128.load(a2 + o);
        c20 = multiplyAdd(u, v0, c20);
        c21 = multiplyAdd(u, v1, c21);
        u = v128.load(a3 + o);
        c30 = multiplyAdd(u, v0, c30);
        c31 = multiplyAdd(u, v1, c31);
      }
      const columns = rank - j;
      addTwo(address(gram, i * stride + j), columns, c00, c01);
      if (i + 1 < rank) addTwo(address(gram, (i + 1) * stride + j), columns, c10, c11);
      if (i + 2 < rank) addTwo(address(gram, (i + 2) * stride + j), columns, c20, c21);
      if (i + 3 < rank) addTwo(address(gram, (i + 3) * stride + j), columns, c30, c31);
    }
  }
}

function addTwo(to: usize, room: i32, s0: v128, s1: v128): void {
  put(to, 0, at(to, 0) + laneSum(s0));
  if (room > 1) put(to, 1, at(to, 1) + laneSum(s1));
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
