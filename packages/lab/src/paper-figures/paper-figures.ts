import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { simulate } from "../simulate/simulate.js";
import { conceptFigure } from "./concept.js";
import { curveFamiliesFigure } from "./curve-families.js";
import { lsnmSampleSizeFigure, mechanismRecoveryFigure } from "./mechanism-recovery.js";
import {
  MOST_PANEL_DOTS,
  numberAxis,
  type PaperFigure,
  type PaperFigureOptions,
  rowDots,
  wholeOption,
  withCommas,
} from "./paper-figure.js";
import { gofSampleSizeFigure, scoreErrorFigure } from "./sample-size.js";

/** The figures of the paper, in its order, each recomputed from simulated data. */
export const paperFigures: readonly PaperFigure[] = [
  {
    name: "concept",
    label: "fig:conceptual_fig",
    summary: "an observation, its causal curve, and the velocity that generates all curves",
    takes: ["seed", "rows"],
    seconds: 1,
    make: conceptFigure,
  },
  {
    name: "curve-families",
    label: "fig:parametrization",
    summary: "curves of an additive, a location-scale and an exponential velocity model, and the resulting densities",
    takes: ["seed", "rows"],
    seconds: 1,
    make: curveFamiliesFigure,
  },
  {
    name: "mechanism-recovery",
    label: "fig:gt_score_estim",
    summary: "velocities fitted to true scores and integrated, next to the true mechanism",
    takes: ["seed", "rows"],
    seconds: 2,
    make: mechanismRecoveryFigure,
  },
  {
    name: "gof-sample-size",
    label: "fig:gof_gt",
    summary: "goodness of fit of both directions against the number of rows, with true and with estimated scores",
    takes: ["seed", "rows", "pairs"],
    seconds: 40,
    make: gofSampleSizeFigure,
  },
  {
    name: "score-error",
    label: "fig:score_mse_trace",
    summary: "error of the estimated scores, accuracy and AUDRC against the number of rows",
    takes: ["seed", "rows", "pairs"],
    seconds: 40,
    make: scoreErrorFigure,
  },
  {
    name: "example-datasets",
    label: "fig:example_datasets",
    summary: "datasets of the four synthetic benchmarks",
    takes: ["seed", "rows", "pairs"],
    seconds: 1,
    make: exampleDatasetsFigure,
  },
  {
    name: "lsnm-sample-size",
    label: "fig:LSNM_sample_size",
    summary: "estimated causal curves next to the true ones, for growing numbers of rows of one location-scale dataset",
    takes: ["seed", "rows", "pairs"],
    seconds: 8,
    make: lsnmSampleSizeFigure,
  },
];

/** The paper's figure of that name. @throws InputError `wrong-option` listing the names */
export function paperFigureNamed(name: string): PaperFigure {
  const figure = paperFigures.find((candidate) => candidate.name === name);
  if (figure) return figure;
  throw new InputError({
    code: "wrong-option",
    place: "name of a figure",
    value: `"${name}"`,
    expected: `one of ${paperFigures.map((known) => known.name).join(", ")}`,
    remedy: "Choose one of these.",
  });
}

/** The paper's synthetic benchmarks: simulators, and their names in the panels. */
const BENCHMARKS: readonly { readonly kind: string; readonly title: string }[] = [
  { kind: "velocity", title: "Velocity" },
  { kind: "sigmoid", title: "Sigmoid" },
  { kind: "anm", title: "ANM" },
  { kind: "lsnm", title: "LSNM" },
];

/**
 * The first datasets of each synthetic benchmark.
 *
 * @paper fig:example_datasets     @cost about 50 ms a dataset     @throws InputError `wrong-option`
 */
function exampleDatasetsFigure({ seed = 0, rows, pairs }: PaperFigureOptions = {}): Figure {
  const shown = wholeOption("rows", rows, { least: 1, most: MOST_PANEL_DOTS, otherwise: 500 });
  const each = wholeOption("pairs", pairs, { least: 1, most: 100, otherwise: 3 });
  const panels = BENCHMARKS.flatMap(({ kind, title }) =>
    Array.from({ length: each }, (_, k) => {
      const { pair } = simulate(kind, { n: shown, seed, number: k + 1 });
      return {
        title: `${title} ${k + 1}`,
        x: numberAxis("cause x"),
        y: numberAxis("effect y"),
        marks: [rowDots(pair.x, pair.y)],
      };
    }),
  );
  return {
    id: "example-datasets",
    title: "Datasets of the four synthetic benchmarks",
    caption:
      `The first ${each === 1 ? "dataset" : `${each} datasets`} of each benchmark, ${withCommas(shown)} rows, seed ${seed}. ` +
      "Every dataset has its own mechanism and its own noise distribution; x is the cause. Look for spread that changes " +
      "along x (LSNM, Sigmoid) and for curves that come close together (Velocity).",
    panels,
  };
}
