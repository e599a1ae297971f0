import { simulate, simulators } from "@causal-velocity/lab/simulate/simulate.js";
import { rolesOf } from "@causal-velocity/lab/simulate/simulator.js";
import { trueScores, trueVelocity } from "@causal-velocity/lab/simulate/truth.js";
import { describe, expect, test } from "vitest";

/** Kinds whose functions depend on the rows themselves: sorted sums and standardizing in SIM, the smallest m in LS. */
const ROW_DEPENDENT = ["sim", "sim-c", "sim-ln", "sim-g", "ls", "ls-s"];

describe.each(simulators)("simulator $name", ({ name, knows, rows, hasPublishedVariant }) => {
  test("has the truth that its entry lists, and no more", () => {
    const simulated = simulate(name, { n: 25, seed: 1 });
    const scores = trueScores(simulated);
    expect(trueVelocity(simulated) !== undefined).toBe(knows !== "nothing");
    expect(scores !== undefined).toBe(knows === "scores" || knows === "joint-scores");
    expect(scores?.scoreEffect !== undefined).toBe(knows === "scores");
    expect(simulated.kind).toBe(name);
  });

  test("every value is finite; the default number of rows is the published one", () => {
    const { pair } = simulate(name, { n: 200, seed: 2 });
    expect([...pair.x, ...pair.y].every(Number.isFinite)).toBe(true);
    expect([1000, 5000]).toContain(rows);
  });

  test("the same seed gives the same pair; seed and number of the pair each change it", () => {
    const columnOf = (options: object) => [...simulate(name, { n: 20, ...options }).pair.x];
    expect(columnOf({ seed: 5 })).toEqual(columnOf({ seed: 5, number: 1 }));
    expect(columnOf({ seed: 5 })).not.toEqual(columnOf({ seed: 6 }));
    expect(columnOf({ seed: 5 })).not.toEqual(columnOf({ seed: 5, number: 2 }));
  });

  test("y->x is x->y with the columns exchanged, and so is its truth", () => {
    const forward = simulate(name, { n: 20, seed: 3 });
    const backward = simulate(name, { n: 20, seed: 3, direction: "y->x" });
    expect(rolesOf(backward)).toEqual(rolesOf(forward));
    if (forward.truth === "x->y") {
      expect(backward.truth).toBe("y->x");
      expect(backward.pair.x).toEqual(forward.pair.y);
      expect(trueScores(backward)).toEqual(trueScores(forward));
    } else {
      expect(backward.truth).toBe(forward.truth);
    }
  });

  test("asPublished is refused exactly if it makes no difference", () => {
    const published = () => simulate(name, { n: 20, seed: 1, asPublished: true }).pair.y;
    if (hasPublishedVariant) expect(published()).not.toEqual(simulate(name, { n: 20, seed: 1 }).pair.y);
    else expect(published).toThrow(/asPublished/);
  });
});

const rowByRow = simulators.filter(({ name }) => !ROW_DEPENDENT.includes(name));
test.each(rowByRow)("$name: fewer rows are the first rows of more", ({ name }) => {
  const [few, many] = [simulate(name, { n: 10, seed: 4 }).pair, simulate(name, { n: 30, seed: 4 }).pair];
  expect(few.x).toEqual(many.x.slice(0, 10));
  expect(few.y).toEqual(many.y.slice(0, 10));
});

test("random directions are fair: 400 pairs within four standard errors of one half", () => {
  let forward = 0;
  for (let number = 1; number <= 400; number++) {
    if (simulate("linear-gaussian", { n: 1, number, direction: "random" }).truth === "x->y") forward += 1;
  }
  expect(Math.abs(forward / 400 - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / 400));
});

test("tab:synthetic_params: the noise of the gaussian kinds has the table's σ_y", () => {
  for (const [name, sd] of [
    ["gaussian-velocity", 1],
    ["gaussian-sigmoid", 3],
    ["gaussian-anm", 0.2],
    ["gaussian-lsnm", 0.2],
  ] as const) {
    const { noise, density } = simulate(name, { n: 4000, seed: 8 });
    const square = Array.from(noise ?? []).reduce((sum, e) => sum + (e * e) / 4000, 0);
    // The variance of a squared normal is 2: four standard errors of its mean.
    expect(Math.abs(square / (sd * sd) - 1)).toBeLessThan(4 * Math.sqrt(2 / 4000));
    expect(density?.model.noise.score(1)).toBeCloseTo(-1 / (sd * sd), 12);
  }
});

test("refuses unknown options and wrong values with a remedy", () => {
  expect(() => simulate("anm", { rows: 3 } as object)).toThrow(/rows.*one of n, seed/s);
  for (const wrong of [{ n: 0 }, { n: 1.5 }, { seed: -1 }, { number: 0 }, { direction: "up" }, { asPublished: 1 }]) {
    expect(() => simulate("anm", wrong as object)).toThrow(/Change the option/);
  }
});
