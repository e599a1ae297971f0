import { at, put } from "./array";
import { BUNDLE, exponentiate } from "./exponential";
import { takeNumbers } from "./memory";
import { sortAscending } from "./sort";

/**
 * Σ exp(−|u_i − u_k|/2) over one column and its derivative, exactly: to the left of a value all kernels shrink by the
 * same factor from one value to the next, so that their sum is a recurrence, and likewise to the right.
 */
export function exponentialLine(n: i32, x: usize, density: usize, slope: usize): void {
  const ascending = takeNumbers(n);
  memory.copy(ascending, x, (<usize>n) << 3);
  sortAscending(ascending, n);
  const decay = takeNumbers(n + BUNDLE);
  put(decay, 0, 0);
  for (let p = 1; p < n + BUNDLE; p++) {
    put(decay, p, p < n ? -0.5 * (at(ascending, p) - at(ascending, p - 1)) : 0);
  }
  for (let p = 0; p < n; p += BUNDLE) exponentiate(decay + ((<usize>p) << 3));
  // Sums over everything at or before, and at or after, each position.
  const left = takeNumbers(n);
  const right = takeNumbers(n);
  put(left, 0, 1);
  for (let p = 1; p < n; p++) put(left, p, 1 + at(left, p - 1) * at(decay, p));
  put(right, n - 1, 1);
  for (let p = n - 2; p >= 0; p--) put(right, p, 1 + at(right, p + 1) * at(decay, p + 1));
  for (let i = 0; i < n; i++) {
    const value = at(x, i);
    const first = countBelow(ascending, n, value, false);
    const last = countBelow(ascending, n, value, true) - 1;
    // Equal values are in both sums once too often, and have no slope.
    put(density, i, at(left, last) + at(right, first) - <f64>(last - first + 1));
    put(slope, i, 0.5 * (at(right, last) - at(left, first)));
  }
}

/** How many of the ascending numbers are below a value, or not above it. */
function countBelow(ascending: usize, n: i32, value: f64, orEqual: bool): i32 {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(ascending, middle) < value || (orEqual && at(ascending, middle) === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
