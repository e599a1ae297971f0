import { basisPoint, type LinearVelocityModel, type VelocityModel, velocityField } from "../velocity/velocity-model.js";

/** One velocity v(effect, cause): a model at one parameter vector. Every `VelocityFit` is one. */
export interface Velocity {
  readonly model: VelocityModel;
  readonly theta: Float64Array;
}

/** v and ∂v/∂effect at one point, in that order. */
export type VelocityAtPoint = (effect: number, cause: number, out: Float64Array) => void;

/** A velocity for one point at a time, without allocating: what solvers call millions of times. */
export function velocityAtPoint({ model, theta }: Velocity): VelocityAtPoint {
  if (isLinear(model)) {
    const point = basisPoint(model.parameterCount);
    return (effect, cause, out) => {
      model.basisInto(effect, cause, point);
      let v = 0;
      let dvDEffect = 0;
      for (let k = 0; k < theta.length; k++) {
        v += theta[k] * point.value[k];
        dvDEffect += theta[k] * point.dEffect[k];
      }
      out[0] = v;
      out[1] = dvDEffect;
    };
  }
  const field = velocityField(1);
  const [effects, causes] = [new Float64Array(1), new Float64Array(1)];
  return (effect, cause, out) => {
    effects[0] = effect;
    causes[0] = cause;
    model.evaluateInto(theta, causes, effects, field);
    out[0] = field.v[0];
    out[1] = field.dvDEffect[0];
  };
}

function isLinear(model: VelocityModel): model is LinearVelocityModel {
  return "basisInto" in model;
}
