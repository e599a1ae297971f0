import type { ComputeOptions } from "@causal-velocity/core/compute/routines.js";
import { costMethod, type DirectionCost, type MethodEntry } from "@causal-velocity/core/decide/decision.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { anmGpCost, anmGpLikelihoodCost, lingamCost, resitCost } from "./additive-noise.js";
import { cdciCost, cdsCost, type Divergence } from "./cds-and-cdci.js";
import { bqcdCost, heciCost } from "./code-lengths.js";
import { divotCost } from "./divot.js";
import {
  igciEntropyCost,
  igciSlopeCost,
  type ReferenceMeasure,
  reciCubicCost,
  reciMonomialCost,
} from "./igci-and-reci.js";
import { publishedOption } from "./model-rivals.js";
import { careflCost, grciCost } from "./noise-models.js";
import { pnlCost, rankPnlCost } from "./post-nonlinear.js";

/** The entry of a rival without its cost; most fields have the same value for all. */
type About = Pick<MethodEntry, "name" | "kind" | "summary" | "assumes" | "reference"> &
  Partial<Pick<MethodEntry, "assumesInShort" | "exempt" | "rounding" | "costs">> & {
    /** Whether it has option `asPublished`. */
    readonly hasPublished?: boolean;
    readonly comfortableRows?: number;
  };

type CostOf = (cause: Column, effect: Column, asPublished: boolean, compute: ComputeOptions) => DirectionCost;

/** Sorting and counting a million rows takes a second. */
const SORTED_ROWS = 1_000_000;
/** Kernel regressions: a factor takes about 240 bytes per row, that of the shortest length scale about 2,000. */
const REGRESSED_ROWS = 100_000;
const LIKELIHOOD_ROWS = 50_000;
/** All pairs of rows: 25 million take a second or two, a million likelihoods of their order as long. */
const PAIRED_ROWS = 5000;
const ORDERED_ROWS = 1000;
/** Two thousand passes over so many rows take a few seconds. */
const TRAINED_ROWS = 10_000;
/** Training and convex programs magnify rounding. */
const FITTED_ROUNDING = 1e-4;

function rival(about: About, costOf: CostOf): MethodEntry {
  const { hasPublished = false, comfortableRows = SORTED_ROWS, exempt = [], ...entry } = about;
  const { name, rounding } = entry;
  return {
    ...entry,
    exempt,
    defaults: hasPublished ? { asPublished: false } : {},
    create(options, compute = {}) {
      const asPublished = publishedOption(options);
      return costMethod({ name, comfortableRows, rounding }, (cause, effect) =>
        costOf(cause, effect, asPublished, compute),
      );
    },
  };
}

/** The methods that the paper and other papers compare with, in the order shown to users. */
export function rivals(): MethodEntry[] {
  return [
    ...igciEntries(),
    ...reciEntries(),
    ...histogramEntries(),
    ...additiveNoiseEntries(),
    lingamEntry(),
    ...codeEntries(),
    ...postNonlinearEntries(),
    ...noiseModelEntries(),
  ];
}

function igciEntries(): MethodEntry[] {
  const about = {
    kind: "information",
    assumesInShort: "y = f(x), f unrelated to p(x)",
    reference: "Daniusis et al. 2010",
    costs: "difference",
  } as const;
  const words: Readonly<Record<ReferenceMeasure, string>> = { uniform: "a uniform", gaussian: "a normal" };
  const measures = ["uniform", "gaussian"] as const;
  return [
    ...measures.map((measure) =>
      rival(
        {
          ...about,
          name: `igci-${measure}`,
          summary: `the column whose distribution is closer to ${words[measure]} one is the cause`,
          assumes: "y is nearly a function of x whose slope is unrelated to where x is dense; hardly any noise",
        },
        (cause) => igciEntropyCost(cause, measure),
      ),
    ),
    ...measures.map((measure) =>
      rival(
        {
          ...about,
          name: `igci-${measure}-slope`,
          summary: `igci-${measure} by the mean log slope from row to row instead of entropies`,
          assumes: `as igci-${measure}; noise makes slopes between neighbors steep, which hurts more`,
          hasPublished: true,
          exempt: (["row-order", "sign"] as const).map((law) => ({
            law,
            reason: "published code takes rows of equal x in the order of the file",
            when: { asPublished: true },
          })),
        },
        (cause, effect, asPublished) => igciSlopeCost(cause, effect, measure, asPublished),
      ),
    ),
  ];
}

