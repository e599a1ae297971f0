import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../../../../tests/support/compiled-routines.js";
import { pairFromColumns } from "../pair/pair.js";
import { pairRows, trimmedRows } from "../pair/resample.js";
import { type Rng, seededRng } from "../primitives/random.js";
import { type DecideOptions, decide } from "./decide.js";
import { robustness } from "./robustness.js";

const options: DecideOptions = { routines: compiledRoutines() };

function pairOf(rows: number, seed: number, row: (rng: Rng) => readonly [number, number]) {
  const rng = seededRng(seed);
  const all = Array.from({ length: rows }, () => row(rng));
  return pairFromColumns(
    all.map(([x]) => x),
    all.map(([, y]) => y),
    { x: "dose", y: "response" },
  );
}

/** Noise that grows with a positive cause: a clear direction, also in logarithms. */
const clear = pairOf(600, 1, (rng) => {
  const x = 1 + 4 * rng.uniform();
  return [x, 3 + x * x + 0.4 * x * rng.normal()];
});
const found = (pair: typeof clear, more: DecideOptions = {}) => {
  const all = { ...options, ...more };
  return robustness(pair, decide(pair, all), all);
};
const checkOf = (result: ReturnType<typeof found>, name: string) => result.checks.find((check) => check.name === name);

describe("robustness", () => {
  test("each check is what decide says of the changed pair", () => {
    const result = found(clear);
    expect(result.checks.map(({ name }) => name)).toEqual(["logs", "ranks", "extremes", "ties", "halves"]);
    const logs = { ...clear, x: clear.x.map((value) => Math.log(value)), y: clear.y.map((value) => Math.log(value)) };
    const alone = decide(logs, options);
    const check = checkOf(result, "logs");
    expect(check).toMatchObject({ rows: 600, verdict: alone.verdict, same: true });
    expect(check?.probability).toBeCloseTo(alone.probability ?? 0, 9);
    expect(checkOf(result, "ties")).toEqual({ name: "ties", rows: 600, skipped: "no value repeats" });
    // The outermost hundredth at either end of each column: from 12 rows, if they are the same, to 24.
    const { rows = 0 } = checkOf(result, "extremes") ?? {};
    expect(rows).toBeGreaterThanOrEqual(600 - 24);
    expect(rows).toBeLessThanOrEqual(600 - 12);
    const { verdicts, rows: half } = checkOf(result, "halves") ?? {};
    expect(half).toBe(300);
    expect(Object.values(verdicts ?? {}).reduce((a, b) => a + b, 0)).toBe(20);
  });

  test("logarithms of the columns that are positive, and of none that were taken before", () => {
    const shifted = { ...clear, y: clear.y.map((value) => value - 20) };
    expect(checkOf(found(shifted), "logs")).toMatchObject({ columns: ["dose"] });
    const negative = { ...shifted, x: clear.x.map((value) => -value) };
    expect(checkOf(found(negative), "logs")).toMatchObject({ skipped: "no column is positive in every row" });
    const done = [{ kind: "log" as const, text: "dose", rows: 0 }];
    expect(checkOf(found({ ...clear, transformations: done }), "logs")).toMatchObject({ columns: ["response"] });
  });

  test("without ties: the first row of each value, unless little is left", () => {
    const rounded = { ...clear, y: clear.y.map((value) => Math.round(20 * value) / 20) };
    const first = rounded.y.filter((value, i) => rounded.y.indexOf(value) === i).length;
    expect(checkOf(found(rounded), "ties")?.rows).toBe(first);
    const coarse = { ...clear, x: clear.x.map(Math.round) };
    expect(checkOf(found(coarse), "ties")?.skipped).toBe("only 5 of 600 rows have values of their own");
  });

  test("one sentence: what the verdict survives, and what it does not", () => {
    const decision = decide(clear, options);
    expect(decision.verdict).toBe("x->y");
    expect(found(clear).sentence).toMatch(
      /^The verdict survives (all 4 checks\.|3 of 4 checks: in ranks it cannot be told\.)$/,
    );
    // Claimed to be the other direction, every check contradicts it.
    const { sentence, checks } = robustness(clear, { ...decision, verdict: "y->x" }, options);
    expect(sentence).toMatch(
      /^The verdict survives 0 of 4 checks: in logarithms it is the opposite, .* and it comes out in/,
    );
    expect(sentence).toMatch(/it comes out in \d+ of 20 random halves\.$/);
    expect(checks.filter(({ same }) => same)).toEqual([]);
  });

  test("without a verdict, it says where there is one", () => {
    const unrelated = pairOf(300, 5, (rng) => [rng.uniform(), rng.normal()]);
    const result = found(unrelated);
    expect(result.sentence).toBe("There is no verdict, and none of the checks finds one.");
    const claimed = robustness(clear, { ...decide(clear, options), verdict: "cannot-tell" }, options);
    expect(claimed.sentence).toMatch(
      /^There is no verdict; in logarithms it is dose → response, .*not by the verdict\.$/,
    );
  });

  test("with given columns, and with few rows", () => {
    const rng = seededRng(9);
    const given = [{ name: "age", values: Float64Array.from(clear.x, () => rng.normal()) }];
    const result = found({ ...clear, given });
    // The given columns lose the same rows.
    const inner = trimmedRows(clear, 0.02);
    const again = decide(pairRows({ ...clear, given }, inner), options);
    expect(checkOf(result, "extremes")).toMatchObject({
      ...{ rows: inner.length, verdict: again.verdict, probability: again.probability },
    });
    const few = pairOf(22, 3, (other) => [other.normal(), other.normal()]);
    expect(checkOf(found(few), "halves")).toMatchObject({ rows: 0, skipped: "stability: halves of 11 rows" });
  });
});
