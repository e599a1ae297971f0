import { readFileSync } from "node:fs";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import { families } from "../random/families.js";
import { directedColumns } from "./held-out.js";
import {
  type HeldOutOptions,
  heldOutLists,
  heldOutPair,
  hostileDirected,
  hostileKinds,
  hostileUndirected,
  tableEffects,
  testFamilies,
} from "./held-out-pair.js";

const GENERATORS: readonly { name: string; options: HeldOutOptions }[] = [
  ...testFamilies.map(({ name }) => ({ name, options: { family: name } })),
  ...hostileKinds.map(({ name }) => ({ name, options: { kind: name } })),
];
const DIRECTED = [...testFamilies, ...hostileDirected];
const SEEDS = [1, 2, 3, 4];

describe.each(GENERATORS)("held-out pairs, $name", ({ name, options }) => {
  test("columns of the asked length, finite and not constant", () => {
    for (const n of [20, 200, 1000]) {
      for (const seed of SEEDS) {
        const found = heldOutPair(seed, { ...options, n });
        expect(found.name).toBe(name);
        for (const column of [found.pair.x, found.pair.y]) {
          expect(column.length).toBe(n);
          expect(column.every(Number.isFinite)).toBe(true);
          expect(new Set(column).size).toBeGreaterThan(1);
        }
      }
    }
  });

  test("the same seed gives the same bytes; another seed does not", () => {
    const rowsOf = (seed: number) => {
      const { pair } = heldOutPair(seed, { ...options, n: 60 });
      return [...pair.x, ...pair.y];
    };
    expect(rowsOf(7)).toEqual(rowsOf(7));
    expect(rowsOf(7)).not.toEqual(rowsOf(8));
  });
});

describe.each(DIRECTED)("the mechanism of $name", ({ draw }) => {
  test("computes the effect from the cause and the noise: another cause gives another effect", () => {
    let changed = 0;
    for (const seed of SEEDS) {
      const model = draw(seededRng(seed));
      const causes = Array.from({ length: 60 }, (_, i) => model.cause(seededRng(seed).split(`cause ${i}`)));
      const effects = causes.map((cause) => model.effect(cause, seededRng(99)));
      changed += new Set(effects).size > 1 ? 1 : 0;
    }
    expect(changed).toBe(SEEDS.length);
  });

  test("is the only way by which the cause enters: effects follow causes row by row", () => {
    const { cause, effect } = draw(seededRng(5));
    const twin = draw(seededRng(5));
    const [causes, effects] = directedColumns({ cause, effect }, 50, seededRng(6));
    const noise = seededRng(6).split("noise");
    expect(Array.from(causes, (value) => twin.effect(value, noise))).toEqual([...effects]);
  });
});

