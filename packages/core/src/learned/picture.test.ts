import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { marginOf, PICTURE_PLANES, PICTURE_SIZE, picturesOf } from "./picture.js";

const K = PICTURE_SIZE;
const draw = (rows: number, f: (i: number) => number) => Float64Array.from({ length: rows }, (_, i) => f(i));
const plane = (picture: Int16Array, p: number) => picture.subarray(p * K * K, (p + 1) * K * K);
const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

describe("margins", () => {
  test("32 evenly spaced values: one rank in the middle of each cell", () => {
    const { rankPlaces, centers } = marginOf(draw(K, (i) => i));
    expect([...rankPlaces]).toEqual(Array.from({ length: K }, (_, i) => 256 * i));
    expect([...centers].map((value, k) => value + centers[K - 1 - k])).toEqual(new Array(K).fill(0));
  });

  test("tied values share their middle rank, and levels are counted", () => {
    // Of 40 rows 10 are 0, 20 are 1, 10 are 2: middle ranks 5, 20, 35 of 40, so 4, 16, 28 of 32 cells, less half a cell.
    const column = draw(40, (i) => (i % 4 === 0 ? 0 : i % 4 === 3 ? 2 : 1));
    const { rankPlaces, levels } = marginOf(column);
    expect([...rankPlaces.subarray(0, 4)]).toEqual([3.5, 15.5, 15.5, 27.5].map((cell) => 256 * cell));
    expect(levels).toBe(Math.round(1024 * (Math.log(3) - 4)));
  });

  test("values lie at v/√(1 + v²) of the axis, extremes in the last cells", () => {
    const { valuePlaces } = marginOf(draw(40, (i) => (i % 2 === 0 ? 1 : -1)));
    // v = ±1, so ±1/√2 of 16 cells from the middle, which lies between cells 15 and 16.
    const away = Math.round((256 * 16) / Math.SQRT2);
    expect([...valuePlaces.subarray(0, 2)]).toEqual([256 * 15.5 + away, 256 * 15.5 - away]);
    const outlier = marginOf(draw(1000, (i) => (i === 0 ? 1e9 : i % 7)));
    expect(outlier.valuePlaces[0]).toBe(256 * 31);
  });

  test("densities of even values: 1/density is the width of a cell on the scale of asinh", () => {
    const n = 3201;
    const { densities, centers } = marginOf(draw(n, (i) => i));
    const sd = Math.sqrt((n * n - 1) / 12);
    const edge = (k: number) => Math.asinh((k * 100 - 1600) / sd);
    for (const k of [0, 7, 15, 31]) {
      expect(Math.abs(densities[k] + 1024 * Math.log((edge(k + 1) - edge(k)) * K))).toBeLessThanOrEqual(0.5);
      expect(Math.abs(centers[k] - 512 * (edge(k + 1) + edge(k)))).toBeLessThanOrEqual(0.5);
    }
  });

  test("the opposite column has the mirrored margin to the bit, in any order of rows", () => {
    const rng = seededRng(4);
    const columns = [
      draw(101, () => Math.exp(rng.normal())),
      draw(20, () => rng.normal()),
      draw(64, (i) => i % 3),
      draw(333, () => Math.round(3 * rng.normal()) / 10),
      draw(200, (i) => (i % 7) - 3),
      draw(100, () => 1e200 * rng.normal()),
      draw(100, () => 1e-200 * rng.normal()),
      // Shares of a cell are whole and a half, which rounding to the even one splits in the same way from both ends.
      draw(8192, (i) => i),
    ];
    for (const column of columns) {
      const own = marginOf(column);
      const other = marginOf(column.map((value) => -value).reverse());
      expect([...other.rankPlaces].reverse()).toEqual([...own.rankPlaces].map((p) => 256 * (K - 1) - p));
      expect([...other.valuePlaces].reverse()).toEqual([...own.valuePlaces].map((p) => 256 * (K - 1) - p));
      expect([...other.densities].reverse()).toEqual([...own.densities]);
      expect([...other.centers].reverse().map((value) => 0 - value)).toEqual([...own.centers]);
      expect(other.levels).toBe(own.levels);
      expect(marginOf(column.map((value) => 4 * value))).toEqual(own);
    }
  });

  test("a constant column is an error", () => {
    expect(() => marginOf(draw(30, () => 5))).toThrow(/30 equal values/);
  });
});

describe("pictures", () => {
  const rng = seededRng(8);
  const x = draw(400, () => rng.normal());
  const y = x.map((value) => Math.round(value * value + rng.normal()));
  const { forward, backward } = picturesOf(marginOf(x), marginOf(y));

  test("12 planes in the order that the network was trained on", () => {
    expect(forward.length).toBe(PICTURE_PLANES * K * K);
    const [mx, my] = [marginOf(x), marginOf(y)];
    const [i, j] = [5, 21];
    const at = (p: number) => plane(forward, p)[i * K + j];
    expect(at(2)).toBe(mx.densities[i]);
    expect(at(3)).toBe(my.densities[j]);
    expect(at(4)).toBe(mx.centers[i]);
    expect(at(5)).toBe(my.centers[j]);
    expect(at(6)).toBe(Math.round((1024 * (2 * i - 31)) / 31));
    expect(at(7)).toBe(Math.round((1024 * (2 * j - 31)) / 31));
    expect(at(9)).toBe(Math.round(1024 * (Math.log(400) - 6)));
    expect(at(10)).toBe(mx.levels);
    expect(at(11)).toBe(my.levels);
    expect(mx.levels).not.toBe(my.levels);
  });

  test("copula and plane are densities of mean 1, and one row lies where its ranks are", () => {
    for (const p of [0, 1]) {
      const density = Float64Array.from(plane(forward, p), (value) => Math.exp(value / 1024) - 1);
      expect(sum(density) / (K * K)).toBeCloseTo(1, 2);
    }
    // Equal columns: the copula of x with itself lies on the diagonal, 32 high.
    const self = picturesOf(marginOf(draw(3200, (i) => i)), marginOf(draw(3200, (i) => i))).forward;
    expect(plane(self, 0)[K * 9 + 9] / 1024).toBeGreaterThan(Math.log(1 + 20));
    expect(plane(self, 0)[K * 9 + 11]).toBe(0);
    expect(plane(self, 8)[K * 9 + 9]).toBe(Math.round(1024 * 0.3 * 8));
  });

  test("the backward picture is the forward one of the swapped pair", () => {
    expect(picturesOf(marginOf(y), marginOf(x))).toEqual({ forward: backward, backward: forward });
    for (const [p, q] of [
      [0, 0],
      [1, 1],
      [2, 3],
      [4, 5],
      [6, 7],
      [8, 8],
      [10, 11],
    ]) {
      const [a, b] = [plane(forward, p), plane(backward, q)];
      expect(Array.from(b, (_, k) => a[(k % K) * K + Math.floor(k / K)])).toEqual([...b]);
    }
  });

  test("an opposite column flips all planes along its axis and negates the odd ones", () => {
    const flipped = picturesOf(marginOf(x.map((value) => -value)), marginOf(y)).forward;
    for (let p = 0; p < PICTURE_PLANES; p++) {
      const sign = p === 4 || p === 6 ? -1 : 1;
      const expected = Array.from(
        plane(forward, p),
        (_, k) => sign * plane(forward, p)[k + (K - 1 - 2 * Math.floor(k / K)) * K],
      );
      expect([...plane(flipped, p)].map((value) => value + 0)).toEqual(expected.map((value) => value + 0));
    }
  });
});
