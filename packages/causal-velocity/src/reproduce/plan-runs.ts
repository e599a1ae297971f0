import type { MethodRequest, Resample } from "../benchmark/decide-pair.js";
import { type PublishedTable, RIVAL_ROWS, VELOCITY_ROWS } from "./published-table.js";
import { rivalVariants, type Variant, velocityVariants, yardstickVariants } from "./variants.js";

/** Everything a table asks about one suite on one draw of its rows: estimates are shared within it. */
export interface Run {
  /** Names the run, also as part of a file's name. */
  readonly key: string;
  readonly suite: string;
  readonly n: number;
  readonly resample: Resample;
  readonly requests: readonly MethodRequest[];
}

/** The runs behind a table. Tables share none: each can be run alone, and resumed. */
export function planRuns(table: PublishedTable): readonly Run[] {
  const variants = variantsOf(table);
  const resamples = [...new Set(variants.map(({ resample }) => resample))];
  return table.suites.flatMap(({ id: suite }) =>
    resamples.map((resample) => ({
      key: runKey(table, suite, resample),
      suite,
      n: table.n,
      resample,
      requests: variants
        .filter((variant) => variant.resample === resample)
        .map(({ method, options }) => ({ method, options })),
    })),
  );
}

export function runKey(table: PublishedTable, suite: string, resample: Resample): string {
  return `${table.name}-${suite}-${resample}`;
}

/** Names a method with its options within a run. */
export function requestKey({ method, options }: MethodRequest): string {
  return `${method} ${JSON.stringify(options)}`;
}

function variantsOf(table: PublishedTable): readonly Variant[] {
  return [
    ...table.scores.flatMap((score) => [
      ...VELOCITY_ROWS.flatMap((row) => velocityVariants(table, row, score)),
      ...yardstickVariants(table, score),
    ]),
    ...(table.rivals ? RIVAL_ROWS.flatMap(rivalVariants) : []),
  ];
}
