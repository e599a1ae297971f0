import type { SimulateOptions } from "@causal-velocity/lab/simulate/simulate.js";

/** A simulated pair with known truth. */
export interface Example {
  readonly id: string;
  /** Describes the picture without giving the truth away. */
  readonly title: string;
  /** Shown after the guess. */
  readonly lesson: string;
  readonly kind: string;
  readonly options: SimulateOptions;
  /** The direction cannot be found from the two columns, or there is none. */
  readonly undecidable?: true;
}

const ROWS = 800;

/** In the order shown: from easy to impossible. */
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
      "The effect is a curve of the cause plus noise of the same size everywhere. In the other direction the noise is uneven.",
    kind: "anm",
    options: { n: ROWS, seed: 1, direction: "y->x" },
  },
  {
    id: "saturating",
    title: "A cloud with soft edges",
    lesson: "Cause and noise go through a saturating function together, which shows at the edges of the cloud.",
    kind: "sigmoid",
    options: { n: ROWS, seed: 1, direction: "y->x" },
  },
  {
    id: "low-noise",
    title: "A thin bent line",
    lesson: "With little noise each value of the cause has one effect, but one effect can have several causes.",
    kind: "sim-ln",
    options: { n: ROWS, seed: 1, direction: "x->y" },
  },
  {
    id: "multiplied",
    title: "A waist in the middle",
    lesson: "The noise multiplies the effect instead of adding to it, so the cloud widens along the cause.",
    kind: "mn-u",
    options: { n: ROWS, seed: 1, direction: "y->x" },
  },
  {
    id: "straight-line",
    title: "A falling cloud",
    lesson:
      "A straight line with normal noise looks the same in both directions. No method can tell, and this one says so.",
    kind: "linear-gaussian",
    undecidable: true,
    options: { n: ROWS, seed: 1, direction: "x->y" },
  },
  {
    id: "unrelated",
    title: "A round cloud",
    lesson: "The columns were drawn independently. There is no direction to find, and the method finds no dependence.",
    kind: "independent",
    undecidable: true,
    options: { n: ROWS, seed: 1 },
  },
  {
    id: "hidden-cause",
    title: "A steep cloud",
    lesson:
      "A third quantity, which is not in the table, drives both columns. Neither drives the other, and no method can know " +
      "this from two columns: the verdict is wrong, however sure it looks.",
    kind: "hidden-cause",
    undecidable: true,
    options: { n: ROWS, seed: 1 },
  },
];

/** Neutral names, which give nothing away. */
export const EXAMPLE_NAMES = { x: "A", y: "B" } as const;

/** The example of a table with several columns, for the view of all pairs. */
export const TABLE_EXAMPLE = { id: "eight-columns", title: "Eight columns" } as const;

/** Whether there is an example with this id. */
export function isExample(id: string | undefined): id is string {
  return id === TABLE_EXAMPLE.id || examples.some((example) => example.id === id);
}
