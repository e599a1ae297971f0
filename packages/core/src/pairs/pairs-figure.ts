import type { PairDecision } from "../decide/decide.js";
import type { Arrows, Dots, Figure } from "../explain/figure.js";
import type { Direction } from "../fit/orient.js";
import { displayName } from "../pair/display-names.js";
import { requireEach } from "../primitives/errors.js";
import type { PairOutcome } from "./decide-tile.js";

/** Lengths of arrows for a probability of ½ and for certainty, in cells. */
const SHORTEST = 0.24;
const LONGEST = 0.84;
/** Stands for the probability of methods that give none. */
const UNKNOWN = 0.75;

/** A column of the map. */
export interface PairsColumn {
  /** Its number in the table, from 1. */
  readonly number: number;
  readonly name: string;
}

/**
 * All pairs of some columns as a matrix: an arrow to the right where the column of the row drives the one above, to the
 * left where it is driven by it, longer where that is surer; a ring where they depend on each other and the direction is
 * not known; a dot where no dependence was found; a cross where the pair could not be decided; nothing where it was not asked
 * for.
 */
export function pairsFigure(columns: readonly PairsColumn[], outcomes: readonly PairOutcome[]): Figure {
  requireEach("columns", columns, ["number", "name"], 'columns such as { number: 1, name: "dose" }');
  requireEach("outcomes", outcomes, ["names"], "what decidePairs returns");
  const place = new Map(columns.map(({ number }, index) => [number, index]));
  const cells = outcomes.flatMap((outcome) => {
    const [x, y] = [place.get(outcome.x), place.get(outcome.y)];
    if (x === undefined || y === undefined) return [];
    // Every pair is in the matrix twice, seen from both of its columns.
    return [
      { outcome, row: x, column: y, forward: "x->y" },
      { outcome, row: y, column: x, forward: "y->x" },
    ] as const;
  });
  const arrowsOf = (drives: boolean): Arrows => {
    const own = cells.filter(({ outcome, forward }) => {
      const verdict = outcome.decision?.verdict;
      return verdict !== undefined && verdict !== "cannot-tell" && (verdict === forward) === drives;
    });
    const lengths = Float64Array.from(own, ({ outcome }) => {
      const share = outcome.decision?.probability ?? UNKNOWN;
      return (drives ? 1 : -1) * (SHORTEST + (LONGEST - SHORTEST) * (2 * share - 1));
    });
    const tone: Direction = drives ? "x->y" : "y->x";
    return {
      kind: "arrows",
      tone,
      label: drives ? "row drives column" : "column drives row",
      x: Float64Array.from(own, ({ column }, i) => column - lengths[i] / 2),
      y: Float64Array.from(own, ({ row }) => row),
      dx: lengths,
      dy: new Float64Array(own.length),
    };
  };
  const dotsOf = (shape: "ring" | "disc" | "cross", label: string, isOwn: (outcome: PairOutcome) => boolean): Dots => {
    const own = cells.filter(({ outcome }) => isOwn(outcome));
    return {
      kind: "dots",
      tone: shape === "cross" ? "alert" : "muted",
      shape,
      size: shape === "disc" ? "small" : "medium",
      label,
      x: Float64Array.from(own, ({ column }) => column),
      y: Float64Array.from(own, ({ row }) => row),
    };
  };
  const marks = [
    arrowsOf(true),
    arrowsOf(false),
    dotsOf("ring", "cannot tell", ({ decision }) => decision?.verdict === "cannot-tell" && !isIndependent(decision)),
    dotsOf("disc", "no dependence found", ({ decision }) => decision !== undefined && isIndependent(decision)),
    dotsOf("cross", "could not be decided", ({ problem }) => problem !== undefined),
  ];
  return {
    id: "map",
    title: "Which column drives which",
    caption:
      "An arrow to the right: the column of its row drives the one whose number stands below. An arrow to the left: the " +
      "other way round. The longer, the surer. A ring: cannot tell. A dot: no dependence found.",
    panels: [
      {
        title: "",
        x: { kind: "names", label: "number of the column", names: columns.map(({ number }) => String(number)) },
        y: {
          kind: "names",
          label: "",
          names: columns.map(({ number, name }) => `${displayName(name)}  ${number}`),
        },
        marks: marks.filter(({ x }) => x.length > 0),
      },
    ],
  };
}

function isIndependent({ gate }: PairDecision): boolean {
  return gate === "independent";
}
