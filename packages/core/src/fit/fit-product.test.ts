import { describe, expect, test } from "vitest";
import { plainRoutines } from "../compute/plain-routines.js";
import { seededRng } from "../primitives/random.js";
import { pnlVelocity } from "../velocity/pnl.js";
import { type ProductVelocityModel, velocityField } from "../velocity/velocity-model.js";
import { productTriangle } from "./fit-product.js";
import { gofResidualInto, meanSquare } from "./gof.js";
import type { Oriented } from "./orient.js";

const rng = seededRng(15);
const normals = (count: number) => Float64Array.from({ length: count }, () => rng.normal());

/** Rounded columns put rows on knots; some cells between knots hold few rows, some many. */
function randomRows(rows: number, step: number): Oriented {
  const rounded = () => normals(rows).map((value) => (step > 0 ? Math.round(value / step) * step : value));
  const [cause, effect] = [rounded(), rounded()];
  const [scoreCause, jointCause, jointEffect] = [normals(rows), normals(rows), normals(rows)];
  return { direction: "x->y", cause, effect, scoreCause, jointCause, jointEffect };
}

describe("productTriangle", () => {
  test.each([
    [60, 0],
    [400, 0],
    [3000, 0],
    [900, 0.25],
  ])("holds the loss of every c and d, ridge included, up to one constant, to 1e-11: %i rows, step %f", (n, step) => {
    const at = randomRows(n, step);
    for (const ridge of [0, 0.3]) {
      const model = pnlVelocity({ ridge }).modelFor(at.cause, at.effect) as ProductVelocityModel;
      const [p, q] = [model.effectSpline.size, model.causeSpline.size];
      const { triangle, rotated } = productTriangle(model, at, plainRoutines);
      let largest = 0;
      const constants = Array.from({ length: 6 }, () => {
        const theta = normals(p + q);
        const [c, d] = [theta.subarray(0, p), theta.subarray(p)];
        let inside = 0;
        for (let i = 0; i < p * q; i++) {
          let residual = rotated[i];
          for (let a = 0; a < p; a++) {
            for (let b = 0; b < q; b++) residual -= triangle.data[i * p * q + a * q + b] * c[a] * d[b];
          }
          inside += residual * residual;
        }
        const [field, residual] = [velocityField(n), new Float64Array(n)];
        model.evaluateInto(theta, at.cause, at.effect, field);
        gofResidualInto(at, field, residual);
        const mean = c.reduce((sum, value, a) => sum + value * model.effectMeans[a], 0);
        const spread = meanSquare(c.map((value) => value - mean));
        const penalty = ridge * meanSquare(d) * (mean * mean + 1e-3 * spread);
        const whole = n * (meanSquare(residual) + penalty);
        largest = Math.max(largest, whole);
        return whole - inside;
      });
      for (const constant of constants) expect(Math.abs(constant - constants[0])).toBeLessThan(1e-11 * largest);
    }
  });
});