function reciEntries(): MethodEntry[] {
  const about = {
    kind: "regression",
    assumes: "the noise is small, and its size unrelated to the slope: then the effect is the one predicted better",
    assumesInShort: "little noise",
    reference: "Blöbaum et al. 2018",
  } as const;
  return [
    rival(
      {
        ...about,
        name: "reci",
        summary: "smaller error of y ≈ c0 + c3 x³ on [0, 1]: RECI as its published code computes it",
        exempt: [{ law: "sign", reason: "x³ on [0, 1] is another curve if x is mirrored" }],
      },
      reciMonomialCost,
    ),
    rival(
      { ...about, name: "reci-cubic", summary: "smaller error of a full cubic on [0, 1]: RECI as its paper has it" },
      reciCubicCost,
    ),
  ];
}

function histogramEntries(): MethodEntry[] {
  const divergences: Readonly<Record<Divergence, string>> = {
    ckl: "Kullback–Leibler divergence",
    ckm: "Kolmogorov distance",
    chd: "Hellinger distance",
    ccs: "chi-square divergence",
    ctv: "total variation",
  };
  return [
    rival(
      {
        name: "cds",
        kind: "histogram",
        summary: "smaller spread of the histograms of y around its mean at each level of x",
        assumes: "x shifts y; the noise is the same everywhere",
        assumesInShort: "additive noise",
        reference: "Fonollosa 2019",
      },
      cdsCost,
    ),
    ...(Object.keys(divergences) as Divergence[]).map((divergence) =>
      rival(
        {
          name: `cdci-${divergence}`,
          kind: "histogram",
          summary: `smaller ${divergences[divergence]} of the shapes of y at each level of x from their mean`,
          assumes: "x shifts and stretches the noise of y, and does nothing else to it",
          assumesInShort: "location-scale noise",
          reference: "Duong & Nguyen 2022",
        },
        (cause, effect) => cdciCost(cause, effect, divergence),
      ),
    ),
  ];
}

function additiveNoiseEntries(): MethodEntry[] {
  const about = {
    kind: "regression",
    assumes: "x shifts y; the noise is the same everywhere",
    assumesInShort: "additive noise",
  } as const;
  return [
    rival(
      {
        ...about,
        name: "anm-gp",
        summary: "smaller HSIC of x and the residual of a Gaussian process of fixed shape",
        reference: "Hoyer et al. 2009",
        hasPublished: true,
        comfortableRows: REGRESSED_ROWS,
        // The kernel matrix is exact to 10⁻¹⁵, and 10⁻¹⁰ is added to its diagonal.
        rounding: 1e-3,
        exempt: [
          {
            law: "row-order",
            reason: "published code measures the dependence on every fifth row of 1,000",
            when: { asPublished: true },
          },
        ],
      },
      (cause, effect, asPublished, compute) => anmGpCost(cause, effect, asPublished, compute),
    ),
    rival(
      {
        ...about,
        name: "anm-gp-ml",
        summary: "smaller HSIC of x and the residual of a Gaussian process fitted by likelihood",
        reference: "Hoyer et al. 2009",
        comfortableRows: LIKELIHOOD_ROWS,
        // The tolerance of the search for the length scale.
        rounding: 1e-4,
      },
      (cause, effect, _, compute) => anmGpLikelihoodCost(cause, effect, compute),
    ),
    rival(
      {
        ...about,
        name: "resit",
        summary: "smaller HSIC of x and the residual of kernel ridge regression",
        reference: "Peters et al. 2014",
        comfortableRows: REGRESSED_ROWS,
      },
      (cause, effect, _, compute) => resitCost(cause, effect, compute),
    ),
    rival(
      {
        ...about,
        name: "divot",
        summary: "the noise moves to y by a mere shift at each x: optimal transport whose velocity varies less",
        reference: "Tu et al. 2022",
        comfortableRows: REGRESSED_ROWS,
      },
      (cause, effect, _, compute) => divotCost(cause, effect, compute),
    ),
  ];
}

