import type { Figure } from "../../explain/figure.js";
import { simulate } from "../../simulate/simulate.js";
import { MOST_DOTS, numberAxis, rowDots } from "./marks.js";
import { type PaperFigureOptions, wholeOption, withCommas } from "./paper-figure.js";

/** The paper's synthetic benchmarks: simulators, and what the panels call them. */
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
export function exampleDatasetsFigure({ seed = 0, rows, pairs }: PaperFigureOptions = {}): Figure {
  const shown = wholeOption("rows", rows, { least: 1, most: MOST_DOTS, otherwise: 500 });
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
      "Every dataset has a mechanism of its own and a noise law of its own; x is the cause. Look for spread that changes " +
      "along x (LSNM, Sigmoid) and for curves that bunch (Velocity).",
    panels,
  };
}
