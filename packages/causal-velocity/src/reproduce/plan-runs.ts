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
  return table.suites.flatMap(({ id: suite }) => {
    const keys = [...new Set(variants.map((variant) => runKey(table, suite, variant)))];
    return keys.flatMap((key): Run[] => {
      const together = variants.filter((variant) => runKey(table, suite, variant) === key);
      const resample = together[0]?.resample;
      const requests = together.map(({ method, options }) => ({ method, options }));
      return resample === undefined ? [] : [{ key, suite, n: table.n, resample, requests }];
    });
  });
}

export function runKey(
  table: PublishedTable,
  suite: string,
  { resample, group }: Pick<Variant, "resample" | "group">,
): string {
  return `${table.name}-${suite}-${resample}-${group}`;
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
