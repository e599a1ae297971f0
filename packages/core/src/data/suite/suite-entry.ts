/** Which column is the cause; null where neither is, so that no answer can be right. */
export type SuiteTruth = "x->y" | "y->x" | null;

/** One line of a suite's list of pairs. x is the column that stands first in the file. */
export interface SuiteEntry {
  /** As the list writes it, leading zeros included. */
  readonly id: string;
  /** Position in the list, from 0, pairs left out included: it seeds the pair. */
  readonly position: number;
  /** The pair's file, inside the suite's folder. */
  readonly file: string;
  /** Columns of the file, counted from 1. */
  readonly columns: { readonly x: number; readonly y: number };
  readonly truth: SuiteTruth;
  /** Pairs from one source share a weight of 1. */
  readonly weight: number;
  /** Why the pair is not used; absent for those that are. */
  readonly excluded?: string;
}