function lingamEntry(): MethodEntry {
  return rival(
    {
      name: "lingam",
      kind: "linear",
      summary: "greater likelihood of a linear model, by approximate entropies of cause and residual",
      assumes: "y is linear in x with additive noise, and not both are Gaussian",
      assumesInShort: "linear, not Gaussian",
      costs: "difference",
      reference: "Hyvärinen & Smith 2013",
    },
    lingamCost,
  );
}

function codeEntries(): MethodEntry[] {
  return [
    rival(
      {
        name: "heci",
        kind: "regression",
        summary: "shorter code of y by polynomials of x in pieces, each with noise of its own",
        assumes: "y is a smooth function of x with Gaussian noise, whose size changes with x and is small",
        assumesInShort: "smooth, little Gaussian noise",
        reference: "Xu et al. 2022",
        costs: "difference",
        exempt: [{ law: "sign", reason: "cells of x with few values are joined from the lowest up, as published" }],
      },
      heciCost,
    ),
    rival(
      {
        name: "bqcd",
        kind: "information",
        summary: "smaller pinball loss of the quantiles of x, and of y given x: a code by quantiles",
        assumes: "quantiles of y given x are simpler than those of x given y",
        assumesInShort: "simple quantiles given x",
        reference: "Tagasovska et al. 2020",
        costs: "difference",
        comfortableRows: PAIRED_ROWS,
      },
      (cause, effect, _, compute) => bqcdCost(cause, effect, compute),
    ),
  ];
}

function postNonlinearEntries(): MethodEntry[] {
  const about = {
    kind: "regression",
    assumes: "x shifts y as seen through an increasing curve; the noise behind the curve is normal",
    assumesInShort: "post-nonlinear, Gaussian noise",
    rounding: FITTED_ROUNDING,
  } as const;
  return [
    rival(
      {
        ...about,
        name: "pnl",
        summary: "smaller HSIC of x and the noise of a post-nonlinear model of greatest likelihood",
        reference: "Zhang & Hyvärinen 2009",
        comfortableRows: REGRESSED_ROWS,
      },
      (cause, effect, _, compute) => pnlCost(cause, effect, compute),
    ),
    rival(
      {
        ...about,
        name: "rank-pnl",
        summary: "smaller HSIC of x and the noise of a post-nonlinear model fitted to the ranks of y",
        reference: "Keropyan et al. 2023",
        comfortableRows: ORDERED_ROWS,
      },
      (cause, effect, _, compute) => rankPnlCost(cause, effect, compute),
    ),
  ];
}

function noiseModelEntries(): MethodEntry[] {
  const about = {
    kind: "location-scale",
    assumes: "x shifts and stretches the noise of y, and does nothing else to it",
    assumesInShort: "location-scale noise",
  } as const;
  return [
    rival(
      {
        ...about,
        name: "carefl",
        summary: "greater likelihood of held-out rows under affine flows with Laplace noise",
        assumes: `${about.assumes}; the noise is close to Laplace`,
        assumesInShort: "Laplace location-scale noise",
        reference: "Khemakhem et al. 2021",
        costs: "difference",
        comfortableRows: TRAINED_ROWS,
        rounding: FITTED_ROUNDING,
        exempt: [
          { law: "row-order", reason: "every fifth row is held out" },
          { law: "sign", reason: "training starts at random weights, which a change of sign does not mirror" },
        ],
      },
      careflCost,
    ),
    rival(
      {
        ...about,
        name: "grci",
        summary: "smaller mutual information of x and the residual of y over its expected size",
        reference: "Strobl & Lasko 2023",
        costs: "difference",
        comfortableRows: PAIRED_ROWS,
        rounding: FITTED_ROUNDING,
      },
      (cause, effect, _, compute) => grciCost(cause, effect, compute),
    ),
  ];
}
