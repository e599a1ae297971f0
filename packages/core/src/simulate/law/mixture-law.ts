import { exp, log } from "../../numeric/elementary.js";
import { normalLogDensity } from "../../numeric/normal.js";
import { type ProbabilityLaw, REACH } from "./probability-law.js";

/** One normal of a mixture. */
export interface MixturePart {
  /** Its share of the law; the shares of all parts sum to 1. */
  readonly share: number;
  readonly mean: number;
  readonly sd: number;
}

/** A mixture of normals: several humps, or one with heavy shoulders. */
export function mixtureLaw(parts: readonly MixturePart[], name = "mixture"): ProbabilityLaw {
  const low = Math.min(...parts.map(({ mean, sd }) => mean - REACH * sd));
  const high = Math.max(...parts.map(({ mean, sd }) => mean + REACH * sd));
  const stretch = (high - low) / (2 * REACH);
  const logs = parts.map(({ share, sd }) => log(share) - log(sd));
  /** log p, and Σ (share of the part at t)·(its score). */
  const at = (t: number): { logDensity: number; score: number } => {
    let largest = -Infinity;
    for (let k = 0; k < parts.length; k++) largest = Math.max(largest, logPart(k, t));
    let sum = 0;
    let slope = 0;
    for (let k = 0; k < parts.length; k++) {
      const weight = exp(logPart(k, t) - largest);
      sum += weight;
      slope += (weight * (parts[k].mean - t)) / (parts[k].sd * parts[k].sd);
    }
    return { logDensity: largest + log(sum), score: slope / sum };
  };
  const logPart = (k: number, t: number) => logs[k] + normalLogDensity((t - parts[k].mean) / parts[k].sd);
  return {
    name,
    smooth: true,
    draw: (rng) => {
      let remaining = rng.uniform();
      const chosen = parts.find(({ share }) => {
        remaining -= share;
        return remaining < 0;
      });
      const { mean, sd } = chosen ?? parts[parts.length - 1];
      return mean + sd * rng.normal();
    },
    logDensity: (t) => at(t).logDensity,
    score: (t) => at(t).score,
    substitute: (s) => {
      const value = 0.5 * (low + high) + stretch * s;
      return { value, logWeight: at(value).logDensity + log(stretch) };
    },
  };
}
