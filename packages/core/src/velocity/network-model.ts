import { networkByPanels, panelsOf } from "../compute/network-by-panels.js";
import type { NetworkProblem, Routines, RowBlock } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { wrongOption } from "../primitives/errors.js";
import { threefryNormals } from "../primitives/random.js";
import { type NetworkVelocityModel, type VelocityField, velocityField, type WeightTensor } from "./velocity-model.js";

/** Options of velocity classes made of networks: their size. */
export interface NetworkVelocityOptions {
  /**
   * "LxH": L layers of weights, that is L − 1 hidden layers of H tanh units and a linear output. The published code
   * uses "2x32", the paper's text says "3x64".
   */
  readonly size?: string | undefined;
}

/** The size in the published code (docs/decisions/0020-network-velocities.md). */
export const DEFAULT_NETWORK_SIZE = "2x32";
const MOST_LAYERS = 6;
const MOST_UNITS = 512;

/** A fully connected network with one output: the order of its parameters, and where training starts. */
interface NetworkShape {
  /** Number of inputs, of units in each hidden layer, of outputs. */
  readonly widths: readonly number[];
  readonly parameterCount: number;
  readonly weights: readonly WeightTensor[];
  start(seed: number): Float64Array;
}

/** Standard deviation of the weights at the start; those between hidden layers are divided by √H. */
const START_SCALE = 0.5;

/** The shape of a network of the given size. @throws InputError `wrong-option` for a size that cannot be read */
export function networkShape(inputs: number, size: string = DEFAULT_NETWORK_SIZE): NetworkShape {
  const { layers, units } = parsedSize(size);
  const widths = [inputs, ...new Array<number>(layers - 1).fill(units), 1];
  let end = 0;
  const weights = widths.slice(1).map((outputs, l) => {
    const tensor = { from: end, to: end + widths[l] * outputs };
    end = tensor.to + outputs;
    return tensor;
  });
  const parameterCount = end;
  return {
    widths,
    parameterCount,
    weights,
    // Each layer's weights come from a seed of their own, the next whole number; offsets start at 0.
    start(seed) {
      const theta = new Float64Array(parameterCount);
      weights.forEach(({ from, to }, l) => {
        const isBetween = l > 0 && l < weights.length - 1;
        const scale = isBetween ? START_SCALE / Math.sqrt(units) : START_SCALE;
        theta.set(
          threefryNormals(seed + l, to - from).map((normal) => scale * normal),
          from,
        );
      });
      return theta;
    },
  };
}

function parsedSize(size: string): { layers: number; units: number } {
  const [, layers, units] = /^(\d)x(\d{1,3})$/.exec(String(size)) ?? [];
  const parsed = { layers: Number(layers), units: Number(units) };
  const isSize = parsed.layers >= 1 && parsed.layers <= MOST_LAYERS && parsed.units >= 1 && parsed.units <= MOST_UNITS;
  if (isSize) return parsed;
  const expected = `LxH such as 2x32, with 1 to ${MOST_LAYERS} layers of weights and 1 to ${MOST_UNITS} hidden units`;
  throw wrongOption("size", size, expected);
}

/** A velocity made of the jets of networks. */
export interface NetworkForm extends Pick<NetworkProblem, "widths" | "networks" | "order"> {
  /** Inputs of the networks, one column for each. */
  inputs(cause: Column, effect: Column): readonly Column[];
  /** The velocity at some rows from the jets and the effect there. */
  fieldInto(jets: RowBlock, effect: Column, field: VelocityField): void;
  /** Derivatives by the jets from those by the velocity. */
  pullbackInto(jets: RowBlock, effect: Column, ofField: VelocityField, ofJets: RowBlock): void;
}

/** With more parameters than this, a network is more expensive than evaluating series of its values. */
const LARGE_NETWORK = 500;

/**
 * Completes a model whose velocity comes from networks, with evaluation and training by the routines. Large networks of
 * only the cause are trained at the nodes of panels (docs/decisions/0021-networks-by-panels.md).
 */
export function networkVelocityModel(
  about: Pick<NetworkVelocityModel, "name" | "flow" | "parameterCount" | "decayed" | "start">,
  form: NetworkForm,
  routines: Routines,
): NetworkVelocityModel {
  const { widths, networks, order } = form;
  const isLarge = about.parameterCount >= networks * LARGE_NETWORK;
  return {
    kind: "network",
    ...about,
    evaluateInto(theta, cause, effect, out) {
      routines.networkPass({
        ...{ widths, networks, order, theta },
        inputs: form.inputs(cause, effect),
        atRows(from, jets) {
          const to = from + jets[0].length;
          form.fieldInto(jets, effect.subarray(from, to), {
            v: out.v.subarray(from, to),
            dvDEffect: out.dvDEffect.subarray(from, to),
            dvDCause: out.dvDCause.subarray(from, to),
          });
        },
      });
    },
    passOver(cause, effect) {
      const inputs = form.inputs(cause, effect);
      const panels = isLarge && inputs.length === 1 ? panelsOf(inputs[0]) : undefined;
      const pass = (problem: NetworkProblem): void =>
        panels ? networkByPanels(routines, problem, panels) : routines.networkPass(problem);
      return (theta, loss, gradient) => {
        pass({
          ...{ widths, networks, order, theta, inputs, gradient },
          atRows(from, jets, cotangents) {
            const rows = jets[0].length;
            const [field, cotangent] = [velocityField(rows), velocityField(rows)];
            const there = effect.subarray(from, from + rows);
            form.fieldInto(jets, there, field);
            loss(from, field, cotangent);
            form.pullbackInto(jets, there, cotangent, cotangents);
          },
        });
      };
    },
  };
}

/** Multiplications and additions of a parameter and a part of a jet, forward and back. */
const WORK_OF_PARAMETER = 6;
/** The same for a tanh and the other work on its unit's jet. */
const WORK_OF_UNIT = 150;
/** Evaluations of the published training, both directions. */
const PASSES = 202;
const COMFORTABLE_SECONDS = 10;
/** Smallest limit: fewer rows say too little. */
const FEWEST_TRAINING_ROWS = 1000;

/** Rows up to which the published training takes seconds in both directions; at least a thousand. */
export function networkTrainingRows({ widths, networks, order }: NetworkForm, { networkSpeed }: Routines): number {
  const parts = 1 + order * widths[0];
  const hidden = widths.slice(1, -1).reduce((sum, width) => sum + width, 0);
  const parameters = widths.slice(1).reduce((sum, width, l) => sum + (widths[l] + 1) * width, 0);
  const work = networks * (WORK_OF_PARAMETER * parameters * parts + WORK_OF_UNIT * hidden);
  return Math.max(FEWEST_TRAINING_ROWS, Math.floor((COMFORTABLE_SECONDS * networkSpeed) / (PASSES * work)));
}
