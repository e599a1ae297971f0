import { wrongOption } from "../../errors/wrong-option.js";
import type { Figure } from "../../explain/figure.js";
import type { ComputeOptions } from "../../numeric/compute-options.js";

/** What can be varied about a figure of the paper. Each figure says what it takes; it leaves the rest alone. */
export interface PaperFigureOptions extends ComputeOptions {
  /** Default 0. The same seed gives the same bytes. */
  readonly seed?: number | undefined;
  /** Rows of a dataset; of figures over several sizes, of the largest. */
  readonly rows?: number | undefined;
  /** Datasets. */
  readonly pairs?: number | undefined;
}

/** A figure of the paper that can be made by name. */
export interface PaperFigure {
  readonly name: string;
  /** LaTeX label in the paper. */
  readonly label: string;
  /** One line: what it shows. */
  readonly summary: string;
  /** Options that make a difference. */
  readonly takes: readonly ("seed" | "rows" | "pairs")[];
  /** Roughly how long it takes with its defaults, on one core with WebAssembly. */
  readonly seconds: number;
  make(options?: PaperFigureOptions): Figure;
}

/** Datasets of the paper's studies. */
export const PAPER_PAIRS = 100;

/** A whole number within bounds, or the default. @throws InputError `wrong-option` */
export function wholeOption(
  name: "rows" | "pairs",
  value: number | undefined,
  { least, most, otherwise }: { readonly least: number; readonly most: number; readonly otherwise: number },
): number {
  const whole = value ?? otherwise;
  if (Number.isInteger(whole) && whole >= least && whole <= most) return whole;
  throw wrongOption(name, whole, `a whole number from ${least} to ${most}`);
}

/** What `simulate` asks of a seed, for figures that draw their own numbers. @throws InputError `wrong-option` */
export function requireSeed(seed: number): void {
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0, below 2^53");
}

/** "10,000" for 10000, in every language. */
export function withCommas(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}
