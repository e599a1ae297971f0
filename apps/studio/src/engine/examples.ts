import type { SimulateOptions } from "@causal-velocity/lab/simulate/simulate.js";

/** A pair whose truth is known, to try one's eye and the method on. */
export interface Example {
  readonly id: string;
  /** What is seen, without what is behind it. */
  readonly title: string;
  /** What there is to learn; told after the guess. */
  readonly lesson: string;
  readonly kind: string;
  readonly options: SimulateOptions;
  /** Nobody can tell its direction from the two columns, or there is none. */
  readonly untellable?: true;
}

const ROWS = 800;

/** In the order shown: from those that are told with ease to those that nobody can tell. */
export const examples: readonly Example[] = [
  {
    id: "growing-noise",
    title: "A crowd at one edge",
    lesson: "The effect is a curve of the cause, and the noise around it grows and shrinks with the cause.",
    kind: "lsnm",
    options: { n: ROWS, seed: 1, direction: "x->y" },
  },
  {
    id: "additive",
    title: "A rising cone",
    lesson:
      "The effect is a curve of the cause plus noise of the same size everywhere. Turned around, the noise is uneven.",
    kind: "anm",
    options: { n: ROWS, seed: 1, direction: "y->x" },
  },
  {
    id: "saturating",
    title: "A cloud with soft edges",
    lesson: "Noise goes through a saturating function together with the cause; the edges of the cloud give it away.",
    kind: "sigmoid",
    options: { n: ROWS, seed: 1, direction: "y->x" },
  },
  {
    id: "low-noise",
    title: "A thin bent line",
    lesson: "With little noise one value of the cause has one effect, but one effect may have several causes.",
    kind: "sim-ln",
    options: { n: ROWS, seed: 1, direction: "x->y" },
  },
  {
    id: "multiplied",
    title: "A waist in the middle",
    lesson: "The noise multiplies the effect instead of adding to it: the cloud is a fan along the cause.",
    kind: "mn-u",
    options: { n: ROWS, seed: 1, direction: "y->x" },
  },
  {
    id: "straight-line",
    title: "A falling cloud",
    lesson:
      "A straight line with normal noise looks the same from both sides. Nobody can tell, and the method says so.",
    kind: "linear-gaussian",
    untellable: true,
    options: { n: ROWS, seed: 1, direction: "x->y" },
  },
  {
    id: "unrelated",
    title: "A round cloud",
    lesson: "The columns were drawn apart. There is no direction to find, and the method finds no dependence.",
    kind: "independent",
    untellable: true,
    options: { n: ROWS, seed: 1 },
  },
  {
    id: "hidden-cause",
    title: "A steep cloud",
    lesson:
      "A third quantity, which is not in the table, drives both columns. Neither drives the other, and no method that sees " +
      "two columns alone can know: the verdict is wrong, however sure it sounds.",
    kind: "hidden-cause",
    untellable: true,
    options: { n: ROWS, seed: 1 },
  },
];

/** Neutral, so that names tell nothing. */
export const EXAMPLE_NAMES = { x: "A", y: "B" } as const;

/** The example of a table with several columns, for the map. */
export const MAP_EXAMPLE = { id: "eight-columns", title: "Eight columns" } as const;

/** Whether there is an example of this name. */
export function isExample(id: string | undefined): id is string {
  return id === MAP_EXAMPLE.id || examples.some((example) => example.id === id);
}
