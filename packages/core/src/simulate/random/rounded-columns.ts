import type { Column } from "../../numeric/column.js";
import { meanAndSd } from "../../numeric/mean-and-sd.js";
import type { Rng } from "../../numeric/rng.js";
import { type CausalSample, roundColumn } from "../sample-model.js";
import { logUniform, oneOf } from "./chance.js";

/** Steps of the grid over a range of six standard deviations: from a coarse scale to two decimals. */
const STEPS = [8, 200] as const;
const RANGE_SDS = 6;
const WHICH = ["cause", "effect", "both"] as const;

/**
 * Rounds cause, effect or both, as likely, each to a grid of its own. A rounded pair has no density, and its mechanism no
 * longer leads from cause to effect: what was known of them is dropped.
 */
export function roundedColumns(sample: CausalSample, rng: Rng): CausalSample {
  const which = oneOf(rng.split("which"), WHICH);
  const { density: _, mechanism: __, ...kept } = sample;
  return {
    ...kept,
    cause: which === "effect" ? sample.cause : onGrid(sample.cause, rng.split("cause")),
    effect: which === "cause" ? sample.effect : onGrid(sample.effect, rng.split("effect")),
  };
}

function onGrid(column: Column, rng: Rng): Column {
  const { sd } = meanAndSd(column);
  return sd > 0 ? roundColumn(column, (RANGE_SDS * sd) / logUniform(rng, ...STEPS)) : column;
}
