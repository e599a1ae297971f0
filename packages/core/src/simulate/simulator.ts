import type { Rng } from "../numeric/rng.js";
import type { CausalSample } from "./sample-model.js";

/** A line of the registry: what users see in the help, and how the columns are made. */
export interface Simulator {
  readonly name: string;
  /** One line: the model. */
  readonly summary: string;
  readonly reference: string;
  /** Rows unless told otherwise: those of the published data. */
  readonly rows: number;
  /**
   * What the pairs tell of themselves besides the truth: nothing; the velocity; with it the joint scores and the cause's;
   * all scores.
   */
  readonly knows: "nothing" | "velocity" | "joint-scores" | "scores";
  /** Whether `asPublished` makes a difference. */
  readonly hasPublishedVariant: boolean;
  sample(n: number, rng: Rng, asPublished: boolean): CausalSample;
}
