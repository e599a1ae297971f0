import { exp } from "../primitives/elementary.js";

/** Normal distributions that are mixed: a bend, a tail and a second mode are within reach of three. */
const PARTS = 3;
/** Numbers that a mixture has: three for each part, but for the shares, which add up to 1. */
export const NOISE_PARAMETERS: number = 3 * PARTS - 1;
/** Where parts begin: sizes in standard deviations of the noise, and distance of neighbors, so that no two are the same. */
const FIRST_SIZES = [0.6, 1, 1.7] as const;
const FIRST_DISTANCE = 0.3;
/** Parts are fitted again and again to the same counts, which costs little. */
const ROUNDS = 3;
/** Fewer rows than this are no part. */
const LEAST_ROWS = 1e-3;
/** Places of the tables in the smallest standard deviation: interpolated densities are then 0.8% off at most. */
const PLACES = 4;
/** Beyond so many standard deviations a part adds nothing. */
const REACH = 10;
/** Density where no part reaches, so that none is 0. */
const NOWHERE = 1e-20;
/** 1/√(2π). */
const NORMAL_HEIGHT = 0.3989422804014327;

/**
 * Noise as a mixture of normal distributions, and tables over all values that it can have. Table place g stands for the
 * noise `lowest + g·step`; between places tables are linear.
 */
export interface MixedNoise {
  readonly shares: Float64Array;
  readonly means: Float64Array;
  readonly sds: Float64Array;
  /** No part is narrower. */
  readonly narrowest: number;
  readonly lowest: number;
  readonly step: number;
  readonly density: Float64Array;
  /** The mean of 1/sd² over the parts, by how likely each is there; and that of mean/sd². */
  readonly precision: Float64Array;
  readonly pull: Float64Array;
  /** Rows with such noise, written by whoever has them. */
  readonly counts: Float64Array;
}

/** Noise of about this standard deviation, between −reach and reach. */
export function mixedNoise(sd: number, reach: number, narrowest: number): MixedNoise {
  const step = narrowest / PLACES;
  const table = () => new Float64Array(Math.ceil((2 * reach) / step) + 2);
  const middle = (PARTS - 1) / 2;
  return {
    shares: new Float64Array(PARTS).fill(1 / PARTS),
    means: Float64Array.from({ length: PARTS }, (_, j) => FIRST_DISTANCE * sd * (j - middle)),
    sds: Float64Array.from(FIRST_SIZES, (size) => Math.max(narrowest, size * sd)),
    narrowest,
    lowest: -reach,
    step,
    density: table(),
    precision: table(),
    pull: table(),
    counts: table(),
  };
}

/** Writes the tables. @cost a kernel for each place and part that reaches it */
export function tabulate({ shares, means, sds, lowest, step, density, precision, pull }: MixedNoise): void {
  density.fill(NOWHERE);
  precision.fill(0);
  pull.fill(0);
  for (let j = 0; j < PARTS; j++) {
    const height = (shares[j] * NORMAL_HEIGHT) / sds[j];
    const perSquare = 1 / (sds[j] * sds[j]);
    const first = Math.max(0, Math.ceil((means[j] - REACH * sds[j] - lowest) / step));
    const last = Math.min(density.length - 1, Math.floor((means[j] + REACH * sds[j] - lowest) / step));
    for (let g = first; g <= last; g++) {
      const distance = lowest + g * step - means[j];
      const part = height * exp(-0.5 * distance * distance * perSquare);
      density[g] += part;
      precision[g] += part * perSquare;
      pull[g] += part * perSquare * means[j];
    }
  }
  for (let g = 0; g < density.length; g++) {
    precision[g] /= density[g];
    pull[g] /= density[g];
  }
}

/** Fits the mixture to the counts, by EM. @cost three kernels for each place with rows, three times */
export function refit({ shares, means, sds, narrowest, lowest, step, counts }: MixedNoise): void {
  const likely = new Float64Array(PARTS);
  for (let round = 0; round < ROUNDS; round++) {
    const [rows, sums, squares] = [new Float64Array(PARTS), new Float64Array(PARTS), new Float64Array(PARTS)];
    for (let g = 0; g < counts.length; g++) {
      if (counts[g] === 0) continue;
      const noise = lowest + g * step;
      let all = NOWHERE;
      for (let j = 0; j < PARTS; j++) {
        const distance = (noise - means[j]) / sds[j];
        likely[j] = (shares[j] / sds[j]) * exp(-0.5 * distance * distance);
        all += likely[j];
      }
      for (let j = 0; j < PARTS; j++) {
        const count = (counts[g] * likely[j]) / all;
        rows[j] += count;
        sums[j] += count * noise;
        squares[j] += count * noise * noise;
      }
    }
    const total = rows.reduce((sum, count) => sum + count, 0);
    for (let j = 0; j < PARTS; j++) {
      shares[j] = rows[j] / total;
      if (rows[j] < LEAST_ROWS) continue;
      means[j] = sums[j] / rows[j];
      sds[j] = Math.max(narrowest, Math.sqrt(Math.max(0, squares[j] / rows[j] - means[j] * means[j])));
    }
  }
}

/** Standard deviation of the noise. */
export function noiseSd({ shares, means, sds }: MixedNoise): number {
  let [mean, square] = [0, 0];
  for (let j = 0; j < PARTS; j++) {
    mean += shares[j] * means[j];
    square += shares[j] * (means[j] * means[j] + sds[j] * sds[j]);
  }
  return Math.sqrt(Math.max(0, square - mean * mean));
}
