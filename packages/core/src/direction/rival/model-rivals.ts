import { wrongOption } from "../../errors/wrong-option.js";
import type { ComputeOptions } from "../../numeric/compute-options.js";
import { type CostMethodAbout, costMethod } from "../cost-method.js";
import type { DirectionMethod, MethodEntry } from "../direction-method.js";
import { lociHsicCost, lociLikelihoodCost } from "./loci.js";
import { nogamMethod } from "./nogam.js";
import { scoreMatchingMethod } from "./score-matching.js";

/** Some ten passes over the rows, each with six splines a row. */
const SPLINE_ROWS = 200_000;
/** All distances between rows, and a kernel factor of 2.5 kB a row. */
const PLANE_ROWS = 10_000;

/** Rivals that fit a model of the noise or of the density: LOCI, SCORE and NoGAM, in the order shown to users. */
export function modelRivals(): MethodEntry[] {
  return [...lociEntries(), ...scoreEntries()];
}

function lociEntries(): MethodEntry[] {
  const about = {
    family: "location-scale",
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
      create: () => costMethod({ name: "loci-spline-lik", comfortableRows: SPLINE_ROWS }, lociLikelihoodCost),
    },
  ];
}

type PublishedMethod = (about: CostMethodAbout, asPublished: boolean, compute: ComputeOptions) => DirectionMethod;

function scoreEntries(): MethodEntry[] {
  const entry = (about: Omit<MethodEntry, "family" | "defaults" | "create">, method: PublishedMethod): MethodEntry => ({
    ...about,
    family: "score",
    defaults: { asPublished: false },
    create({ asPublished = false }, compute = {}) {
      if (typeof asPublished !== "boolean") throw wrongOption("asPublished", asPublished, "true or false");
      return method({ name: about.name, comfortableRows: PLANE_ROWS, rounding: about.rounding }, asPublished, compute);
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
