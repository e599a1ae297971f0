import { tanh } from "../numeric/elementary.js";
import type { Rng } from "../numeric/rng.js";

export interface NetworkOptions {
  /** Neurons of each layer, input (1) and outputs included. */
  readonly widths: readonly number[];
  /** Standard deviation of every weight. */
  readonly weightSd: number;
  /** Standard deviation of every bias; 0 leaves them out. */
  readonly biasSd: number;
  /** Draws the first two layers from the same stream, so that the weights of the second begin with those of the first. */
  readonly sharedStream?: boolean;
}

/**
 * A random network of tanh neurons from one number to a few, one function for each output.
 *
 * Weights are not divided by the width: the outputs of wide layers vary a lot, as in the paper.
 * @paper tab:synthetic_params ("2x64" and "3x64" count layers of weights)
 * @deviates docs/decisions/0016-simulated-noise.md: layers are drawn independently unless `sharedStream`
 */
export function randomNetwork(rng: Rng, options: NetworkOptions): ((t: number) => number)[] {
  const { widths, weightSd, biasSd, sharedStream = false } = options;
  const layers = widths.slice(1).map((outputs, k) => {
    const inputs = widths[k];
    const label = `layer ${sharedStream && k === 1 ? 1 : k + 1}`;
    const [weightRng, biasRng] = [rng.split(`weights of ${label}`), rng.split(`biases of ${label}`)];
    const weights = Float64Array.from({ length: inputs * outputs }, () => weightSd * weightRng.normal());
    const biases = Float64Array.from({ length: outputs }, () => (biasSd === 0 ? 0 : biasSd * biasRng.normal()));
    return { inputs, outputs, weights, biases, activity: new Float64Array(outputs) };
  });
  const last = layers[layers.length - 1];
  const hidden = layers.slice(0, -1);
  const activate = (t: number): Float64Array => {
    let before = Float64Array.of(t);
    for (const { inputs, outputs, weights, biases, activity } of hidden) {
      activity.set(biases);
      for (let i = 0; i < inputs; i++) {
        for (let j = 0; j < outputs; j++) activity[j] += before[i] * weights[i * outputs + j];
      }
      for (let j = 0; j < outputs; j++) activity[j] = tanh(activity[j]);
      before = activity;
    }
    return before;
  };
  return Array.from({ length: last.outputs }, (_, j) => (t: number) => {
    const before = activate(t);
    let sum = last.biases[j];
    for (let i = 0; i < last.inputs; i++) sum += before[i] * last.weights[i * last.outputs + j];
    return sum;
  });
}
