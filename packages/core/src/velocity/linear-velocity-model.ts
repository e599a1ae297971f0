import type { Column } from "../primitives/columns.js";
import { threefryNormals } from "../primitives/random.js";
import {
  basisPoint,
  type LinearVelocityModel,
  type TrainableModel,
  type VelocityField,
  type VelocityPass,
  velocityField,
} from "./velocity-model.js";

/** The parts of a linear model that `linearVelocityModel` completes. */
export type LinearBasis = Omit<LinearVelocityModel, "kind" | "columnsInto" | "evaluateInto" | keyof TrainingParts> &
  Partial<Pick<LinearVelocityModel, "columnsInto">>;
type TrainingParts = Pick<TrainableModel, "decayed" | "start" | "passOver">;

/** Standard deviation of the first coefficients, times √K. */
const START_SCALE = 0.5;

/** Completes a linear model: its velocity is the sum of the basis functions times theta. */
export function linearVelocityModel(basis: LinearBasis): LinearVelocityModel {
  const count = basis.parameterCount;
  return {
    kind: "linear",
    columnsInto(effect, cause, out) {
      const point = basisPoint(count);
      for (let i = 0; i < cause.length; i++) {
        basis.basisInto(effect[i], cause[i], point);
        for (let k = 0; k < count; k++) {
          out.value[k][i] = point.value[k];
          out.dEffect[k][i] = point.dEffect[k];
        }
      }
    },
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

/** Rows handled together: their field and cotangent stay in the cache. */
const BLOCK_ROWS = 256;
/**
 * Basis functions at the rows are kept up to this many numbers, 200 MB; those of further rows are computed in every
 * pass.
 */
const MOST_KEPT = 25_000_000;

/**
 * Passes of a model linear in theta. The basis functions do not depend on theta, so they are computed once for all
 * passes, as far as memory allows.
 *
 * @cost O(n·K) a pass for K parameters
 */
function linearPass(
  basis: Pick<LinearVelocityModel, "parameterCount" | "basisInto">,
  cause: Column,
  effect: Column,
): VelocityPass {
  const count = basis.parameterCount;
  const point = basisPoint(count);
  /** Every basis function at the rows of a block. */
  const basisAt = (from: number, rows: number): VelocityField[] => {
    const functions = Array.from({ length: count }, () => velocityField(rows));
    for (let i = 0; i < rows; i++) {
      basis.basisInto(effect[from + i], cause[from + i], point);
      functions.forEach((of, k) => {
        of.v[i] = point.value[k];
        of.dvDEffect[i] = point.dEffect[k];
        of.dvDCause[i] = point.dCause[k];
      });
    }
    return functions;
  };
  const kept: VelocityField[][] = [];
  const mostKept = Math.floor(MOST_KEPT / (3 * count * BLOCK_ROWS));
  return (theta, loss, gradient) => {
    for (let from = 0; from < cause.length; from += BLOCK_ROWS) {
      const rows = Math.min(BLOCK_ROWS, cause.length - from);
      const block = from / BLOCK_ROWS;
      const functions = kept[block] ?? basisAt(from, rows);
      if (block < mostKept) kept[block] = functions;
      const [field, cotangent] = [velocityField(rows), velocityField(rows)];
      functions.forEach((of, k) => {
        addMultiple(theta[k], of.v, field.v);
        addMultiple(theta[k], of.dvDEffect, field.dvDEffect);
        addMultiple(theta[k], of.dvDCause, field.dvDCause);
      });
      loss(from, field, cotangent);
      functions.forEach((of, k) => {
        gradient[k] += product(cotangent.v, of.v);
        gradient[k] += product(cotangent.dvDEffect, of.dvDEffect);
        gradient[k] += product(cotangent.dvDCause, of.dvDCause);
      });
    }
  };
}

/** out += factor·column. */
function addMultiple(factor: number, column: Column, out: Column): void {
  for (let i = 0; i < out.length; i++) out[i] += factor * column[i];
}

function product(a: Column, b: Column): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
