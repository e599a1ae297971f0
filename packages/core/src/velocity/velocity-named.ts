import { wrongOption } from "../primitives/errors.js";
import { basisVelocity, polynomialTerms } from "./basis.js";
import { nnVelocity } from "./network-velocities.js";
import { pnlVelocity } from "./pnl.js";
import { anmVelocity, lsnmVelocity } from "./spline-velocities.js";
import type { VelocityClass } from "./velocity-model.js";

/** Velocity classes by name, in the order shown to users. */
const CLASSES: readonly (() => VelocityClass)[] = [
  lsnmVelocity,
  anmVelocity,
  pnlVelocity,
  () => basisVelocity("b-lin", polynomialTerms(1)),
  () => basisVelocity("b-quad", polynomialTerms(2)),
  () => basisVelocity("b-cubic", polynomialTerms(3)),
  nnVelocity,
];

/** Names that `velocityNamed` knows; with `exactOnly`, without those that only training fits. */
export function velocityNames({ exactOnly = false }: { readonly exactOnly?: boolean } = {}): string[] {
  return CLASSES.map((make) => make())
    .filter(({ trainedOnly }) => !(exactOnly && trainedOnly))
    .map(({ name }) => name);
}

/** A velocity class by its name, for options. @throws InputError `wrong-option` */
export function velocityNamed(name: unknown, allowed: readonly string[] = velocityNames()): VelocityClass {
  const found = CLASSES.map((make) => make()).find((velocity) => velocity.name === name);
  if (found && allowed.includes(found.name)) return found;
  throw wrongOption("velocity", name, `one of ${allowed.join(", ")}`);
}