describe("the set", () => {
  const named = [...testFamilies, ...hostileKinds].map(({ name }) => name);

  test("has enough of each part, names of their own and none of the calibration kit's", () => {
    expect(testFamilies.length).toBeGreaterThanOrEqual(10);
    expect(hostileDirected.length).toBeGreaterThanOrEqual(24);
    expect(hostileUndirected.length).toBeGreaterThanOrEqual(24);
    expect(new Set(named).size).toBe(named.length);
    expect(testFamilies.filter(({ name }) => families.some((other) => other.name === name))).toEqual([]);
  });

  test("x is the cause in half of the pairs, within four standard errors, and truth says which", () => {
    let [first, all] = [0, 0];
    for (const { options } of GENERATORS.slice(0, testFamilies.length + hostileDirected.length)) {
      for (let seed = 10; seed < 20; seed++) {
        const { truth } = heldOutPair(seed, { ...options, n: 20 });
        expect(["x->y", "y->x"]).toContain(truth);
        first += truth === "x->y" ? 1 : 0;
        all += 1;
      }
    }
    expect(Math.abs(first / all - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / all));
  });

  test("truth points from the cause to the effect, and is none without a direction", () => {
    for (let seed = 0; seed < 20; seed++) {
      const { pair, truth } = heldOutPair(seed, { kind: "plateaus", n: 200 });
      const [cause, effect] = truth === "x->y" ? [pair.x, pair.y] : [pair.y, pair.x];
      expect(new Set(effect).size).toBeLessThanOrEqual(7);
      expect(new Set(cause).size).toBeGreaterThan(7);
    }
    for (const { name } of hostileUndirected) expect(heldOutPair(1, { kind: name, n: 20 }).truth).toBe("none");
  });

  test("a pair with a constant column is drawn again", () => {
    const stream = seededRng(95).split("held out plateaus").split("attempt 0");
    const first = hostileDirected.find(({ name }) => name === "plateaus")?.draw(stream.split("model"));
    expect(new Set(first && directedColumns(first, 20, stream)[1]).size).toBe(1);
    const { pair } = heldOutPair(95, { kind: "plateaus", n: 20 });
    for (const column of [pair.x, pair.y]) expect(new Set(column).size).toBeGreaterThan(1);
  });

  test("columns without a direction exchange their places, in half of the pairs", () => {
    // Of two counters the first drawn has the stream "first": the pair has it as x or as y.
    const places = Array.from({ length: 60 }, (_, seed) => {
      const stream = seededRng(seed).split("held out two-counters").split("attempt 0");
      const drawn = hostileUndirected.find(({ name }) => name === "two-counters")?.draw(stream, 20);
      const { pair } = heldOutPair(seed, { kind: "two-counters", n: 20 });
      expect([pair.x[19], pair.y[19]].sort()).toEqual([drawn?.[0][19], drawn?.[1][19]].sort());
      return pair.x[19] === drawn?.[0][19] ? 1 : 0;
    });
    const share = places.reduce<number>((sum, place) => sum + place, 0) / places.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / places.length));
  });
});

describe("options", () => {
  test("table effects change the columns of a family, by one law for both", () => {
    const plain = heldOutPair(3, { family: "kinetics", n: 100 });
    for (const name of tableEffects) {
      const changed = { x: 0, y: 0 };
      for (let seed = 0; seed < 60; seed++) {
        const [before, after] = [[], [name]].map((table) => heldOutPair(seed, { family: "kinetics", n: 50, table }));
        const role = before.truth === "x->y" ? ({ x: "x", y: "y" } as const) : ({ x: "y", y: "x" } as const);
        for (const column of ["x", "y"] as const) {
          if (before.pair[column].some((value, i) => value !== after.pair[column][i])) changed[role[column]] += 1;
        }
      }
      // Each column is met in two thirds of the pairs.
      for (const count of Object.values(changed)) {
        expect(Math.abs(count / 60 - 2 / 3)).toBeLessThan(4 * Math.sqrt(2 / 9 / 60));
      }
    }
    expect(heldOutPair(3, { family: "kinetics", n: 100, table: [] })).toEqual(plain);
    expect(heldOutPair(3, { family: "kinetics", n: 100, table: "random" }).truth).toBe(plain.truth);
  });

  test("wrong ones are refused by name", () => {
    expect(() => heldOutPair(1, {})).toThrow(/family/);
    expect(() => heldOutPair(1, { family: "forest", kind: "weak" })).toThrow(/family/);
    expect(() => heldOutPair(1, { family: "additive" })).toThrow(/forest/);
    expect(() => heldOutPair(1, { kind: "forest" })).toThrow(/weak/);
    expect(() => heldOutPair(1, { kind: "weak", n: 19 })).toThrow(/20/);
    expect(() => heldOutPair(1, { kind: "weak", table: ["rounded"] })).toThrow(/hostile/);
  });
});

test("docs/held-out.md has the lists of the code", () => {
  const page = readFileSync(new URL("../../../../../docs/held-out.md", import.meta.url), "utf8");
  expect(page).toContain(heldOutLists());
});
