import { SHARE_SUM, SHARE_WIDTH } from "../compute/grid-shares.js";
import type { Routines } from "../compute/routines.js";
import type { Column, Matrix } from "../primitives/columns.js";
import { cos, exp, sin, wholePower } from "../primitives/elementary.js";

// The mean of a Gaussian kernel over all pairs of points is a sum over frequencies of the squared means of waves. Means of
// waves come from a grid: every point is shared out among the nearest grid points by B-splines, and what the splines
// take from each wave is known and given back. The time is linear in the points, with a small factor.

/**
 * Distance of grid points, in bandwidths. A frequency ω takes from the one at 2π/SPACING − ω a share of (ω/(2π/SPACING − ω))¹⁰;
 * weighed by the kernel, at most 2·10⁻¹⁰ in all, where the points coincide.
 */
const SPACING = 0.25;
/** Waves repeat after the range of the points and this: neighbors so far away have less than 10⁻¹¹ of the kernel. */
const BEYOND = 7.2;
/** Frequencies above this have less than 10⁻¹¹ of the kernel. */
const LAST_FREQUENCY = 7.2;

/** The grid along one column. */
interface Axis {
  readonly lowest: number;
  /** Number of grid points. */
  readonly size: number;
}

function axisOf(column: Column): Axis {
  let [lowest, highest] = [Infinity, -Infinity];
  for (let i = 0; i < column.length; i++) {
    lowest = Math.min(lowest, column[i]);
    highest = Math.max(highest, column[i]);
  }
  return { lowest, size: Math.ceil((highest - lowest + BEYOND) / SPACING) };
}

/**
 * Mean of exp(−|distance|²/2) over all pairs of points of the plane, each with itself included; undefined where the
 * points are so far apart that the grid would take more than `mostWork` multiplications.
 *
 * @param points two columns, in bandwidths
 * @cost 200 multiplications a point, and those of the grid     @error 2·10⁻¹⁰
 */
export function meanGaussianKernel(
  [u, v]: readonly [Column, Column],
  mostWork: number,
  routines: Routines,
): number | undefined {
  const [axisU, axisV] = [axisOf(u), axisOf(v)];
  const [waveCountU, waveCountV] = [axisU, axisV].map(({ size }) => 1 + 2 * lastWave(size));
  if (!((axisV.size + waveCountU) * axisU.size * waveCountV <= mostWork)) return undefined;
  const grid = routines.gridShares({
    points: [placesOn(axisU, u), placesOn(axisV, v)],
    rows: axisU.size,
    cols: axisV.size,
  });
  const alongV = routines.products(wavesOf(axisV.size), rowsOf(grid));
  let sum = 0;
  for (const product of routines.products(rowsOf(alongV), wavesOf(axisU.size)).data) sum += product * product;
  return sum / u.length / u.length;
}

function rowsOf({ data, rows, cols }: Matrix): Column[] {
  return Array.from({ length: rows }, (_, k) => data.subarray(k * cols, (k + 1) * cols));
}

/** Places on the grid. */
function placesOn({ lowest }: Axis, column: Column): Column {
  return column.map((value) => (value - lowest) / SPACING);
}

function lastWave(size: number): number {
  return Math.ceil((LAST_FREQUENCY * size * SPACING) / (2 * Math.PI));
}

/**
 * At the grid points, the waves whose squared sums make the kernel: cosines and sines, times the root of their weight in
 * the kernel, divided by what the splines leave of them.
 */
function wavesOf(size: number): Column[] {
  const [cosines, sines] = [new Float64Array(size), new Float64Array(size)];
  for (let g = 0; g < size; g++) {
    cosines[g] = cos((2 * Math.PI * g) / size);
    sines[g] = sin((2 * Math.PI * g) / size);
  }
  const spacing = (2 * Math.PI) / (size * SPACING);
  const waves: Column[] = [];
  for (let k = 0; k <= lastWave(size); k++) {
    const frequency = k * spacing;
    const weight = ((k === 0 ? 1 : 2) * spacing * exp(-0.5 * frequency * frequency)) / Math.sqrt(2 * Math.PI);
    const half = 0.5 * frequency * SPACING;
    const left = k === 0 ? 1 : wholePower(sin(half) / half, SHARE_WIDTH);
    const factor = Math.sqrt(weight) / left / SHARE_SUM;
    const [even, odd] = [new Float64Array(size), new Float64Array(size)];
    for (let g = 0, turned = 0; g < size; g++) {
      even[g] = factor * cosines[turned];
      odd[g] = factor * sines[turned];
      turned += k;
      if (turned >= size) turned -= size;
    }
    waves.push(even);
    if (k > 0) waves.push(odd);
  }
  return waves;
}
