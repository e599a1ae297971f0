import { gaussLegendre } from "../../numeric/gauss-legendre.js";
import { mixtureLaw } from "./mixture-law.js";
import type { ProbabilityLaw } from "./probability-law.js";

/** Nodes at which the variance is integrated out: the density of t is smooth in it, error below 10⁻¹⁴. */
const VARIANCES = 16;

/**
 * √V·N with V uniform on (1, 2) and N standard normal: variance 1.5, kurtosis 3.11.
 *
 * Cause and noise of the AN, LS and MN benchmarks. Draws take V anew; the density is the mixture over Gauss nodes of V.
 * @reference Tagasovska, Chavez-Demoulin & Vatter 2020
 */
export function wideNormalLaw(): ProbabilityLaw {
  const { nodes, weights } = gaussLegendre(VARIANCES);
  const parts = Array.from(nodes, (node, k) => ({
    share: 0.5 * weights[k],
    mean: 0,
    sd: Math.sqrt(1.5 + 0.5 * node),
  }));
  return {
    ...mixtureLaw(parts, "wide-normal"),
    draw: (rng) => Math.sqrt(1 + rng.uniform()) * rng.normal(),
  };
}
