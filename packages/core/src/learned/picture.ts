import { IMAGE_LIMIT, IMAGE_UNIT } from "../compute/convolution-pass.js";
import type { ComputeOptions } from "../compute/routines.js";
import { exactUnit } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { log } from "../primitives/elementary.js";
import { sortedColumn } from "../statistics/sorted-column.js";

// What the network sees of a pair. Rows are counted in whole numbers and margins are summed from both ends at once, so
// that the order of the rows changes no bit, and a column of the opposite sign gives the mirrored picture to the bit.
// The constants are part of the trained network: other ones need other weights.

/** Cells along each side of a picture. */
export const PICTURE_SIZE = 32;
/** Planes of a picture. */
export const PICTURE_PLANES = 12;
/** Planes that change their sign when the first or the second column does. */
export const ODD_PLANES = { down: [4, 6], along: [5, 7] } as const;

const K = PICTURE_SIZE;
/** Values are cut off at this many standard deviations. */
const FARTHEST = 12;
/** Narrower cells than this, in units of asinh, count as so wide. */
const NARROWEST = 1e-3;
/** Positions are counted in these parts of a cell. */
const PARTS = 256;
/** Copulas above this look alike in one of the planes, which is scaled to be about 1. */
const LARGEST_COPULA = 8;
const COPULA_UNIT = 0.3;
/** From here on a picture does not show how many rows there are, or how many different values; each minus a middle. */
const MOST_ROWS = 10_000;
const MIDDLE_LOG_ROWS = 6;
const MOST_LEVELS = 1000;
const MIDDLE_LOG_LEVELS = 4;

/** What pictures need of one column; the same for all its pairs. Numbers in images are in their units. */
export interface Margin {
  /** Of each row: the cell of its rank and of its value, in parts of a cell, from 0 to (K − 1)·256. */
  readonly rankPlaces: Uint16Array;
  readonly valuePlaces: Uint16Array;
  /** Of each cell of ranks: logarithm of the density in it, and its center, both on the scale of asinh. */
  readonly densities: Int16Array;
  readonly centers: Int16Array;
  /** Logarithm of the number of different values. */
  readonly levels: number;
}

/**
 * What pictures need of one column of at least two different finite values.
 *
 * @cost O(n) for a sorted column     @throws RangeError for a constant column
 */
export function marginOf(column: Column, compute: ComputeOptions = {}): Margin {
  const n = column.length;
  const own = sortedColumn(column, compute);
  const unit = exactUnit(Math.max(Math.abs(own.ascending[0]), Math.abs(own.ascending[n - 1])));
  const { ascending, order, starts, distinct } = unit === 1 ? own : sortedColumn(column.map((value) => value / unit));
  const { mean, sd } = symmetricMoments(ascending);
  if (!(sd > 0)) throw new RangeError(`a column of ${n} equal values has no picture; expected values that vary`);
  const standard = (value: number) => Math.min(Math.max((value - mean) / sd, -FARTHEST), FARTHEST);
  const { densities, centers } = cellsOfRanks(ascending, standard);
  const rankPlaces = new Uint16Array(n);
  const valuePlaces = new Uint16Array(n);
  for (let k = 0; k < distinct; k++) {
    const [from, to] = [starts[k], starts[k + 1]];
    const ofRank = rankPlace(from + to, n);
    const ofValue = valuePlace(standard(ascending[from]));
    for (let place = from; place < to; place++) {
      rankPlaces[order[place]] = ofRank;
      valuePlaces[order[place]] = ofValue;
    }
  }
  return {
    rankPlaces,
    valuePlaces,
    densities,
    centers,
    levels: inImage(logUpTo(distinct, MOST_LEVELS) - MIDDLE_LOG_LEVELS),
  };
}

/** Mean and standard deviation, added from both ends: those of the opposite column are the same but for the sign. */
function symmetricMoments(ascending: Column): { readonly mean: number; readonly sd: number } {
  const n = ascending.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += ascending[i] + ascending[n - 1 - i];
  const mean = sum / (2 * n);
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const low = ascending[i] - mean;
    const high = ascending[n - 1 - i] - mean;
    squares += low * low + high * high;
  }
  return { mean, sd: Math.sqrt(squares / (2 * n)) };
}

/** Log density and center of K cells with equal shares of the rows, on the scale of asinh. */
function cellsOfRanks(ascending: Column, standard: (value: number) => number) {
  const n = ascending.length;
  const edges = Float64Array.from({ length: K + 1 }, (_, k) => {
    const cell = Math.floor((k * (n - 1)) / K);
    const rest = k * (n - 1) - cell * K;
    const [low, high] = [ascending[cell], ascending[Math.min(cell + 1, n - 1)]];
    return (asinh(standard(low)) * (K - rest) + asinh(standard(high)) * rest) / K;
  });
  const densities = new Int16Array(K);
  const centers = new Int16Array(K);
  for (let k = 0; k < K; k++) {
    densities[k] = inImage(-log(Math.max(edges[k + 1] - edges[k], NARROWEST) * K));
    centers[k] = inImage((edges[k + 1] + edges[k]) / 2);
  }
  return { densities, centers };
}

function asinh(v: number): number {
  const size = Math.abs(v);
  const magnitude = log(size + Math.sqrt(v * v + 1));
  return v < 0 ? -magnitude : magnitude;
}

