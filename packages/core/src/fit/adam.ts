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

/** Shares of the past kept by the running means of the gradient and of its square. */
const GRADIENT_MEMORY = 0.9;
const SQUARE_MEMORY = 0.999;
/** Added to the root of the mean square, outside the root. */
const EPSILON = 1e-8;

/**
 * Adam on the whole data: each parameter moves against the running mean of its gradient, in units of that gradient's
 * running root mean square, by about `rate` a step. Returns the best of the points stepped to, of which the start is none
 * (but for a loss that is finite nowhere else).
 *
 * @param lossInto the loss at theta; writes its gradient
 * @reference Kingma & Ba 2015, algorithm 1
 * @cost one evaluation of the loss a step, and one at the start
 */
export function adam(
  lossInto: (theta: Float64Array, gradient: Float64Array) => number,
  start: Float64Array,
  { rate, steps, tolerance, least }: AdamOptions,
): Trained {
  const theta = start.slice();
  const gradient = new Float64Array(theta.length);
  const mean = new Float64Array(theta.length);
  const square = new Float64Array(theta.length);
  let meanMissing = 1;
  let squareMissing = 1;
  let previous = lossInto(theta, gradient);
  const best = theta.slice();
  let bestLoss = Infinity;
  let done = 0;
  let converged = false;
  while (done < steps && !converged) {
    done += 1;
    // Both means start at 0: these shares of what they should be are still missing.
    meanMissing *= GRADIENT_MEMORY;
    squareMissing *= SQUARE_MEMORY;
    for (let k = 0; k < theta.length; k++) {
      mean[k] = GRADIENT_MEMORY * mean[k] + (1 - GRADIENT_MEMORY) * gradient[k];
      square[k] = SQUARE_MEMORY * square[k] + (1 - SQUARE_MEMORY) * gradient[k] * gradient[k];
      const size = Math.sqrt(square[k] / (1 - squareMissing)) + EPSILON;
      theta[k] -= (rate * (mean[k] / (1 - meanMissing))) / size;
      if (least) theta[k] = Math.max(least[k], theta[k]);
    }
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
