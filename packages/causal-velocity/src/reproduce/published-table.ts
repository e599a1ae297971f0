/** One cell of a published table: percent, as printed. */
export interface PublishedCell {
  readonly accuracy: number;
  readonly audrc: number;
}

/** How the paper names its two score estimators in the tables. */
export type PublishedScore = "kde" | "stein";

/** The rows of the paper's models, whose cells depend on the score. */
export const VELOCITY_ROWS = ["B-LIN", "B-QUAD", "V-ANM", "V-LSNM", "V-NN"] as const;
export type VelocityRow = (typeof VELOCITY_ROWS)[number];

/** The rows of the methods it compares with, in the order printed. */
export const RIVAL_ROWS = ["LOCI (HSIC)", "LOCI (Lik)", "CDS", "IGCI", "RECI", "CGCI"] as const;
export type RivalRow = (typeof RIVAL_ROWS)[number];

/** A table of accuracies as the paper prints it. */
export interface PublishedTable {
  /** Name of the table on the command line and of its page. */
  readonly name: string;
  /** Label in the paper's source. */
  readonly label: string;
  readonly title: string;
  /** Rows of each pair. */
  readonly n: number;
  /** Share trimmed from each column before the velocity is fitted. */
  readonly trim: number;
  /** How the authors drew the rows for their own models; for the rivals it was always with replacement. */
  readonly resample: "paper" | "paper-distinct";
  readonly suites: readonly { readonly id: string; readonly heading: string }[];
  readonly scores: readonly PublishedScore[];
  /** Cells by suite, and within a suite by score. */
  readonly velocity: Readonly<Record<VelocityRow, readonly PublishedCell[]>>;
  /** Cells by suite; none in the table that repeats a table of other scores. */
  readonly rivals?: Readonly<Record<RivalRow, readonly PublishedCell[]>>;
}

const CELL = /^(\d+) \((\d+)\)$/;

/** Cells written as the paper does, "91 (97), 87 (95)": accuracy and AUDRC in percent. */
export function publishedCells(text: string): readonly PublishedCell[] {
  return text.split(", ").map((cell) => {
    const [, accuracy, audrc] = CELL.exec(cell) ?? [];
    if (accuracy === undefined || audrc === undefined)
      throw new TypeError(`not a cell of a published table: "${cell}"`);
    return { accuracy: Number(accuracy), audrc: Number(audrc) };
  });
}