/** Place of a mid-rank, given twice, on an axis whose cells have their centers at ½, 1½, … K-ths of the rows. */
function rankPlace(twiceRank: number, n: number): number {
  const position = Math.min(Math.max(twiceRank * K - n, 0), 2 * n * (K - 1));
  const cell = Math.floor(position / (2 * n));
  return PARTS * cell + roundHalfEven((PARTS * (position - 2 * n * cell)) / (2 * n));
}

/** Place of a standardized value on an axis that is even in v/√(1 + v²). */
function valuePlace(v: number): number {
  const half = (K * PARTS) / 2;
  const position = roundHalfEven((v / Math.sqrt(1 + v * v)) * half) + half - PARTS / 2;
  return Math.min(Math.max(position, 0), PARTS * (K - 1));
}

/** Pictures of a pair: the first column down and the second along, and the reverse. */
export interface Pictures {
  readonly forward: Int16Array;
  readonly backward: Int16Array;
}

/** Both pictures of a pair, PICTURE_PLANES planes of K × K numbers each. @cost O(n) */
export function picturesOf(x: Margin, y: Margin): Pictures {
  const n = x.rankPlaces.length;
  const density = (count: number) => (count * K * K) / (n * PARTS * PARTS);
  const copula = counted(x.rankPlaces, y.rankPlaces).map(density);
  const plane = counted(x.valuePlaces, y.valuePlaces).map(density);
  const joint = {
    logCopula: imageOf(copula, (value) => log(1 + value)),
    logPlane: imageOf(plane, (value) => log(1 + value)),
    copula: imageOf(copula, (value) => COPULA_UNIT * Math.min(value, LARGEST_COPULA)),
    rows: inImage(logUpTo(n, MOST_ROWS) - MIDDLE_LOG_ROWS),
  };
  const turned = {
    logCopula: transposed(joint.logCopula),
    logPlane: transposed(joint.logPlane),
    copula: transposed(joint.copula),
    rows: joint.rows,
  };
  return { forward: pictureOf(joint, x, y), backward: pictureOf(turned, y, x) };
}

interface JointPlanes {
  readonly logCopula: Int16Array;
  readonly logPlane: Int16Array;
  readonly copula: Int16Array;
  readonly rows: number;
}

function pictureOf({ logCopula, logPlane, copula, rows }: JointPlanes, down: Margin, along: Margin): Int16Array {
  const picture = new Int16Array(PICTURE_PLANES * K * K);
  picture.set(logCopula, 0);
  picture.set(logPlane, K * K);
  picture.set(copula, 8 * K * K);
  const constants = [rows, down.levels, along.levels];
  constants.forEach((value, p) => {
    picture.fill(value, (9 + p) * K * K, (10 + p) * K * K);
  });
  for (let i = 0; i < K; i++) {
    const place = inImage((2 * i - (K - 1)) / (K - 1));
    const [ofRow, ofColumn] = [
      [down.densities[i], down.centers[i], place],
      [along.densities[i], along.centers[i], place],
    ];
    for (let p = 0; p < 3; p++) {
      const even = (2 + 2 * p) * K * K;
      picture.fill(ofRow[p], even + i * K, even + (i + 1) * K);
      for (let j = 0; j < K; j++) picture[even + K * K + j * K + i] = ofColumn[p];
    }
  }
  return picture;
}

/** Rows shared out among the four nearest cells, each row PARTS² in all: whole numbers, so exact in any order. */
function counted(down: Uint16Array, along: Uint16Array): Float64Array {
  // One row and column more than there are cells: the last place has a share of 0 in them.
  const width = K + 1;
  const wide = new Float64Array(width * width);
  for (let r = 0; r < down.length; r++) {
    const next = down[r] % PARTS;
    const beside = along[r] % PARTS;
    const at = ((down[r] - next) / PARTS) * width + (along[r] - beside) / PARTS;
    wide[at] += (PARTS - next) * (PARTS - beside);
    wide[at + 1] += (PARTS - next) * beside;
    wide[at + width] += next * (PARTS - beside);
    wide[at + width + 1] += next * beside;
  }
  const counts = new Float64Array(K * K);
  for (let i = 0; i < K; i++) counts.set(wide.subarray(i * width, i * width + K), i * K);
  return counts;
}

function imageOf(values: Float64Array, f: (value: number) => number): Int16Array {
  const image = new Int16Array(values.length);
  for (let k = 0; k < values.length; k++) image[k] = inImage(f(values[k]));
  return image;
}

function transposed(plane: Int16Array): Int16Array {
  const out = new Int16Array(K * K);
  for (let i = 0; i < K; i++) for (let j = 0; j < K; j++) out[j * K + i] = plane[i * K + j];
  return out;
}

/** A number in the units of images. */
function inImage(value: number): number {
  return Math.min(Math.max(roundHalfEven(value * IMAGE_UNIT), -IMAGE_LIMIT), IMAGE_LIMIT);
}

function logUpTo(count: number, most: number): number {
  return log(Math.min(count, most));
}

/** 1.5·2⁵²: adding it leaves no bits for fractions, which the addition then rounds. */
const ROUNDER = 6755399441055744;

/** The nearest whole number, the even one of two, for sizes below 2⁵¹: unlike `Math.round` the same for both signs. */
function roundHalfEven(value: number): number {
  return value + ROUNDER - ROUNDER;
}
