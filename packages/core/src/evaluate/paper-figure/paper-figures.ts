import { InputError } from "../../errors/input-error.js";
import { conceptFigure } from "./concept.js";
import { curveFamiliesFigure } from "./curve-families.js";
import { exampleDatasetsFigure } from "./example-datasets.js";
import { gofSampleSizeFigure } from "./gof-sample-size.js";
import { lsnmSampleSizeFigure } from "./lsnm-sample-size.js";
import { mechanismRecoveryFigure } from "./mechanism-recovery.js";
import type { PaperFigure } from "./paper-figure.js";
import { scoreErrorFigure } from "./score-error.js";

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
    summary:
      "curves of an additive, a location-scale and an exponential velocity model, and the densities they lead to",
    takes: ["seed", "rows"],
    seconds: 1,
    make: curveFamiliesFigure,
  },
  {
    name: "mechanism-recovery",
    label: "fig:gt_score_estim",
    summary: "velocities fitted to true scores and integrated, beside the true mechanism",
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
    summary: "estimated causal curves beside the true ones, for growing numbers of rows of one location-scale dataset",
    takes: ["seed", "rows", "pairs"],
    seconds: 8,
    make: lsnmSampleSizeFigure,
  },
];

/** @throws InputError `wrong-option` listing the names */
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
