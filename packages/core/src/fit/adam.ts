import { adamStepper } from "./adam-stepper.js";

export interface AdamOptions {
  /** Length of a step where the gradient keeps its sign; above 0. */
  readonly rate: number;
  /** Most steps, at least 1. */
  readonly steps: number;
  /** Training ends where a step changes the loss by less. */
  readonly tolerance: number;
  /** Smallest values of the parameters: a step that leads below ends there. */
  readonly least?: Float64Array | undefined;
}

/** Where a training came to. */
export interface Trained {
  readonly theta: Float64Array;
  /** At theta, penalties included. */
  readonly loss: number;
  /** Steps done. */
  readonly steps: number;
  /** Whether the loss had come to rest before the steps ran out. */
  readonly converged: boolean;
}

/**
 * Adam on the whole data. Returns the best of the points stepped to, of which the start is none (but for a loss that is
 * finite nowhere else).
 *
 * @param lossInto the loss at theta; writes its gradient
 * @cost one evaluation of the loss a step, and one at the start
 */
export function adam(
  lossInto: (theta: Float64Array, gradient: Float64Array) => number,
  start: Float64Array,
  { rate, steps, tolerance, least }: AdamOptions,
): Trained {
  const theta = start.slice();
  const gradient = new Float64Array(theta.length);
  const step = adamStepper(theta.length);
  let previous = lossInto(theta, gradient);
  const best = theta.slice();
  let bestLoss = Infinity;
  let done = 0;
  let converged = false;
  while (done < steps && !converged) {
    done += 1;
    step(theta, gradient, rate);
    if (least) for (let k = 0; k < theta.length; k++) theta[k] = Math.max(least[k], theta[k]);
    const loss = lossInto(theta, gradient);
    converged = Math.abs(previous - loss) < tolerance;
    previous = loss;
    if (loss < bestLoss) {
      bestLoss = loss;
      best.set(theta);
    }
  }
  return { theta: best, loss: bestLoss, steps: done, converged };
}
