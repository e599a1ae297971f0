import { columnMemo } from "@causal-velocity/core/compute/memo.js";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { learnedLogOdds, learnedLogOddsWith } from "@causal-velocity/core/learned/learned-log-odds.js";
import { readNetwork } from "@causal-velocity/core/learned/read-network.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { meanAndSd } from "@causal-velocity/core/primitives/quantiles.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { tablePair, tableRelations } from "@causal-velocity/lab/simulate/random/table-pair.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";
import { randomNetworkBytes } from "../support/random-network.js";

const rng = seededRng(31);
const draw = (rows: number, f: (i: number) => number) => Float64Array.from({ length: rows }, (_, i) => f(i));
const normal = (rows: number) => draw(rows, () => rng.normal());
const opposite = (column: Column) => column.map((value) => -value);
const shuffled = (rows: number) => {
  const keys = draw(rows, () => rng.uniform());
  return Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b]);
};

function curve(rows: number): [Column, Column] {
  const x = normal(rows);
  return [x, x.map((value) => 0.5 * value * value + value + 0.5 * rng.normal())];
}

const doses = draw(140, (i) => (i % 7) - 3);
const pairs: Readonly<Record<string, readonly [Column, Column]>> = {
  "a curve": curve(1000),
  "20 rows": curve(20),
  "a dose grid from -3 to 3": [doses, doses.map((dose) => dose * dose + rng.normal())],
  "both columns exactly symmetric": [draw(201, (i) => i - 100), draw(201, (i) => ((i * 37) % 201) - 100)],
  "3 levels": [draw(90, (i) => i % 3), normal(90)],
  "3 levels in both": [draw(90, (i) => i % 3), draw(90, (i) => (i % 5 === 0 ? 2 : i % 2))],
  "heavy tails and ties": [
    draw(300, () => Math.round(Math.exp(3 * rng.normal()))),
    draw(300, () => rng.normal() / rng.normal()),
  ],
  "huge and tiny": [draw(60, () => 1e250 * rng.normal()), draw(60, () => 1e-250 * rng.normal())],
};

const wide = readNetwork(randomNetworkBytes(9, [2, 3, 4, 16]));

describe.each([plainRoutines, compiledRoutines()])("learned log odds by the $name routines", (routines) => {
  const odds = (x: Column, y: Column) => {
    const value = learnedLogOddsWith(wide, x, y, { routines });
    expect(Number.isFinite(value)).toBe(true);
    return value;
  };

  test.each(Object.entries(pairs))("%s: swapped columns negate them to the bit", (_, [x, y]) => {
    const own = odds(x, y);
    expect(own).not.toBe(0);
    expect(odds(y, x)).toBe(-own);
  });

  test.each(Object.entries(pairs))("%s: the sign of a column changes no bit", (_, [x, y]) => {
    const own = odds(x, y);
    expect(odds(opposite(x), y)).toBe(own);
    expect(odds(x, opposite(y))).toBe(own);
    expect(odds(opposite(x), opposite(y))).toBe(own);
  });

  test.each(Object.entries(pairs))("%s: the order of rows changes no bit", (_, [x, y]) => {
    const order = shuffled(x.length);
    expect(
      odds(
        Float64Array.from(order, (i) => x[i]),
        Float64Array.from(order, (i) => y[i]),
      ),
    ).toBe(odds(x, y));
  });

  test.each(Object.entries(pairs))("%s: a power of two as factor changes no bit", (_, [x, y]) => {
    expect(
      odds(
        x.map((value) => 2 * value),
        y.map((value) => value / 8),
      ),
    ).toBe(odds(x, y));
  });

  test("shift and scale change no more than rounding at the edge of a cell can", () => {
    const [x, y] = pairs["a curve"];
    expect(
      odds(
        x.map((value) => 3 * value + 5),
        y.map((value) => 0.1 * value - 7),
      ),
    ).toBeCloseTo(odds(x, y), 9);
  });

  test("a column with itself has none", () => {
    const [x] = pairs["a curve"];
    expect(odds(x, x)).toBe(0);
    expect(odds(x, opposite(x))).toBe(0);
  });

  test("a memo changes no bit", () => {
    const [x, y] = pairs["a curve"];
    const memo = columnMemo();
    for (let k = 0; k < 2; k++) expect(learnedLogOddsWith(wide, x, y, { routines, memo })).toBe(odds(x, y));
  });

  test("the network in the package gives the same bits as from plain routines", () => {
    for (const [x, y] of Object.values(pairs)) {
      expect(learnedLogOdds({ x, y }, { routines })).toBe(learnedLogOdds({ x, y }));
    }
  });
});

describe("pairs without a direction", () => {
  // Whatever happens after the mechanism follows one law for both columns: no column is given away by its place.
  test.each(tableRelations)("%s: the mean log odds are 0 within four standard errors", (relation) => {
    const routines = compiledRoutines();
    const odds = Array.from({ length: 80 }, (_, seed) => {
      const { pair } = tablePair(6_000_000 + seed, { n: 150, relation });
      return learnedLogOdds(pair, { routines });
    });
    const { mean, sd } = meanAndSd(odds);
    expect(sd).toBeGreaterThan(0.05);
    expect(Math.abs(mean)).toBeLessThan((4 * sd) / Math.sqrt(odds.length));
  });
});
