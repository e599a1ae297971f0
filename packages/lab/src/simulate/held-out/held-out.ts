import type { Rng } from "@causal-velocity/core/primitives/random.js";
import { type Columns, columnOf, type Draw } from "./held-out-laws.js";

/** How the rows of one directed pair come about. Its functions may remember earlier rows: use a model once. */
export interface DirectedModel {
  readonly cause: Draw;
  /** The effect of a cause, with noise from the stream. */
  effect(cause: number, rng: Rng): number;
  /** Rows to draw for n rows to keep; default n. */
  drawn?(n: number): number;
  /** What happens to [cause, effect] after the mechanism; n rows are left. */
  record?(columns: Columns, rng: Rng, n: number): Columns;
}

/** A family of test pairs: all have a direction. */
export interface TestFamily {
  readonly name: string;
  /** One line: the effect as a formula of the cause x and noise e. */
  readonly summary: string;
  draw(rng: Rng): DirectedModel;
}

interface KindWords {
  readonly name: string;
  /** One line: what is hostile about it. */
  readonly summary: string;
  /** Whether a sensible training set for real tables includes such pairs; decided before any training. */
  readonly covered: boolean;
  /** Why no method on two columns can see the direction, or that there is none. Absent if one can. */
  readonly invisible?: string;
}

/** A hostile kind of pairs with a direction. */
export interface DirectedKind extends KindWords {
  readonly direction: "directed";
  draw(rng: Rng): DirectedModel;
}

/** A hostile kind of pairs without a direction. */
export interface DirectionlessKind extends KindWords {
  readonly direction: "none";
  draw(rng: Rng, n: number): Columns;
}

export type HostileKind = DirectedKind | DirectionlessKind;

/** n rows of a directed model, as [cause, effect]: every effect is computed from the cause of its row. */
export function directedColumns(model: DirectedModel, n: number, rng: Rng): Columns {
  const noise = rng.split("noise");
  const cause = columnOf(model.drawn?.(n) ?? n, rng.split("cause"), model.cause);
  const effect = cause.map((value) => model.effect(value, noise));
  return model.record?.([cause, effect], rng.split("record"), n) ?? [cause, effect];
}
