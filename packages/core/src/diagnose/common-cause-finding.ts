import type { ComputeOptions } from "../compute/routines.js";
import { describeByFlow, locationScaleClasses } from "../decide/flow-likelihood.js";
import type { StandardPair } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { shown } from "../primitives/errors.js";
import type { Finding } from "../primitives/finding.js";
import { kernelEntropy } from "../statistics/entropy.js";
import { normalScores } from "../statistics/ranks.js";
import { describeByCommonCause } from "./common-cause.js";
import type { PairEstimates } from "./pair-estimates.js";

/**
 * `hidden-cause`: whether a hidden common cause describes the rows in no more nats than the better direction. The value
 * is the nats per row that it saves; negative if it takes more.
 *
 * It is a doubt and no verdict: where a common cause is as short, no direction may hold; where it is longer, it may
 * still be what holds, as most common causes describe two columns no better than a direction does
 * (docs/decisions/0058-a-common-cause.md).
 * @cost about 0.2 s for 1,000 rows
 */
export function hiddenCauseFinding({ pair, compute }: Pick<PairEstimates, "pair" | "compute">): Finding {
  const saved = directionNats(pair, compute) - describeByCommonCause(pair, compute).nats;
  const isShorter = saved >= 0;
  const [x, y] = [`"${pair.names.x}"`, `"${pair.names.y}"`];
  return {
    code: "hidden-cause",
    severity: isShorter ? "warn" : "pass",
    value: saved / pair.x.length,
    sentence: isShorter
      ? `A hidden common cause describes ${x} and ${y} in ${shown(saved)} nats fewer than the better direction.`
      : `A hidden common cause takes ${shown(-saved)} nats more to describe ${x} and ${y} than the better direction.`,
    advice: isShorter
      ? "Neither column may drive the other: look for a column that drives both, and for noise in the measurement of both."
      : "",
  };
}

/**
 * Description length of the better direction: the effect is a function of location-scale noise, or an increasing
 * function of such an effect.
 */
function directionNats({ x, y }: StandardPair, compute: ComputeOptions): number {
  const classes = locationScaleClasses(x.length);
  const lengths = [
    [x, y],
    [y, x],
  ].flatMap(([cause, effect]) => {
    const scores = normalScores(effect, compute);
    const toEffect = effect.length * (kernelEntropy(effect, compute) - kernelEntropy(scores, compute));
    const natsOf = (column: Column) => describeByFlow(cause, column, compute, classes).nats;
    return [natsOf(effect), natsOf(scores) + toEffect];
  });
  return Math.min(...lengths);
}
