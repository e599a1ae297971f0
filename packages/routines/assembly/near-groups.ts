import { at, integerAt, put, putInteger, takeIntegers, takeNumbers } from "./arrays";

/** Distances that are kept of each row: those of its nearest others. */
const NEAREST: i32 = 6;

/**
 * For each k from 1 to NEAREST − 1, the number of rows whose k-th nearest other is more than `times` as near as the next;
 * the distance of two rows is the larger of those along u and v. The strips of the plain twin; the six smallest distances
 * are kept in order by exchanges, without a branch that could be guessed wrong.
 *
 * @param u ascending     @param v between 0 and 1     @param counts NEAREST − 1 numbers, set here
 */
export function nearGroups(n: i32, u: usize, v: usize, times: f64, counts: usize): void {
  const strips = <i32>Math.ceil(Math.sqrt(<f64>n));
  const first = takeIntegers(strips + 1);
  for (let i = 0; i < n; i++) {
    const s = stripOf(at(v, i), strips) + 1;
    putInteger(first, s, integerAt(first, s) + 1);
  }
  for (let s = 0; s < strips; s++) putInteger(first, s + 1, integerAt(first, s + 1) + integerAt(first, s));
  const stripU = takeNumbers(n);
  const stripV = takeNumbers(n);
  const low = takeNumbers(strips);
  const high = takeNumbers(strips);
  const here = takeIntegers(strips);
  for (let s = 0; s < strips; s++) {
    put(low, s, Infinity);
    put(high, s, -Infinity);
    putInteger(here, s, integerAt(first, s));
  }
  for (let i = 0; i < n; i++) {
    const s = stripOf(at(v, i), strips);
    const place = integerAt(here, s);
    putInteger(here, s, place + 1);
    put(stripU, place, at(u, i));
    put(stripV, place, at(v, i));
    put(low, s, min(at(low, s), at(v, i)));
    put(high, s, max(at(high, s), at(v, i)));
  }
  // Of this strip and all beyond it, so that empty strips do not end a search.
  for (let s = strips - 2; s >= 0; s--) put(low, s, min(at(low, s), at(low, s + 1)));
  for (let s = 1; s < strips; s++) put(high, s, max(at(high, s), at(high, s - 1)));
  for (let s = 0; s < strips; s++) putInteger(here, s, integerAt(first, s));
  for (let k = 0; k < NEAREST - 1; k++) put(counts, k, 0);
  for (let i = 0; i < n; i++) {
    const own = stripOf(at(v, i), strips);
    const uHere = at(u, i);
    const vHere = at(v, i);
    let a0 = f64x2.splat(Infinity);
    let a1 = a0;
    let a2 = a0;
    let a3 = a0;
    let a4 = a0;
    let a5 = a0;
    let bound = Infinity;
    // From the row's own strip up, then down.
    for (let side = 1; side >= -1; side -= 2) {
      for (let s = side > 0 ? own : own - 1; s >= 0 && s < strips; s += side) {
        const gap = side > 0 ? (s === own ? 0 : at(low, s) - vHere) : vHere - at(high, s);
        if (!(gap < bound)) break;
        // To the left of the row's place in the strip, then to the right.
        for (let step = -1; step <= 1; step += 2) {
          const end = step < 0 ? integerAt(first, s) - 1 : integerAt(first, s + 1);
          let j = integerAt(here, s);
          if (step < 0) j--;
          else if (s === own) j++;
          for (; j !== end; j += step) {
            const along = Math.abs(uHere - at(stripU, j));
            if (!(along < bound)) break;
            const distance = f64x2.splat(max(along, Math.abs(vHere - at(stripV, j))));
            let larger = f64x2.pmax(a0, distance);
            a0 = f64x2.pmin(a0, distance);
            let next = f64x2.pmax(a1, larger);
            a1 = f64x2.pmin(a1, larger);
            larger = f64x2.pmax(a2, next);
            a2 = f64x2.pmin(a2, next);
            next = f64x2.pmax(a3, larger);
            a3 = f64x2.pmin(a3, larger);
            larger = f64x2.pmax(a4, next);
            a4 = f64x2.pmin(a4, next);
            a5 = f64x2.pmin(a5, larger);
            bound = f64x2.extract_lane(a5, 0);
          }
        }
      }
    }
    putInteger(here, own, integerAt(here, own) + 1);
    count(counts, 0, a0, a1, times);
    count(counts, 1, a1, a2, times);
    count(counts, 2, a2, a3, times);
    count(counts, 3, a3, a4, times);
    count(counts, 4, a4, a5, times);
  }
}

function stripOf(v: f64, strips: i32): i32 {
  return min(<i32>(v * <f64>strips), strips - 1);
}

function count(counts: usize, k: i32, near: v128, next: v128, times: f64): void {
  if (times * f64x2.extract_lane(near, 0) < f64x2.extract_lane(next, 0)) put(counts, k, at(counts, k) + 1);
}
