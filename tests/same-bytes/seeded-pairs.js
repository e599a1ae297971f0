import { pairFromColumns, seededRng } from "../../packages/causal-velocity/dist/index.js";

const SEED = 20250713;
/** Rows of the pairs whose values, not their number, are difficult. */
const FEW = 400;

/** A pair of `n` rows from its own stream of random numbers. */
function seededPair(name, n, row) {
  const rng = seededRng(SEED).split(name);
  const rows = Array.from({ length: n }, (_, i) => row(rng, i));
  return pairFromColumns(
    rows.map(([x]) => x),
    rows.map(([, y]) => y),
  );
}

/** A bent curve whose noise widens with x². */
function bentCurve(rng) {
  const x = rng.normal();
  return [x, x * x + x + (0.3 + 0.2 * x * x) * rng.normal()];
}

/** Pairs that cover the branches of the library: smooth, tied, with one far value, heavy-tailed, long. */
export function seededPairs() {
  return {
    bent: seededPair("bent", 1000, bentCurve),
    ties: seededPair("ties", FEW, (rng) => bentCurve(rng).map((value) => Math.round(4 * value) / 4)),
    outlier: seededPair("outlier", FEW, (rng, i) => (i === 7 ? [40, -900] : bentCurve(rng))),
    // A ratio of normals is Cauchy: no mean, no variance.
    "heavy tails": seededPair("heavy tails", FEW, (rng) => {
      const x = rng.normal() / rng.normal();
      return [x, x + rng.normal() / rng.normal()];
    }),
    long: seededPair("long", 5000, bentCurve),
  };
}
