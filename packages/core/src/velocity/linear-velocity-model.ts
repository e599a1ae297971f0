import { threefryNormals } from "../numeric/threefry-normals.js";
import { linearPass } from "./linear-pass.js";
import { basisPoint, type LinearVelocityModel, type TrainableModel } from "./velocity-model.js";

/** What distinguishes one linear model from another. */
export type LinearBasis = Omit<LinearVelocityModel, "kind" | "evaluateInto" | keyof TrainingParts>;
type TrainingParts = Pick<TrainableModel, "decayed" | "start" | "passOver">;

/** Standard deviation of the first coefficients, times √K. */
const START_SCALE = 0.5;

/** Completes a linear model: its velocity is the sum of the basis functions times theta. */
export function linearVelocityModel(basis: LinearBasis): LinearVelocityModel {
  const count = basis.parameterCount;
  return {
    kind: "linear",
    ...basis,
    decayed: count > 0 ? [{ from: 0, to: count }] : [],
    start: (seed) => threefryNormals(seed, count).map((normal) => (START_SCALE * normal) / Math.sqrt(count)),
    passOver: (cause, effect) => linearPass(basis, cause, effect),
    evaluateInto(theta, cause, effect, out) {
      const point = basisPoint(basis.parameterCount);
      for (let i = 0; i < cause.length; i++) {
        basis.basisInto(effect[i], cause[i], point);
        let v = 0;
        let dvDEffect = 0;
        let dvDCause = 0;
        for (let k = 0; k < theta.length; k++) {
          v += theta[k] * point.value[k];
          dvDEffect += theta[k] * point.dEffect[k];
          dvDCause += theta[k] * point.dCause[k];
        }
        out.v[i] = v;
        out.dvDEffect[i] = dvDEffect;
        out.dvDCause[i] = dvDCause;
      }
    },
  };
}
