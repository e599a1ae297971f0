import type { PairDecision } from "@causal-velocity/core/decide/decide.js";
import type { MethodEntry, Verdict } from "@causal-velocity/core/decide/decision.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import { describe, expect, test } from "vitest";
import { decide } from "../support/decide.js";

const routines = wasmRoutines();
type Row = readonly [x: number, y: number];
const rowsOf = (count: number, row: (k: number) => Row): Row[] => Array.from({ length: count }, (_, k) => row(k));
const pairOf = (rows: readonly Row[]): Pair =>
  pairFromColumns(
    rows.map(([x]) => x),
    rows.map(([, y]) => y),
  );
const onCircle = (count: number, turned = 0) =>
  rowsOf(count, (k) => [Math.cos((2 * Math.PI * k) / count + turned), Math.sin((2 * Math.PI * k) / count + turned)]);
const rng = seededRng(5);
const cloud = rowsOf(60, () => [rng.normal(), rng.normal()]);
const curve = rowsOf(60, () => {
  const x = rng.normal();
  return [x, x * x + 0.3 * rng.normal()];
});

/** Rows that are the same when the columns change places, perhaps with another sign: no method can tell a direction. */
const SYMMETRIC: Readonly<Record<string, Pair>> = {
  "an exact circle": pairOf(onCircle(60)),
  "a turned circle": pairOf(onCircle(200, 0.37)),
  "a grid": pairOf(rowsOf(64, (k) => [k % 8, Math.floor(k / 8)])),
  "a square": pairOf(
    rowsOf(60, (k) => {
      const t = (k % 15) / 15;
      return (
        [
          [t, 0],
          [1, t],
          [1 - t, 1],
          [0, 1 - t],
        ] as const
      )[Math.floor(k / 15)];
    }),
  ),
  "a curve and its mirror image": pairOf(
    curve.slice(0, 30).flatMap(([x, y]): Row[] => [
      [x, y],
      [y, x],
    ]),
  ),
};
/** Others on which fits are not unique, or few digits are left. */
const DEGENERATE: Readonly<Record<string, Pair>> = {
  "a circle of 61 rows": pairOf(onCircle(61)),
  "two outliers of 1e9 in a cloud": pairOf([...cloud, [1e9, 1e9], [-1e9, 1e9]]),
  "two outliers of 1e9 beside a curve": pairOf([...curve, [1e9, 0], [0, 1e9]]),
  "one outlier of 1e9 beside a curve": pairOf([...curve, [1e9, 1e9]]),
  "a cross": pairOf(rowsOf(60, (k) => (k % 2 ? [k / 60 - 0.5, 0] : [0, k / 60 - 0.5]))),
  "a grid of 6 by 10": pairOf(rowsOf(60, (k) => [k % 6, Math.floor(k / 6)])),
};

const OPPOSITE: Readonly<Record<string, string>> = { "x->y": "y->x", "y->x": "x->y" };

/** The verdict, or the code of the error of a method that refuses. */
function answerOf({ name, defaults }: MethodEntry, pair: Pair): Verdict | string {
  try {
    const { verdict, findings }: PairDecision = decide(pair, {
      method: name,
      routines,
      ...(defaults.steps ? { steps: 20 } : {}),
    });
    // What is said of a tie is said of both columns.
    if (verdict !== "cannot-tell") expect(findings.some(({ code }) => code === "both-fit")).toBe(false);
    return verdict;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return `refused: ${(error as InputError).code}`;
  }
}

const swapped = ({ x, y, names }: Pair): Pair => pairFromColumns(y, x, { x: names.y, y: names.x });

const isTrained = ({ defaults }: MethodEntry) => Boolean(defaults.size || defaults.steps);

/** Networks take seconds, and so do all these pairs together: `npm test` has the ones that are most often met. */
const QUICK: readonly string[] = ["an exact circle", "a grid", "two outliers of 1e9 in a cloud"];

describe.each(allMethods)("$name", (entry) => {
  for (const [name, pair] of Object.entries({ ...SYMMETRIC, ...DEGENERATE })) {
    const tags = isTrained(entry) || !QUICK.includes(name) ? ["slow"] : [];
    test(`${name}: swapping the columns swaps the answer`, { tags }, () => {
      const answer = answerOf(entry, pair);
      if (name in SYMMETRIC) expect(answer).toMatch(/^cannot-tell$|^refused/);
      expect(answerOf(entry, swapped(pair))).toBe(OPPOSITE[answer] ?? answer);
    });
  }
});
