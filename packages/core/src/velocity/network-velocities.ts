import { plainRoutines } from "../compute/plain-routines.js";
import { computeOptions } from "../compute/routines.js";
import {
  type NetworkForm,
  type NetworkVelocityOptions,
  networkShape,
  networkTrainingRows,
  networkVelocityModel,
} from "./network-model.js";
import type { NetworkVelocityModel, VelocityClass } from "./velocity-model.js";

/**
 * Any velocity: v(effect, cause) is a network of tanh units. Trained only: there is no exact fit.
 *
 * @paper sec:experiments (V-NN), appx:experiment     @deviates docs/decisions/0020-network-velocities.md: its size
 * @throws InputError `wrong-option`
 */
export function nnVelocity({ size }: NetworkVelocityOptions = {}): VelocityClass<NetworkVelocityModel> {
  const name = "v-nn";
  // tanh is bounded, so the velocity is too.
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
    modelFor: (_cause, _effect, compute = {}) => networkVelocityModel(about, form, computeOptions(compute).routines),
  };
}

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
    modelFor: (_cause, _effect, compute = {}) => networkVelocityModel(about, form, computeOptions(compute).routines),
  };
}

/** The seed of the log scale's network is that of the location's plus this. */
const LOG_SCALE_SEED = 444;

/**
 * Location-scale noise, effect = m(cause) + e^{h(cause)} ε, as the paper has it: m and h are networks of the cause, and
 * v = ṁ + ḣ·(effect − m). Trained only, and without weight decay, as in the published code.
 *
 * @paper tab:examples (LSNM), appx:experiment
 * @deviates docs/decisions/0020-network-velocities.md: size, weight decay     @throws InputError `wrong-option`
 */
export function lsnmNnVelocity({ size }: NetworkVelocityOptions = {}): VelocityClass<NetworkVelocityModel> {
  const name = "v-lsnm-nn";
  const flow = "global";
  const { widths, parameterCount: each, start: startOf } = networkShape(1, size);
  const form: NetworkForm = {
    ...{ widths, networks: 2, order: 2 },
    inputs: (cause) => [cause],
    fieldInto([m, dm, ddm, , dh, ddh], effect, field) {
      for (let i = 0; i < effect.length; i++) {
        const noise = effect[i] - m[i];
        field.v[i] = dm[i] + dh[i] * noise;
        field.dvDEffect[i] = dh[i];
        field.dvDCause[i] = ddm[i] + ddh[i] * noise - dh[i] * dm[i];
      }
    },
    pullbackInto([m, dm, , , dh, ddh], effect, ofField, [ofM, ofDm, ofDdm, ofH, ofDh, ofDdh]) {
      for (let i = 0; i < effect.length; i++) {
        const noise = effect[i] - m[i];
        const [ofV, ofDEffect, ofDCause] = [ofField.v[i], ofField.dvDEffect[i], ofField.dvDCause[i]];
        ofM[i] = -dh[i] * ofV - ddh[i] * ofDCause;
        ofDm[i] = ofV - dh[i] * ofDCause;
        ofDdm[i] = ofDCause;
        ofH[i] = 0;
        ofDh[i] = noise * ofV + ofDEffect - dm[i] * ofDCause;
        ofDdh[i] = noise * ofDCause;
      }
    },
  };
  const start = (seed: number): Float64Array => {
    const theta = new Float64Array(2 * each);
    theta.set(startOf(seed));
    theta.set(startOf(seed + LOG_SCALE_SEED), each);
    return theta;
  };
  const about = { name, flow, parameterCount: 2 * each, decayed: [], start } as const;
  return {
    ...{ name, flow, trainedOnly: true },
    modelFor: (_cause, _effect, compute = {}) => networkVelocityModel(about, form, computeOptions(compute).routines),
  };
}
