import { wrongOption } from "../errors/wrong-option.js";
import type { Memo } from "./memo.js";
import { plainRoutines } from "./plain-routines.js";
import type { Routines } from "./routines.js";

/** Where and within what something is computed; it changes the speed, not the answer. */
export interface ComputeOptions {
  readonly routines?: Routines | undefined;
  /** Bytes one estimate may take. */
  readonly memoryLimit?: number | undefined;
  /** What several decisions on one pair share; see `columnMemo`. */
  readonly memo?: Memo | undefined;
}

const DEFAULT_MEMORY = 1e9;

/** The options with what was left open: plain TypeScript, 1 GB. @throws InputError `wrong-option` */
export function computeOptions({ routines = plainRoutines, memoryLimit = DEFAULT_MEMORY }: ComputeOptions): {
  readonly routines: Routines;
  readonly memoryLimit: number;
} {
  if (!(memoryLimit > 0)) throw wrongOption("memoryLimit", memoryLimit, "a positive number of bytes");
  return { routines, memoryLimit };
}
