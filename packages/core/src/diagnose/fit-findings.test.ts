import { expect, test } from "vitest";
import { LOCATION_SCALE } from "../fit/location-scale-velocity.js";
import { pairFromColumns } from "../pair/pair.js";
import { standardize } from "../pair/standardize.js";
import { seededRng } from "../primitives/random.js";
import { neitherFitFinding } from "./fit-findings.js";
import { pairEstimates } from "./pair-estimates.js";

const rng = seededRng(0);
const x = Float64Array.from({ length: 40 }, () => rng.normal());
const pair = standardize(
  pairFromColumns(
    x,
    x.map((value) => value + rng.normal()),
  ),
);
const estimates = pairEstimates(pair, { velocity: LOCATION_SCALE, score: "stein", seed: 0, rng }, {});

/** The severity for a pair of so many rows whose noise depends on the cause by so much, n·HSIC, or more. */
function severityOf(rows: number, dependence: number) {
  const { "x->y": forward, "y->x": backward } = estimates.measures.directions;
  const directions = {
    "x->y": { ...forward, dependence: dependence + 1 },
    "y->x": { ...backward, dependence },
  };
  return neitherFitFinding({ ...estimates, measures: { ...estimates.measures, rows, directions } }).severity;
}

test("neither-fit fails from an n·HSIC of 0.84 on at 1,000 rows, in proportion to the rows beyond, and not below them", () => {
  const verdicts = [500, 1000, 4000, 100_000].map((rows) => {
    const scale = Math.max(1, rows / 1000);
    return [severityOf(rows, 0.83 * scale), severityOf(rows, 0.85 * scale)];
  });
  expect(verdicts).toEqual(Array.from({ length: 4 }, () => ["warn", "fail"]));
});
