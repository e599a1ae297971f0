import type { MethodRequest, Resample } from "../benchmark/decide-pair.js";
import { methodNamed } from "../rivals/methods.js";
import type { PublishedScore, PublishedTable, RivalRow, VelocityRow } from "./published-tables.js";

/**
 * `published`: what the authors' code did. `exact`: what the paper's text says, solved exactly, on rows drawn once
 * without replacement, as many as the table has, and with the same trim.
 */
export type Mode = "published" | "exact";

/** One method with its options and its way of drawing rows: a line of numbers below a printed row. */
export interface Variant extends MethodRequest {
  readonly mode: Mode;
  readonly resample: Resample;
  /** Variants that are run together, and resumed together. */
  readonly group: "velocity" | "rivals" | "networks";
}

/** How the printed cell of a row was chosen from its variants. */
export type Combination =
  /** The variant with the higher accuracy, cell by cell. */
  | "better"
  /** The highest accuracy and the highest AUDRC, possibly of different variants. */
  | "mixed"
  /** Not documented; the variant closest to the printed numbers. */
  | "closest";

/** In some rows accuracy and AUDRC are each the best over variants; in others the choice is unknown. */
export const combinations: Readonly<Record<VelocityRow | RivalRow, Combination>> = {
  "B-LIN": "better",
  "B-QUAD": "better",
  "V-ANM": "better",
  "V-LSNM": "better",
  "V-NN": "better",
  "LOCI (HSIC)": "better",
  "LOCI (Lik)": "better",
  CDS: "better",
  IGCI: "closest",
  RECI: "better",
  CGCI: "mixed",
};

const VELOCITY_METHODS: Readonly<Record<VelocityRow, Readonly<Record<Mode, readonly string[]>>>> = {
  "B-LIN": { published: ["b-lin", "b-lin-exp"], exact: ["b-lin", "b-lin-exp"] },
  "B-QUAD": { published: ["b-quad", "b-quad-exp"], exact: ["b-quad", "b-quad-exp"] },
  "V-ANM": { published: ["v-anm-nn"], exact: ["v-anm"] },
  "V-LSNM": { published: ["v-lsnm-nn"], exact: ["v-lsnm"] },
  // A network has no exact fit: its line in the exact mode is trained, and judged by squared residuals.
  "V-NN": { published: ["v-nn"], exact: ["v-nn"] },
};

const RIVAL_METHODS: Readonly<Record<RivalRow, readonly string[]>> = {
  "LOCI (HSIC)": ["loci-nn-hsic", "loci-spline-hsic"],
  "LOCI (Lik)": ["loci-nn-lik", "loci-spline-lik"],
  CDS: ["cds"],
  IGCI: ["igci-uniform", "igci-gaussian"],
  RECI: ["reci"],
  CGCI: ["cdci-ckl", "cdci-ckm", "cdci-chd", "cdci-ccs", "cdci-ctv"],
};

/** These take seconds per pair and have no exact form: run only as published. */
const TRAINED_RIVALS: readonly string[] = ["loci-nn-hsic", "loci-nn-lik"];

/** The published program stops short of the optimum, by an amount that depends on rounding. */
const AT_OPTIMUM: readonly string[] = ["loci-spline-hsic", "loci-spline-lik"];

/** Methods that make no claim, and one that the paper describes but does not report. */
const YARDSTICKS = ["v-zero", "v-pnl"] as const;

/** The lines below a row of a velocity model. */
export function velocityVariants(table: PublishedTable, row: VelocityRow, score: PublishedScore): readonly Variant[] {
  return (["published", "exact"] as const).flatMap((mode) =>
    VELOCITY_METHODS[row][mode].map((method) => velocityVariant(table, mode, method, score)),
  );
}

/** The lines of the yardstick methods. */
export function yardstickVariants(table: PublishedTable, score: PublishedScore): readonly Variant[] {
  return YARDSTICKS.flatMap((method) =>
    // The published mode trains, but v ≡ 0 has no parameters; only its data and residual differ.
    (method === "v-zero" ? (["published", "exact"] as const) : (["exact"] as const)).map((mode) =>
      velocityVariant(table, mode, method, score),
    ),
  );
}

/** The lines below a row of a rival. */
export function rivalVariants(row: RivalRow): readonly Variant[] {
  return RIVAL_METHODS[row].flatMap((method): Variant[] => [
    { mode: "published", method, options: {}, resample: "paper", group: groupOf(method) },
    ...(groupOf(method) === "networks"
      ? []
      : [{ mode: "exact", method, options: {}, resample: "none", group: "rivals" } as const]),
  ]);
}

/** The description of a line, correct also for methods for which "as published" or "exact" is not. */
export function modeWords({ mode, method }: Pick<Variant, "mode" | "method">): string {
  if (mode === "published") return AT_OPTIMUM.includes(method) ? "at its optimum, rows as published" : "as published";
  return methodNamed(method).defaults.fit === "paper" ? "trained, squared residuals" : "exact";
}

function groupOf(rival: string): "rivals" | "networks" {
  return TRAINED_RIVALS.includes(rival) ? "networks" : "rivals";
}

function velocityVariant(table: PublishedTable, mode: Mode, method: string, score: PublishedScore): Variant {
  const { trim } = table;
  const group = "velocity";
  if (mode === "exact") {
    return {
      mode,
      method,
      options: { score: score === "kde" ? "kde" : "stein", rule: "squared", trim },
      resample: "none",
      group,
    };
  }
  return {
    mode,
    method,
    options: { score: score === "kde" ? "kde-published" : "stein", rule: "absolute", trim, fit: "paper" },
    resample: table.resample,
    group,
  };
}
