import type { NearGroupsProblem } from "./routines.js";

/** Distances that are kept of each row: those of its nearest others. */
export const NEAREST = 6;

/**
 * For each k from 1 to 5, the number of rows whose k-th nearest other is more than `times` as near as the next.
 *
 * The plane is cut along v into √n strips, in which rows are in the order of u. Rows are visited in that order too, so that
 * the place of a row within each strip only moves on. Strips and rows that are too far along one column are not looked
 * at.
 */
export function nearGroups({ u, v, times }: NearGroupsProblem): Float64Array {
  const n = u.length;
  const strips = Math.ceil(Math.sqrt(n));
  const stripOf = Uint32Array.from(v, (value) => Math.min(Math.floor(value * strips), strips - 1));
  const first = new Uint32Array(strips + 1);
  for (let i = 0; i < n; i++) first[stripOf[i] + 1] += 1;
  for (let s = 0; s < strips; s++) first[s + 1] += first[s];
  const [stripU, stripV] = [new Float64Array(n), new Float64Array(n)];
  const [low, high] = [new Float64Array(strips).fill(Infinity), new Float64Array(strips).fill(-Infinity)];
  const end = first.slice();
  for (let i = 0; i < n; i++) {
    const s = stripOf[i];
    stripU[end[s]] = u[i];
    stripV[end[s]] = v[i];
    end[s] += 1;
    low[s] = Math.min(low[s], v[i]);
    high[s] = Math.max(high[s], v[i]);
  }
  // Of this strip and all beyond it, so that empty strips do not end a search.
  for (let s = strips - 2; s >= 0; s--) low[s] = Math.min(low[s], low[s + 1]);
  for (let s = 1; s < strips; s++) high[s] = Math.max(high[s], high[s - 1]);
  const nearest = new Float64Array(NEAREST);
  const last = NEAREST - 1;
  /** For each strip, the first row that is not before the one looked at. */
  const here = first.slice();
  const lookAt = (s: number, uHere: number, vHere: number, from: number): void => {
    for (let j = here[s] - 1; j >= first[s] && uHere - stripU[j] < nearest[last]; j--) {
      insert(nearest, Math.max(uHere - stripU[j], Math.abs(vHere - stripV[j])));
    }
    for (let j = from; j < first[s + 1] && stripU[j] - uHere < nearest[last]; j++) {
      insert(nearest, Math.max(stripU[j] - uHere, Math.abs(vHere - stripV[j])));
    }
  };
  const counts = new Float64Array(NEAREST - 1);
  for (let i = 0; i < n; i++) {
    const s = stripOf[i];
    nearest.fill(Infinity);
    lookAt(s, u[i], v[i], here[s] + 1);
    for (let t = s + 1; t < strips && low[t] - v[i] < nearest[last]; t++) lookAt(t, u[i], v[i], here[t]);
    for (let t = s - 1; t >= 0 && v[i] - high[t] < nearest[last]; t--) lookAt(t, u[i], v[i], here[t]);
    here[s] += 1;
    for (let k = 0; k < counts.length; k++) if (times * nearest[k] < nearest[k + 1]) counts[k] += 1;
  }
  return counts;
}

/** Puts a distance into an ascending list in place of the largest, if it is smaller. */
function insert(ascending: Float64Array, distance: number): void {
  let place = ascending.length - 1;
  if (distance >= ascending[place]) return;
  for (; place > 0 && ascending[place - 1] > distance; place--) ascending[place] = ascending[place - 1];
  ascending[place] = distance;
}
