import type { SimulateOptions } from "@causal-velocity/lab/simulate/simulate.js";
import type { Truth } from "@causal-velocity/lab/simulate/simulator.js";

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
  /** What can be changed of the mechanism in the playground, besides rows and seed. */
  readonly knobs?: Partial<Record<"noise" | "bend", Knob>>;
}

/** A range of factors, and the one that gives the example as it is drawn. */
export interface Knob {
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly usual: number;
}

const NOISE: Knob = { least: 0.1, most: 3, step: 0.1, usual: 1 };
const BEND: Knob = { least: 0, most: 2, step: 0.1, usual: 1 };

const ROWS = 800;

/** In the order shown: from easy to impossible. */
export const examples: readonly Example[] = [
  {
    id: "growing-noise",
    title: "A crowd at one edge",
    lesson: "The effect is a curve of the cause, and the noise around it grows with the cause.",
    kind: "lsnm",
    options: { n: ROWS, seed: 10, direction: "x->y" },
    knobs: { noise: NOISE, bend: BEND },
  },
  {
    id: "additive",
    title: "A rising cone",
    lesson:
      "The effect is a curve of the cause plus noise of the same size everywhere. In the other direction the noise " +
      "widens: that is the cone.",
    kind: "anm",
    options: { n: ROWS, seed: 1, direction: "y->x" },
    knobs: { noise: NOISE, bend: BEND },
  },
  {
    id: "saturating",
    title: "A cloud with soft edges",
    lesson:
      "The noise goes through a saturating function whose reach depends on the cause: the effect spreads least where the " +
      "cause is largest.",
    kind: "sigmoid",
    options: { n: ROWS, seed: 1, direction: "y->x" },
    knobs: { noise: NOISE, bend: BEND },
  },
  {
    id: "low-noise",
    title: "A thin bent line",
    lesson:
      "With so little noise the curve fits both ways. What is left is where the rows are: the effect crowds where the " +
      "curve is flat, as happens when the cause is drawn without regard to the curve.",
    kind: "sim-ln",
    options: { n: ROWS, seed: 1, direction: "x->y" },
    knobs: { noise: { least: 1, most: 20, step: 1, usual: 1 }, bend: BEND },
  },
  {
    id: "multiplied",
    title: "A waist in the middle",
    lesson:
      "The noise multiplies the effect instead of adding to it: where the effect is 0 there is no noise, the waist, and " +
      "on both sides the cloud widens.",
    kind: "mn-u",
    options: { n: ROWS, seed: 1, direction: "y->x" },
    knobs: { noise: NOISE, bend: BEND },
  },
  {
    id: "straight-line",
    title: "A falling cloud",
    lesson:
      "A straight line with normal noise looks the same in both directions. No method can tell, and this one says so.",
    kind: "linear-gaussian",
    undecidable: true,
    options: { n: ROWS, seed: 1, direction: "x->y" },
    knobs: { noise: NOISE, bend: { ...BEND, usual: 0 } },
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

/** What one chooses in the playground of an example. */
export interface Play {
  /** Factor of the noise. */
  readonly noise: number;
  /** How much of the curve there is: 0 is a straight line. */
  readonly bend: number;
  readonly rows: number;
  /** The seed of mechanism and rows. */
  readonly draw: number;
}

export const PLAY_ROWS: Knob = { least: 50, most: 3000, step: 50, usual: ROWS };
export const PLAY_DRAW: Knob = { least: 1, most: 99, step: 1, usual: 1 };

/** The example as it is drawn. */
export function usualPlay({ knobs, options }: Example): Play {
  const { noise, bend } = knobs ?? {};
  return { noise: noise?.usual ?? 1, bend: bend?.usual ?? 1, rows: ROWS, draw: options.seed ?? 1 };
}

/** What can be changed of an example, with the range of each. */
export function knobsOf({ knobs }: Example): { readonly [K in keyof Play]?: Knob } {
  return { ...knobs, rows: PLAY_ROWS, draw: PLAY_DRAW };
}

/** Whether two columns cannot show which of them drives the other. A line that was bent can. */
export function isUndecidable({ undecidable, knobs }: Example, { bend }: Play): boolean {
  return undecidable === true && (knobs === undefined || bend === 0);
}

/** Whether a guess about an example is right: where the two columns cannot show the direction, it may be so by luck. */
export function isRightGuess({ undecidable, options }: Example, guess: Truth): boolean {
  return guess === "independent" ? undecidable === true : guess === options.direction;
}

/** Neutral names, which give nothing away. */
export const EXAMPLE_NAMES = { x: "A", y: "B" } as const;

/** The example of a table with several columns, for the view of all pairs. */
export const TABLE_EXAMPLE = { id: "eight-columns", title: "Eight columns" } as const;

/** Whether there is an example with this id. */
export function isExample(id: string | undefined): id is string {
  return id === TABLE_EXAMPLE.id || examples.some((example) => example.id === id);
}
