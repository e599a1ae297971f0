import { address, at, integerAt, multiplyAdd, put } from "./array";
import { incoming, incoming0, incoming1, MATRIX_BYTES, outgoing, PER_CELL, partOf, ROOTS } from "./cell-expansions";
import { roots } from "./chebyshev";
import { BUNDLE, exponentiate } from "./exponential";
import { takeNumbers } from "./memory";
import { levelCount, widthOfLevel } from "./quadtree";
import { endStrangers, firstStrangers, REACH, sources, targets } from "./strangers";

// Matrices that carry strangers' outgoing numbers to incoming ones: one for the kernel and one for either slope.

let kernels: usize = 0;
let slopes0: usize = 0;
let slopes1: usize = 0;

/** Incoming numbers of all strangers += kernel·outgoing numbers, with one matrix for each level and offset. */
export function carryToStrangers(): void {
  kernels = takeNumbers(PER_CELL * PER_CELL);
  slopes0 = takeNumbers(PER_CELL * PER_CELL);
  slopes1 = takeNumbers(PER_CELL * PER_CELL);
  for (let level = 0; level < levelCount; level++) {
    for (let offset0 = -REACH; offset0 <= REACH; offset0++) {
      for (let offset1 = -REACH; offset1 <= REACH; offset1++) {
        const from = firstStrangers(level, offset0, offset1);
        const end = endStrangers(level, offset0, offset1);
        if (from === end) continue;
        makeCarriers(widthOfLevel(level), <f64>offset0, <f64>offset1);
        carry(kernels, from, end, incoming);
        carry(slopes0, from, end, incoming0);
        carry(slopes1, from, end, incoming1);
      }
    }
  }
}

/** Kernel and slopes between the roots of two cells an offset apart: [source root][target root]. */
function makeCarriers(width: f64, offset0: f64, offset1: f64): void {
  const half = 0.5 * width;
  let entry = 0;
  for (let g = 0; g < ROOTS; g++) {
    for (let e = 0; e < ROOTS; e++) {
      for (let h = 0; h < ROOTS; h++) {
        const u = width * offset0 + half * (at(roots, h) - at(roots, g));
        for (let f = 0; f < ROOTS; f++) {
          const v = width * offset1 + half * (at(roots, f) - at(roots, e));
          const r = Math.sqrt(u * u + v * v);
          put(kernels, entry, -0.5 * r);
          put(slopes0, entry, (-0.5 * u) / r);
          put(slopes1, entry, (-0.5 * v) / r);
          entry++;
        }
      }
    }
  }
  for (let i = 0; i < PER_CELL * PER_CELL; i += BUNDLE) {
    exponentiate(address(kernels, i));
    for (let k = i; k < i + BUNDLE; k += 2) {
      const kernel = v128.load(address(kernels, k));
      v128.store(address(slopes0, k), f64x2.mul(kernel, v128.load(address(slopes0, k))));
      v128.store(address(slopes1, k), f64x2.mul(kernel, v128.load(address(slopes1, k))));
    }
  }
}

/** Adds to one of the targets' incoming matrices what the pairs from … end carry. */
function carry(matrix: usize, from: i32, end: i32, to: usize): void {
  let pair = from;
  for (; pair + 4 <= end; pair += 4) carryFour(matrix, pair, to);
  for (; pair < end; pair++) carryOne(matrix, pair, to);
}

function carryOne(matrix: usize, pair: i32, to: usize): void {
  const source = partOf(outgoing, integerAt(sources, pair));
  const target = partOf(to, integerAt(targets, pair));
  for (let j = 0; j < PER_CELL; j++) {
    const w = v128.load64_splat(address(source, j));
    const row = matrix + <usize>j * MATRIX_BYTES;
    for (let o: usize = 0; o < MATRIX_BYTES; o += 16) {
      v128.store(target + o, multiplyAdd(w, v128.load(row + o), v128.load(target + o)));
    }
  }
}

/** Four pairs at once: every entry of the matrix is loaded once for all of them. */
function carryFour(matrix: usize, pair: i32, to: usize): void {
  const a = partOf(outgoing, integerAt(sources, pair));
  const b = partOf(outgoing, integerAt(sources, pair + 1));
  const c = partOf(outgoing, integerAt(sources, pair + 2));
  const d = partOf(outgoing, integerAt(sources, pair + 3));
  const toA = partOf(to, integerAt(targets, pair));
  const toB = partOf(to, integerAt(targets, pair + 1));
  const toC = partOf(to, integerAt(targets, pair + 2));
  const toD = partOf(to, integerAt(targets, pair + 3));
  for (let o: usize = 0; o < MATRIX_BYTES; o += 32) {
    let a0 = f64x2.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    let d0 = a0;
    let d1 = a0;
    let entry = matrix + o;
    for (let j: usize = 0; j < MATRIX_BYTES; j += 8) {
      const m0 = v128.load(entry);
      const m1 = v128.load(entry, 16);
      let w = v128.load64_splat(a + j);
      a0 = multiplyAdd(w, m0, a0);
      a1 = multiplyAdd(w, m1, a1);
      w = v128.load64_splat(b + j);
      b0 = multiplyAdd(w, m0, b0);
      b1 = multiplyAdd(w, m1, b1);
      w = v128.load64_splat(c + j);
      c0 = multiplyAdd(w, m0, c0);
      c1 = multiplyAdd(w, m1, c1);
      w = v128.load64_splat(d + j);
      d0 = multiplyAdd(w, m0, d0);
      d1 = multiplyAdd(w, m1, d1);
      entry += MATRIX_BYTES;
    }
    addVectors(toA + o, a0, a1);
    addVectors(toB + o, b0, b1);
    addVectors(toC + o, c0, c1);
    addVectors(toD + o, d0, d1);
  }
}

function addVectors(to: usize, v0: v128, v1: v128): void {
  v128.store(to, f64x2.add(v128.load(to), v0));
  v128.store(to, f64x2.add(v128.load(to, 16), v1), 16);
}
