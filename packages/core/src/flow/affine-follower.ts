import { exp } from "../primitives/elementary.js";
import {
  antiderivative,
  isZero,
  type PiecewisePolynomial,
  pieceAt,
  pieceBound,
  pieceValue,
  piecewiseValue,
} from "../primitives/piecewise-polynomial.js";
import { gaussLegendre } from "../primitives/special.js";
import type { AffineVelocity } from "../velocity/velocity-model.js";
import { type CurveFollower, lostCurve } from "./curve-follower.js";

/** effect ↦ factor·effect + shift. */
interface AffineMap {
  readonly factor: number;
  readonly shift: number;
}

/**
 * Nodes of the rule for the shift. Over a panel the exponent B varies by less than `PANEL_VARIATION` and is a quartic
 * with bounded coefficients: the integrand's Bernstein ellipse of size 7 bounds the error by 10⁻¹⁴.
 */
const QUADRATURE_NODES = 12;
const PANEL_VARIATION = 2;
/** ∫|slope| of 20,000 would multiply or divide every distance by e^20000, which no double can hold. */
const MOST_QUADRATURE_PANELS = 10_000;

/**
 * Closed form of curves whose velocity is at most linear in the effect, v = a + b·effect:
 *
 * effect(t) = e^{B(t) − B(s)} effect(s) + ∫ₛᵗ e^{B(t) − B(u)} a(u) du, with B an antiderivative of b.
 *
 * B is exact; so is the integral where b is 0, an antiderivative of a. Elsewhere it is a Gauss–Legendre sum over each
 * stretch between breaks, to 10⁻¹³ of the curve's size. Maps from break to break are computed once.
 * @paper tab:examples (ANM, LSNM: m and h are what this integrates)
 * @cost O(breaks) a station, and 24 exponentials where b is not 0
 */
export function affineFollower({ offset, slope }: AffineVelocity): CurveFollower {
  return isZero(slope) ? shiftFollower(offset) : linearFollower(offset, slope);
}

/** Additive noise: every curve is the same one, shifted. */
function shiftFollower(offset: PiecewisePolynomial): CurveFollower {
  const location = antiderivative(offset);
  return {
    follow(effect, from, stations, out, first) {
      const start = piecewiseValue(location, from);
      for (let i = 0; i < stations.length; i++) {
        const moved = effect + (piecewiseValue(location, stations[i]) - start);
        if (!Number.isFinite(moved))
          return lostCurve(out, first + i, first + stations.length, { cause: from, effect, reason: "blow-up" });
        out.effect[first + i] = moved;
        out.logJacobian[first + i] = 0;
      }
      return undefined;
    },
  };
}

function linearFollower(offset: PiecewisePolynomial, slope: PiecewisePolynomial): CurveFollower {
  const logScale = antiderivative(slope);
  const { nodes, weights } = gaussLegendre(QUADRATURE_NODES);
  const { breaks } = slope;

  /** The map between two causes in one piece, or undefined if it would take too many panels. */
  function mapWithin(piece: number, from: number, to: number): AffineMap | undefined {
    const variation = pieceBound(slope, piece, from, to) * Math.abs(to - from);
    const panels = Math.max(1, Math.ceil(variation / PANEL_VARIATION));
    if (!(panels <= MOST_QUADRATURE_PANELS)) return undefined;
    let [factor, shift] = [1, 0];
    for (let p = 0; p < panels; p++) {
      const left = from + (to - from) * (p / panels);
      const right = p + 1 === panels ? to : from + (to - from) * ((p + 1) / panels);
      const [middle, half] = [(left + right) / 2, (right - left) / 2];
      const logScaleAtEnd = pieceValue(logScale, piece, right);
      let sum = 0;
      for (let g = 0; g < QUADRATURE_NODES; g++) {
        const at = middle + half * nodes[g];
        const growth = exp(logScaleAtEnd - pieceValue(logScale, piece, at));
        sum += weights[g] * growth * pieceValue(offset, piece, at);
      }
      const growth = exp(logScaleAtEnd - pieceValue(logScale, piece, left));
      factor *= growth;
      shift = growth * shift + half * sum;
    }
    return { factor, shift };
  }

  // Entry j: the whole piece between breaks j − 1 and j, passed to the right or to the left.
  const inner = Array.from(breaks.subarray(1), (right, j) => ({
    rightward: mapWithin(j + 1, breaks[j], right),
    leftward: mapWithin(j + 1, right, breaks[j]),
  }));

  return {
    follow(start, from, stations, out, first) {
      let effect = start;
      let cause = from;
      const logScaleAtStart = piecewiseValue(logScale, from);
      for (let i = 0; i < stations.length; i++) {
        const to = stations[i];
        const rightward = to >= cause;
        const lastPiece = pieceAt(slope, to);
        let piece = pieceAt(slope, cause);
        while (cause !== to) {
          const edge = piece === lastPiece ? to : breaks[rightward ? piece : piece - 1];
          const wholeFrom = breaks[rightward ? piece - 1 : piece];
          const map =
            edge !== to && cause === wholeFrom
              ? inner[piece - 1][rightward ? "rightward" : "leftward"]
              : mapWithin(piece, cause, edge);
          const next = map ? map.factor * effect + map.shift : Infinity;
          if (!Number.isFinite(next)) {
            const reason = map ? "blow-up" : "too-many-steps";
            return lostCurve(out, first + i, first + stations.length, { cause, effect, reason });
          }
          effect = next;
          cause = edge;
          piece += rightward ? 1 : -1;
        }
        out.effect[first + i] = effect;
        out.logJacobian[first + i] = piecewiseValue(logScale, to) - logScaleAtStart;
      }
      return undefined;
    },
  };
}
