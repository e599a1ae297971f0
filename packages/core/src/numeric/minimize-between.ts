/** Where a function of one number is least, and its value there. */
export interface Minimum {
  readonly at: number;
  readonly value: number;
}

/** Share of an interval that a golden cut takes: 2 − φ. */
const GOLDEN = 0.3819660112501051;
const MOST_STEPS = 100;

/**
 * A local minimum of f between `low` and `high`, to an absolute `tolerance` in its argument, from a start between them.
 *
 * Successive parabolas through the best three points; where one leaves the bracket or does not halve the step before
 * last, a golden cut of the longer side.
 * @reference Brent 1973, chapter 5     @cost about ten evaluations on smooth functions, 2 ln(width/tolerance) at worst
 */
export function minimizeBetween(
  f: (at: number) => number,
  { low, start, high, tolerance }: { low: number; start: number; high: number; tolerance: number },
): Minimum {
  let best: Minimum = { at: start, value: f(start) };
  let second = best;
  let third = best;
  let step = 0;
  let stepBefore = high - low;
  for (let count = 0; count < MOST_STEPS; count++) {
    if (Math.max(best.at - low, high - best.at) <= 2 * tolerance) break;
    const vertex = parabolaStep(best, second, third);
    const inside = best.at + vertex > low && best.at + vertex < high;
    if (inside && Math.abs(vertex) < 0.5 * Math.abs(stepBefore)) {
      stepBefore = step;
      step = vertex;
    } else {
      stepBefore = best.at < 0.5 * (low + high) ? high - best.at : low - best.at;
      step = GOLDEN * stepBefore;
    }
    // Closer than the tolerance, two values cannot be told apart.
    if (Math.abs(step) < tolerance) step = step < 0 ? -tolerance : tolerance;
    const at = Math.min(high, Math.max(low, best.at + step));
    const tried = { at, value: f(at) };
    if (tried.value <= best.value) {
      if (tried.at < best.at) high = best.at;
      else low = best.at;
      [third, second, best] = [second, best, tried];
      continue;
    }
    if (tried.at < best.at) low = tried.at;
    else high = tried.at;
    if (tried.value <= second.value || second === best) [third, second] = [second, tried];
    else if (tried.value <= third.value || third === best || third === second) third = tried;
  }
  return best;
}

/** From the best point to the vertex of the parabola through three; NaN where there is none. */
function parabolaStep(best: Minimum, second: Minimum, third: Minimum): number {
  const p = second.at - best.at;
  const q = third.at - best.at;
  const rise = (second.value - best.value) * q;
  const other = (third.value - best.value) * p;
  return (0.5 * (rise * q - other * p)) / (rise - other);
}
