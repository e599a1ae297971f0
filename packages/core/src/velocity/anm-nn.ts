import { plainRoutines } from "../numeric/plain-routines.js";
import { type NetworkVelocityOptions, networkShape } from "./network-shape.js";
import { type NetworkForm, networkVelocityModel } from "./network-velocity-model.js";
import type { NetworkVelocityModel, VelocityClass } from "./velocity-model.js";

/**
 * Additive noise, effect = m(cause) + ε, as the paper has it: v = ṁ(cause) is a network of the cause. Trained only.
 *
 * @paper tab:examples (ANM), appx:experiment     @deviates docs/decisions/0020-network-velocities.md: its size
 * @throws InputError `wrong-option`
 */
export function anmNnVelocity({ size }: NetworkVelocityOptions = {}): VelocityClass<NetworkVelocityModel> {
  const name = "v-anm-nn";
  const flow = "global";
  const { widths, parameterCount, weights, start } = networkShape(1, size);
  const form: NetworkForm = {
    ...{ widths, networks: 1, order: 1 },
    inputs: (cause) => [cause],
    fieldInto([slope, bend], _, field) {
      field.v.set(slope);
      field.dvDEffect.fill(0);
      field.dvDCause.set(bend);
    },
    pullbackInto(_, __, ofField, [ofSlope, ofBend]) {
      ofSlope.set(ofField.v);
      ofBend.set(ofField.dvDCause);
    },
  };
  const about = { name, flow, parameterCount, decayed: weights, start } as const;
  return {
    ...{ name, flow, trainedOnly: true },
    modelFor: (_cause, _effect, routines = plainRoutines) => networkVelocityModel(about, form, routines),
  };
}
