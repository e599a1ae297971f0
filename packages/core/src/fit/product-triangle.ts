import type { LeastSquaresRows, LeastSquaresTriangle } from "../numeric/least-squares.js";
import type { Routines } from "../numeric/routines.js";
import { SPLINES_AT_ONCE } from "../velocity/spline.js";
import type { ProductVelocityModel } from "../velocity/velocity-model.js";
import type { Oriented } from "./orient.js";

type Triangularize = Pick<Routines, "triangularize">;

/** Products of splines that do not vanish at one point. */
const LOCAL = SPLINES_AT_ONCE * SPLINES_AT_ONCE;

/** Equations of rows that lie between the same knots of both columns, and so share their `LOCAL` products. */
interface Cell {
  readonly firstOfEffect: number;
  readonly firstOfCause: number;
  readonly design: Float64Array;
  readonly target: Float64Array;
}

/**
 * All that the data say about v = c(effect)·d(cause).
 *
 * With c = Σ γ_a C_a and d = Σ δ_b D_b the residual is s_cause − s_cause(joint) − Σ γ_a δ_b D_b·(C_a′ + C_a·s_effect(joint)):
 * linear in the products γ_a δ_b, column (a, b) being a·size of d + b. The triangle of its design therefore holds the sum
 * of squares, ridge included, for every c and d. Of the products only 16 do not vanish at a row; rows between the same
 * knots are triangularized first, so that time does not grow with the number of products.
 * @cost 1,000 multiplications and additions a row; then a triangle of K columns from at most 16 rows a cell
 */
export function productTriangle(
  model: ProductVelocityModel,
  at: Oriented,
  routines: Triangularize,
): LeastSquaresTriangle {
  const [p, q] = [model.effectSpline.size, model.causeSpline.size];
  const equations = cellsOf(model, at, routines).flatMap((cell) =>
    Array.from(cell.target, (target, row) => ({ cell, row, target })),
  );
  const penalties = penaltyRows(model, at.cause.length);
  return routines.triangularize({
    rows: equations.length + penalties.length,
    cols: p * q,
    rowInto(i, out) {
      if (i >= equations.length) {
        out.set(penalties[i - equations.length]);
        return 0;
      }
      const { cell, row, target } = equations[i];
      out.fill(0, 0, p * q);
      for (let a = 0; a < SPLINES_AT_ONCE; a++) {
        const from = row * LOCAL + a * SPLINES_AT_ONCE;
        const to = (cell.firstOfEffect + a) * q + cell.firstOfCause;
        out.set(cell.design.subarray(from, from + SPLINES_AT_ONCE), to);
      }
      return target;
    },
  });
}

function cellsOf({ effectSpline, causeSpline }: ProductVelocityModel, at: Oriented, routines: Triangularize): Cell[] {
  const [p, q] = [effectSpline.size, causeSpline.size];
  const members = Array.from({ length: p * q }, () => [] as number[]);
  for (let i = 0; i < at.cause.length; i++) {
    members[effectSpline.firstAt(at.effect[i]) * q + causeSpline.firstAt(at.cause[i])].push(i);
  }
  const [c, slopeOfC] = [new Float64Array(p), new Float64Array(p)];
  const [d, slopeOfD] = [new Float64Array(q), new Float64Array(q)];
  return members.flatMap((rows, cell) => {
    if (rows.length === 0) return [];
    const [firstOfEffect, firstOfCause] = [Math.floor(cell / q), cell % q];
    const equations: LeastSquaresRows = {
      rows: rows.length,
      cols: LOCAL,
      rowInto(r, out) {
        const i = rows[r];
        effectSpline.evaluateInto(at.effect[i], c, slopeOfC);
        causeSpline.evaluateInto(at.cause[i], d, slopeOfD);
        for (let a = 0; a < SPLINES_AT_ONCE; a++) {
          const link = slopeOfC[firstOfEffect + a] + c[firstOfEffect + a] * at.jointEffect[i];
          for (let b = 0; b < SPLINES_AT_ONCE; b++) out[a * SPLINES_AT_ONCE + b] = link * d[firstOfCause + b];
        }
        return at.scoreCause[i] - at.jointCause[i];
      },
    };
    return [
      { firstOfEffect, firstOfCause, ...(rows.length > LOCAL ? squeezed(equations, routines) : asIs(equations)) },
    ];
  });
}

function squeezed(equations: LeastSquaresRows, routines: Triangularize): Pick<Cell, "design" | "target"> {
  const { triangle, rotated } = routines.triangularize(equations);
  return { design: triangle.data, target: rotated };
}

function asIs({ rows, cols, rowInto }: LeastSquaresRows): Pick<Cell, "design" | "target"> {
  const design = new Float64Array(rows * cols);
  const target = new Float64Array(rows);
  for (let i = 0; i < rows; i++) target[i] = rowInto(i, design.subarray(i * cols, (i + 1) * cols));
  return { design, target };
}

/** Of the ridge for c: a steep link is no fault, so c is drawn to 1 only where the data say next to nothing. */
const SHARE_FOR_C = 1e-3;

/**
 * The ridge as equations: d times the mean of c shall be 0, as for v-anm, and so shall be each coefficient of c, less the
 * mean of c, times each of d. Doubling c and halving d changes neither; for c = 1 the second kind holds.
 */
function penaltyRows({ effectMeans, causeSpline, ridge }: ProductVelocityModel, rows: number): Float64Array[] {
  if (ridge === 0) return [];
  const [p, q] = [effectMeans.length, causeSpline.size];
  const [onD, onC] = [Math.sqrt((ridge * rows) / q), Math.sqrt((SHARE_FOR_C * ridge * rows) / (p * q))];
  const meanOfC = (b: number, weight: number) => {
    const row = new Float64Array(p * q);
    for (let a = 0; a < p; a++) row[a * q + b] = weight * effectMeans[a];
    return row;
  };
  const penalties: Float64Array[] = [];
  for (let b = 0; b < q; b++) {
    penalties.push(meanOfC(b, onD));
    for (let a = 0; a < p; a++) {
      const row = meanOfC(b, -onC);
      row[a * q + b] += onC;
      penalties.push(row);
    }
  }
  return penalties;
}
