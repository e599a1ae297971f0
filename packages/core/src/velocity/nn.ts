import { plainRoutines } from "../numeric/plain-routines.js";
import { type NetworkVelocityOptions, networkShape } from "./network-shape.js";
import { type NetworkForm, networkTrainingRows, networkVelocityModel } from "./network-velocity-model.js";
import type { NetworkVelocityModel, VelocityClass } from "./velocity-model.js";

/**
 * Any velocity: v(effect, cause) is a network of tanh units. Trained only: there is no exact fit.
 *
 * @paper sec:experiments (V-NN), appx:experiment     @deviates docs/decisions/0020-network-velocities.md: its size
 * @throws InputError `wrong-option`
 */
export function nnVelocity({ size }: NetworkVelocityOptions = {}): VelocityClass<NetworkVelocityModel> {
  const name = "v-nn";
  // Units of tanh are bounded, so the velocity is.
  const flow = "global";
  const { widths, parameterCount, weights, start } = networkShape(2, size);
  const form: NetworkForm = {
    ...{ widths, networks: 1, order: 1 },
    inputs: (cause, effect) => [effect, cause],
    fieldInto([v, dvDEffect, dvDCause], _, field) {
      field.v.set(v);
      field.dvDEffect.set(dvDEffect);
      field.dvDCause.set(dvDCause);
    },
    pullbackInto(_, __, ofField, [ofV, ofDEffect, ofDCause]) {
      ofV.set(ofField.v);
      ofDEffect.set(ofField.dvDEffect);
      ofDCause.set(ofField.dvDCause);
    },
  };
  const about = { name, flow, parameterCount, decayed: weights, start } as const;
  return {
    ...{ name, flow, trainedOnly: true },
    trainingRows: (routines = plainRoutines) => networkTrainingRows(form, routines),
    modelFor: (_cause, _effect, routines = plainRoutines) => networkVelocityModel(about, form, routines),
  };
}
