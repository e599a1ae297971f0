import { stein } from "@causal-velocity/core/score/stein.js";
import { anmNnVelocity, lsnmNnVelocity } from "@causal-velocity/core/velocity/network-velocities.js";
import { anmVelocity, lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import type { VelocityClass } from "@causal-velocity/core/velocity/velocity-model.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { type BothCosts, type KnownScorePair, knownScorePair, studyOutcome } from "../evaluate/known-score-study.js";
import { type Quartiles, quartiles } from "../evaluate/metrics.js";
import type { PublishedStudy } from "./published-sample-sizes.js";
import type { Mode } from "./variants.js";

/** The studied pairs of one size in one mode. */
export type PairsOf = (study: PublishedStudy, mode: Mode, rows: number) => readonly KnownScorePair[];

const HEADER = ["n", "", "success (AUDRC)", "MSE cause", "MSE effect", "MSE joint", "GoF causal", "GoF anticausal"];

/**
 * A page that compares a published sample-size table with our results, first with estimated scores, then with the true
 * ones.
 */
export function studyPage(study: PublishedStudy, pairsOf: PairsOf, preamble: string): string {
  const estimated = study.sizes.flatMap((size) => {
    const errors = [size.causeError, size.effectError, size.jointError];
    const fits = [size.causal, size.anticausal];
    return [
      [`**${size.rows}**`, "printed", `${size.accuracy} (${size.audrc})`, ...[...errors, ...fits].map(quartileCell)],
      ...modes(study).map(({ mode, words }) => {
        const pairs = pairsOf(study, mode, size.rows);
        return [
          "",
          words,
          successCell(pairs.map((pair) => pair.estimated)),
          spread(pairs.map(({ scoreError }) => scoreError.cause)),
          spread(pairs.map(({ scoreError }) => scoreError.effect)),
          // The paper averages the two components; the study adds them.
          spread(pairs.map(({ scoreError }) => scoreError.joint / 2)),
          ...fitCells(pairs.map((pair) => pair.estimated)),
        ];
      }),
    ];
  });
  const known = study.sizes.flatMap(({ rows }) =>
    modes(study).map(({ mode, words }, i) => {
      const costs = pairsOf(study, mode, rows).map((pair) => pair.known);
      return [i === 0 ? `**${rows}**` : "", words, successCell(costs), ...fitCells(costs)];
    }),
  );
  return `${[
    `# ${study.title} (\`${study.label}\`)`,
    preamble,
    "## With estimated scores",
    grid(HEADER, estimated),
    "## With the true scores",
    grid([...HEADER.slice(0, 3), ...HEADER.slice(6)], known),
  ].join("\n\n")}\n`;
}

function modes({ methods }: PublishedStudy): readonly { mode: Mode; words: string }[] {
  return [
    { mode: "published", words: `${methods.published}, as published` },
    { mode: "exact", words: `${methods.exact}, exact` },
  ];
}

function successCell(costs: readonly BothCosts[]): string {
  const { accuracy, audrc } = studyOutcome(costs);
  return `${(100 * accuracy).toFixed(0)} (${(100 * audrc).toFixed(0)})`;
}

function fitCells(costs: readonly BothCosts[]): string[] {
  return [spread(costs.map(({ causal }) => causal)), spread(costs.map(({ anticausal }) => anticausal))];
}

function spread(values: readonly number[]): string {
  return quartileCell(quartiles(Float64Array.from(values)));
}

function quartileCell({ median, lower, upper }: Quartiles): string {
  return `${digits(median)} (${digits(lower)}, ${digits(upper)})`;
}

/** Two decimals as the paper prints them; small values keep two digits. */
function digits(value: number): string {
  return value >= 0.1 || value === 0 ? value.toFixed(2) : value.toPrecision(2);
}

function grid(header: readonly string[], rows: readonly string[][]): string {
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** One simulated pair of a study. */
export interface StudyTask {
  readonly kind: string;
  readonly method: string;
  readonly mode: Mode;
  readonly rows: number;
  /** From 1; it also seeds the training. */
  readonly number: number;
}

const CLASSES: Readonly<Record<string, () => VelocityClass>> = {
  "v-anm": anmVelocity,
  "v-anm-nn": anmNnVelocity,
  "v-lsnm": lsnmVelocity,
  "v-lsnm-nn": lsnmNnVelocity,
};

/** Simulates and decides the pair; the published mode trains and uses absolute residuals. */
export function studyPair({ kind, method, mode, rows, number }: StudyTask): KnownScorePair {
  const velocity = CLASSES[method]?.();
  if (!velocity) throw new TypeError(`no class for the method "${method}" of a study`);
  const routines = bestRoutines();
  const how = mode === "published" ? ({ rule: "absolute", fit: "paper" } as const) : ({ rule: "squared" } as const);
  const options = { kind, velocity, estimator: stein({ routines }), routines, trainingSeed: number - 1, ...how };
  return knownScorePair(options, rows, number);
}
