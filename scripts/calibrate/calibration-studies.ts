import {
  EVIDENCE_CONSTANTS,
  EVIDENCE_NAMES,
  type EvidenceConstants,
  type EvidenceWeights,
} from "@causal-velocity/core/decide/weigh-evidence.js";
import { tableRelations } from "@causal-velocity/lab/simulate/random/table-pair.js";
import { count, percent, table } from "./calibration-text.js";
import { fitWeights } from "./fit-weights.js";
import {
  errorOfMean,
  isAnswered,
  judgeConfidence,
  type Margin,
  mean,
  SURE_FROM,
  surpriseOf,
  weighedWith,
} from "./judge-confidence.js";
import type { MeasuredPair } from "./measured-pair.js";
import { NESTED_ROWS, SILENT_ROWS } from "./plan.js";

/** −ln probability of the truth by number of rows, on pairs that were measured with every number. */
export function nestedTable(pairs: readonly MeasuredPair[], margin: Margin): string {
  const nested = pairs.filter(({ purpose }) => purpose === "nested");
  const times = new Map<number, number>();
  for (const { seed } of nested) times.set(seed, (times.get(seed) ?? 0) + 1);
  const whole = nested.filter(({ seed }) => times.get(seed) === NESTED_ROWS.length);
  const at = (rows: number) => whole.filter((pair) => pair.rows === rows);
  const surprises = NESTED_ROWS.map((rows) => at(rows).map((pair) => surpriseOf(pair, margin)));
  return table(
    ["rows", "pairs", "right", "claimed", "−ln probability of the truth", "change", "stopped by a gate"],
    NESTED_ROWS.map((rows, k) => {
      const own = at(rows);
      const { accuracy, claimed, surprise, surpriseError } = judgeConfidence(own, margin);
      const changes = k === 0 ? [] : surprises[k].map((value, i) => value - surprises[k - 1][i]);
      const stopped = own.filter(({ gate }) => gate).length / own.length;
      return [
        count(rows),
        count(own.length),
        percent(accuracy),
        percent(claimed),
        withError(surprise, surpriseError),
        k === 0 ? "" : withError(mean(changes), errorOfMean(changes)),
        percent(stopped),
      ];
    }),
  );
}

/** Verdicts and mean log odds on pairs without a direction, by relation and number of rows. */
export function undirectedTable(pairs: readonly MeasuredPair[], margin: Margin): string {
  const undirected = pairs.filter(({ purpose }) => purpose === "undirected");
  const groups = tableRelations.flatMap((relation) => SILENT_ROWS.map((rows) => ({ relation, rows })));
  const lines = groups.map(({ relation, rows }) => {
    const own = undirected.filter((pair) => pair.relation === relation && pair.rows === rows);
    const share = (holds: (pair: MeasuredPair) => boolean) => percent(own.filter(holds).length / own.length);
    const odds = own.map(margin);
    return [
      relation,
      count(rows),
      count(own.length),
      share(({ gate }) => gate !== undefined),
      share((pair) => !isAnswered(pair, margin)),
      share((pair) => isAnswered(pair, margin, SURE_FROM)),
      withError(mean(odds), errorOfMean(odds)),
    ];
  });
  return table(
    ["relation", "rows", "pairs", "stopped by a gate", "no verdict at 0.6", "surer than 90%", "mean log odds"],
    lines,
  );
}

/** Everything, all but one kind of evidence, and one kind alone. */
export function evidenceTable(
  development: readonly MeasuredPair[],
  choices: readonly Partial<EvidenceWeights>[],
): string {
  const weightsOf = (names: readonly string[]) => {
    const found = choices.find((weights) => EVIDENCE_NAMES.every((name) => names.includes(name) === name in weights));
    if (!found) throw new Error(`no weights for ${names.join(", ")}`);
    return found;
  };
  const lines: [string, readonly string[]][] = [
    ["everything", EVIDENCE_NAMES],
    ...EVIDENCE_NAMES.map((left): [string, string[]] => [
      `without ${left}`,
      EVIDENCE_NAMES.filter((name) => name !== left),
    ]),
    ...EVIDENCE_NAMES.map((name): [string, string[]] => [`${name} alone`, [name]]),
  ];
  return table(
    ["", "right", "−ln probability of the truth", "calibration error"],
    lines.map(([title, names]) => {
      const { accuracy, surprise, calibrationError } = judgeConfidence(development, weighedWith(weightsOf(names)));
      return [title, percent(accuracy), surprise.toFixed(3), calibrationError.toFixed(3)];
    }),
  );
}

/** How −ln probability of the truth changes with each constant. */
export function constantsTable(fitting: readonly MeasuredPair[], development: readonly MeasuredPair[]): string {
  const surprises = (constants: EvidenceConstants) => {
    const margin = weighedWith(fitWeights(fitting, EVIDENCE_NAMES, constants), constants);
    return [fitting, development].map((pairs) => mean(pairs.map((pair) => surpriseOf(pair, margin))));
  };
  const before = surprises(EVIDENCE_CONSTANTS);
  const changes = (constants: EvidenceConstants) =>
    surprises(constants).map((surprise, k) => {
      const change = surprise - before[k];
      return `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(4)}`;
    });
  return table(
    ["constant", "value", "halved: fitted pairs", "development", "doubled: fitted pairs", "development"],
    Object.entries(EVIDENCE_CONSTANTS).map(([name, value]) => [
      `\`${name}\``,
      String(value),
      ...[0.5, 2].flatMap((factor) => changes({ ...EVIDENCE_CONSTANTS, [name]: factor * value })),
    ]),
  );
}

function withError(value: number, error: number): string {
  return `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(3)} ± ${error.toFixed(3)}`;
}
