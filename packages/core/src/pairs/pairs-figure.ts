import type { PairDecision } from "../decide/decide.js";
import type { Arrows, Dots, Figure, SignedSquares } from "../explain/figure.js";
import type { Direction } from "../fit/orient.js";
import { shortName } from "../pair/display-names.js";
import { requireEach } from "../primitives/errors.js";
import type { PairOutcome } from "./decide-tile.js";
import { similarOrder } from "./similar-order.js";

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

/** Longer names are cut in their middle. */
const NAME_LENGTH = 30;

/**
 * All pairs of some columns as a triangle, columns that depend on each other side by side. In the cell of two columns an
 * arrow points at the effect, to the name at the end of its row or up to the name above its column, longer where that is
 * surer, on a square that is larger where they depend more on each other. A ring stands where the direction is not known,
 * a dot where no dependence was found, a cross where the pair could not be decided, nothing where it was not asked for.
 */
export function pairsFigure(columns: readonly PairsColumn[], outcomes: readonly PairOutcome[]): Figure {
  requireEach("columns", columns, ["number", "name"], 'columns such as { number: 1, name: "dose" }');
  requireEach("outcomes", outcomes, ["names"], "what decidePairs returns");
  const ordered = similarOrder(columns, outcomes);
  const place = new Map(ordered.map(({ number }, index) => [number, index]));
  const cells = outcomes.flatMap((outcome) => {
    const [x, y] = [place.get(outcome.x), place.get(outcome.y)];
    if (x === undefined || y === undefined) return [];
    const [column, row] = [Math.min(x, y), Math.max(x, y)];
    return [{ outcome, row, column, toRow: (x < y ? "x->y" : "y->x") as Direction }];
  });
  const marks = [
    dependenceOf(cells),
    arrowsOf(cells, true),
    arrowsOf(cells, false),
    dotsOf(
      cells,
      "ring",
      "cannot tell",
      ({ decision }) => decision?.verdict === "cannot-tell" && !isIndependent(decision),
    ),
    dotsOf(cells, "disc", "no dependence found", ({ decision }) => decision !== undefined && isIndependent(decision)),
    dotsOf(cells, "cross", "could not be decided", ({ problem }) => problem !== undefined),
  ];
  const names = shortColumnNames(ordered, NAME_LENGTH);
  const axis = { kind: "names", label: "", names, at: "diagonal" } as const;
  return {
    id: "map",
    title: "Which column drives which",
    caption:
      "Every arrow points at the effect: right to the name at the end of its row, or up to the name above its column. " +
      "The longer the arrow, the surer. The larger the square, the stronger the dependence. A ring: cannot tell. A dot: " +
      "no dependence found. Columns that depend on each other stand side by side.",
    panels: [{ title: "", x: axis, y: axis, marks: marks.filter(({ x }) => x.length > 0) }],
  };
}

/** Names of at most `length` letters; those that would look the same begin with the number of their column. */
export function shortColumnNames(columns: readonly PairsColumn[], length: number): string[] {
  const short = columns.map(({ name }) => shortName(name, length));
  return short.map((name, k) => {
    const isShared = short.some((other, i) => i !== k && other === name);
    return isShared ? shortName(`${columns[k].number}: ${columns[k].name}`, length) : name;
  });
}

/** The cell of a pair, and the direction whose effect is the column of its row. */
interface Cell {
  readonly outcome: PairOutcome;
  readonly row: number;
  readonly column: number;
  readonly toRow: Direction;
}

function dependenceOf(cells: readonly Cell[]): SignedSquares {
  const own = cells.filter(({ outcome }) => outcome.dependence !== undefined);
  return {
    kind: "signed-squares",
    tone: "muted",
    label: "dependence",
    x: Float64Array.from(own, ({ column }) => column),
    y: Float64Array.from(own, ({ row }) => row),
    value: Float64Array.from(own, ({ outcome }) => outcome.dependence?.strength ?? 0),
    step: { x: 1, y: 1 },
    full: 1,
    pale: true,
  };
}

function arrowsOf(cells: readonly Cell[], isToRow: boolean): Arrows {
  const own = cells.filter(({ outcome, toRow }) => {
    const verdict = outcome.decision?.verdict;
    return verdict !== undefined && verdict !== "cannot-tell" && (verdict === toRow) === isToRow;
  });
  const lengths = Float64Array.from(own, ({ outcome }) => {
    const share = outcome.decision?.probability ?? UNKNOWN;
    return SHORTEST + (LONGEST - SHORTEST) * (2 * share - 1);
  });
  const none = new Float64Array(own.length);
  return {
    kind: "arrows",
    tone: isToRow ? "x->y" : "y->x",
    label: isToRow ? "drives the name at the right" : "drives the name above",
    x: Float64Array.from(own, ({ column }, i) => (isToRow ? column - lengths[i] / 2 : column)),
    y: Float64Array.from(own, ({ row }, i) => (isToRow ? row : row + lengths[i] / 2)),
    dx: isToRow ? lengths : none,
    dy: isToRow ? none : lengths.map((length) => -length),
  };
}

function dotsOf(
  cells: readonly Cell[],
  shape: "ring" | "disc" | "cross",
  label: string,
  isOwn: (outcome: PairOutcome) => boolean,
): Dots {
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
}

function isIndependent({ gate }: PairDecision): boolean {
  return gate === "independent";
}
