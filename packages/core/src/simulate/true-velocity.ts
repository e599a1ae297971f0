import { type VelocityField, velocityField } from "../velocity/velocity-model.js";
import { mechanismJet, velocityOf } from "./mechanism/mechanism.js";
import { rolesOf, type SimulatedPair } from "./simulated-pair.js";

/**
 * The true velocity at the rows of a simulated pair, in its units; undefined where the kind knows no mechanism.
 *
 * @paper tab:examples
 */
export function trueVelocity(simulated: SimulatedPair): VelocityField | undefined {
  const { mechanism, noise } = simulated;
  if (!mechanism || !noise) return undefined;
  const { cause } = rolesOf(simulated);
  const field = velocityField(cause.length);
  const jet = mechanismJet();
  for (let i = 0; i < cause.length; i++) {
    mechanism.jetInto(cause[i], noise[i], jet);
    const { v, dvDEffect, dvDCause } = velocityOf(jet);
    field.v[i] = v;
    field.dvDEffect[i] = dvDEffect;
    field.dvDCause[i] = dvDCause;
  }
  return field;
}
