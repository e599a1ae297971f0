import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import {
  type CostMethodAbout,
  costMethod,
  type DirectionMethod,
  type MethodEntry,
  type MethodSettings,
} from "@causal-velocity/core/decide/decision.js";
import { wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { lociHsicCost, lociLikelihoodCost, lociNetworkHsicCost, lociNetworkLikelihoodCost } from "./loci.js";
import { nogamMethod, scoreMatchingMethod } from "./score-matching.js";

/** About ten passes over the rows, each with six splines per row. */
const SPLINE_ROWS = 200_000;
/** All distances between rows, and a kernel factor of 2.5 kB per row. */
const PLANE_ROWS = 10_000;

/** Rivals that fit a model of the noise or of the density: LOCI, SCORE and NoGAM, in the order shown to users. */
export function modelRivals(): MethodEntry[] {
  return [...lociEntries(), ...lociNetworkEntries(), ...scoreEntries()];
}

function lociEntries(): MethodEntry[] {
  const about = {
    kind: "location-scale",
    assumes: "x shifts and stretches the noise of y, and does nothing else to it",
    assumesInShort: "location-scale noise",
    reference: "Immer et al. 2023",
    defaults: {},
    exempt: [],
  } as const;
  return [
    {
      ...about,
      name: "loci-spline-hsic",
      summary: "smaller HSIC of x and the residual of location and scale splines, fitted to their optimum",
      create: (_, compute = {}) =>
        costMethod({ name: "loci-spline-hsic", comfortableRows: SPLINE_ROWS }, (cause, effect) =>
          lociHsicCost(cause, effect, compute),
        ),
    },
    {
      ...about,
      name: "loci-spline-lik",
      summary: "greater Gaussian likelihood of location and scale splines, fitted to their optimum",
      assumes: `${about.assumes}; the noise is Gaussian`,
      assumesInShort: "Gaussian location-scale noise",
      costs: "difference",
      create: () => costMethod({ name: "loci-spline-lik", comfortableRows: SPLINE_ROWS }, lociLikelihoodCost),
    },
  ];
}

/** A thousand steps over this many rows, in both directions, take a few seconds. */
const NETWORK_ROWS = 5000;
/** As in the paper's comparison; LOCI's own experiments use 5,000. */
const LOCI_STEPS = 1000;
/**
 * A thousand steps amplify rounding: other units changed the difference by up to 10⁻⁵ of the costs, row order, rarely,
 * by up to 10⁻².
 */
const NETWORK_ROUNDING = 1e-4;

function lociNetworkEntries(): MethodEntry[] {
  const entry = (
    about: Pick<MethodEntry, "name" | "summary" | "assumes" | "assumesInShort" | "costs">,
    costOf: typeof lociNetworkHsicCost,
  ): MethodEntry => ({
    ...about,
    kind: "location-scale",
    reference: "Immer et al. 2023",
    defaults: { steps: LOCI_STEPS },
    rounding: NETWORK_ROUNDING,
    exempt: [{ law: "sign", reason: "training starts at random weights, which a change of sign does not mirror" }],
    create({ steps = LOCI_STEPS }, compute = {}) {
      if (!(Number.isSafeInteger(steps) && steps >= 1)) throw wrongOption("steps", steps, "a whole number from 1");
      const method = { name: about.name, comfortableRows: NETWORK_ROWS, rounding: NETWORK_ROUNDING };
      return costMethod(method, (cause, effect) => costOf(cause, effect, steps, compute));
    },
  });
  return [
    entry(
      {
        name: "loci-nn-hsic",
        summary: "smaller HSIC of x and the residual of location and scale by a trained network",
        assumes: "x shifts and stretches the noise of y, and does nothing else to it",
        assumesInShort: "location-scale noise",
      },
      lociNetworkHsicCost,
    ),
    entry(
      {
        name: "loci-nn-lik",
        summary: "greater Gaussian likelihood of location and scale by a trained network",
        assumes: "x shifts and stretches the noise of y, and does nothing else to it; the noise is Gaussian",
        assumesInShort: "Gaussian location-scale noise",
        costs: "difference",
      },
      lociNetworkLikelihoodCost,
    ),
  ];
}

type PublishedMethod = (about: CostMethodAbout, asPublished: boolean, compute: ComputeOptions) => DirectionMethod;

function scoreEntries(): MethodEntry[] {
  const entry = (about: Omit<MethodEntry, "kind" | "defaults" | "create">, method: PublishedMethod): MethodEntry => ({
    ...about,
    kind: "score",
    defaults: { asPublished: false },
    create(options, compute = {}) {
      const { name, rounding } = about;
      return method({ name, comfortableRows: PLANE_ROWS, rounding }, publishedOption(options), compute);
    },
  });
  return [
    entry(
      {
        name: "score",
        summary: "the curvature of the log density varies less along the effect: SCORE, and DAS",
        assumes: "x shifts y; the noise is Gaussian, and the same everywhere",
        assumesInShort: "additive Gaussian noise",
        reference: "Rolland et al. 2022",
        exempt: [],
      },
      scoreMatchingMethod,
    ),
    entry(
      {
        name: "nogam",
        summary: "the joint score along the effect is better predicted from the residual: NoGAM",
        assumes: "x shifts y; the noise is the same everywhere",
        assumesInShort: "additive noise",
        reference: "Montagna et al. 2023",
        exempt: [{ law: "row-order", reason: "folds of the cross-validation are contiguous rows, as published" }],
      },
      nogamMethod,
    ),
  ];
}

/** Whether to follow published code where it differs from its paper. @throws InputError `wrong-option` */
export function publishedOption({ asPublished = false }: MethodSettings): boolean {
  if (typeof asPublished !== "boolean") throw wrongOption("asPublished", asPublished, "true or false");
  return asPublished;
}
