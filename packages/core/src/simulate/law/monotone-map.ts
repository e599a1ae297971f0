import { exp, log } from "../../numeric/elementary.js";
import { piecewiseChebyshev } from "../../numeric/piecewise-chebyshev.js";
import type { Rng } from "../../numeric/rng.js";
import { randomNetwork } from "../random-network.js";
import { type SmoothFunction, smoothTable } from "../smooth-function.js";
import { REACH } from "./probability-law.js";

/** An increasing function of the whole line onto itself, with its inverse. */
export interface MonotoneMap extends SmoothFunction {
  inverse(t: number): number;
}

/** Layers and spread of the network inside the integral. */
const WIDTHS = [1, 64, 64, 1];
const WEIGHT_SD = 0.3;
/** Relative accuracy of the tabulated integrand. */
const TOLERANCE = 1e-13;

/**
 * T(z) = ∫₀ᶻ softplus(f(u)) du with a random network f: the paper's triangular monotone increasing map.
 *
 * The integrand is tabulated on |u| ≤ 9 and its series are integrated term by term, which agrees with quadrature of the
 * network itself to 10⁻¹² and takes no network call per row. Beyond, T is a straight line.
 * @paper appx:experiment:syndetails     @deviates docs/decisions/0016-simulated-noise.md: no biases
 * @cost about 600 network calls, 10 ms
 */
export function randomMonotoneMap(rng: Rng): MonotoneMap {
  const [network] = randomNetwork(rng, { widths: WIDTHS, weightSd: WEIGHT_SD, biasSd: 0 });
  const slope = piecewiseChebyshev((u) => softplus(network(u)), -REACH, REACH, TOLERANCE);
  const map = smoothTable(slope.integral(0));
  return { ...map, inverse: (t) => inverseOf(map, t) };
}

/** ln(1 + eᵗ), without overflow. */
export function softplus(t: number): number {
  return t > 0 ? t + log(1 + exp(-t)) : log(1 + exp(t));
}

const MOST_STEPS = 100;
const PRECISION = 4e-16;

/** The z with map(z) = t: Newton's method, kept between two bounds that close in. @cost about 6 evaluations */
export function inverseOf(map: SmoothFunction, t: number): number {
  let low = -REACH;
  let high = REACH;
  while (map.value(low) > t) low *= 2;
  while (map.value(high) < t) high *= 2;
  let z = 0;
  for (let i = 0; i < MOST_STEPS; i++) {
    const excess = map.value(z) - t;
    if (excess === 0) break;
    if (excess > 0) high = z;
    else low = z;
    const newton = z - excess / map.slope(z);
    const next = newton > low && newton < high ? newton : 0.5 * (low + high);
    const step = next - z;
    z = next;
    if (Math.abs(step) <= PRECISION * Math.max(1, Math.abs(z))) break;
  }
  return z;
}
