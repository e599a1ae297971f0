import { readFileSync } from "node:fs";
import type { DecideOptions } from "@causal-velocity/core/decide/decide.js";
import { DIRECTIONS, type Direction } from "@causal-velocity/core/fit/orient.js";
import { pairFromTable } from "@causal-velocity/core/pair/pair.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import { describe, expect, test } from "vitest";
import { expectAllClose } from "../support/all-close.js";
import { decide } from "../support/decide.js";

type Losses = Readonly<Record<string, Readonly<Record<Direction, { readonly mse: number; readonly mae: number }>>>>;
interface GoldenPair {
  readonly rows: number;
  readonly trimmed: number;
  readonly losses: Readonly<Record<"stein-gaussian" | "kde-exponential", Readonly<Record<"all" | "trimmed", Losses>>>>;
}

const { pairs } = JSON.parse(readFileSync(new URL("./own-pairs.json", import.meta.url), "utf8")) as {
  readonly pairs: Readonly<Record<string, GoldenPair>>;
};

const METHODS = [
  "v-zero",
  "b-lin",
  "b-lin-exp",
  "b-quad",
  "b-quad-exp",
  "b-cubic",
  "b-trig",
  "v-anm",
  "v-lsnm",
] as const;
const SCORES = { "stein-exact": "stein-gaussian", kde: "kde-exponential" } as const;

/** Costs of numpy's residuals under each rule. */
const RULES = {
  squared: ({ mse }: { mse: number }) => mse,
  absolute: ({ mae }: { mae: number }) => mae,
  relative: ({ mse }: { mse: number }, zero: { mse: number }) => mse / zero.mse,
} as const;

describe("decide gives the costs of an independent numpy script, relative 1e-9", () => {
  const cases = Object.keys(pairs).flatMap((name) => ([0, 0.05] as const).map((trim) => ({ name, trim })));

  test.each(cases)("$name, trim $trim: nine methods, three rules, two scores", ({ name, trim }) => {
    const golden = pairs[name];
    const pair = pairFromTable(parseTable(readFileSync(new URL(`./pairs/${name}.csv`, import.meta.url), "utf8")));
    for (const [score, numbers] of Object.entries(SCORES) as [
      keyof typeof SCORES,
      "stein-gaussian" | "kde-exponential",
    ][]) {
      const losses = golden.losses[numbers][trim === 0 ? "all" : "trimmed"];
      for (const method of METHODS) {
        for (const [rule, costOf] of Object.entries(RULES)) {
          const decision = decide(pair, { method, score, rule, trim } as DecideOptions);
          const expected = DIRECTIONS.map((d) => costOf(losses[method.toUpperCase()][d], losses["V-ZERO"][d]));
          expectAllClose(
            DIRECTIONS.map((d) => decision.cost[d]),
            expected,
            { rtol: 1e-9 },
          );
          expect(decision.rows.used).toBe(trim === 0 ? golden.rows : golden.trimmed);
        }
      }
    }
  });
});
