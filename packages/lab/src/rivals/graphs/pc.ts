import { choleskyInPlace, choleskySolveInPlace } from "@causal-velocity/core/algebra/cholesky.js";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { isAncestor, type Parents } from "@causal-velocity/core/graph/search.js";
import { type Matrix, matrix } from "@causal-velocity/core/primitives/columns.js";
import { log } from "@causal-velocity/core/primitives/elementary.js";
import { normalShare } from "@causal-velocity/core/primitives/special.js";
import { normalScores } from "@causal-velocity/core/statistics/ranks.js";
import type { GraphMethod } from "./graph-method.js";

/** Two columns count as independent if as large a partial correlation has at least this probability by chance. */
const LEVEL = 0.01;
/** Columns conditioned on at once, at most. */
const MOST_GIVEN = 3;

/**
 * PC: columns that are independent given some of their neighbors are not joined; where that set lacks a common neighbor
 * of two columns, both point to it; Meek's rules direct what follows. Other edges have no direction.
 *
 * Independence is Fisher's test of partial correlations of normal scores. Nothing depends on the order of the columns:
 * neighbors are those at the start of a round, the separating set is that of the largest probability, and edges for
 * which two rules disagree, or that would close a circle, have no direction.
 * @cost tests of all sets of up to three neighbors
 */
export const pc: GraphMethod = {
  name: "pc",
  summary: "independence tests of partial rank correlations, colliders and Meek's rules",
  reference: "Spirtes & Glymour 1991; Colombo & Maathuis 2014; Meek 1995",
  find(columns, { routines = plainRoutines } = {}) {
    const rows = columns[0].length;
    const scores = columns.map((column) => normalScores(column, { routines }));
    const probability = partialTest(routines.products(scores, scores), rows);
    const { neighbors, separating } = skeleton(columns.length, probability);
    return directed(neighbors, collidersOf(neighbors, separating));
  },
};

type Test = (i: number, j: number, given: readonly number[]) => number;

/** The probability of as large a partial correlation by chance, if it is 0. */
function partialTest(products: Matrix, rows: number): Test {
  const { data, cols } = products;
  return (i, j, given) => {
    const chosen = [i, j, ...given];
    const part = matrix(chosen.length, chosen.length);
    chosen.forEach((a, r) => {
      chosen.forEach((b, c) => {
        part.data[r * chosen.length + c] = (data[a * cols + b] / rows) * (r === c ? 1 + RIDGE : 1);
      });
    });
    choleskyInPlace(part);
    const [first, second] = [0, 1].map((k) => {
      const unit = new Float64Array(chosen.length);
      unit[k] = 1;
      choleskySolveInPlace(part, unit);
      return unit;
    });
    const size = Math.abs(first[1]) / Math.sqrt(first[0] * second[1]);
    const z = 0.5 * log((1 + size) / (1 - size)) * Math.sqrt(rows - given.length - 3);
    return 2 * normalShare(-z);
  };
}

/** On the diagonal, so that columns that determine each other have an inverse and a finite transform. */
const RIDGE = 1e-10;

interface Skeleton {
  readonly neighbors: readonly ReadonlySet<number>[];
  /** For pairs i < j that are not joined, by `i j`: the set that made them independent. */
  readonly separating: ReadonlyMap<string, readonly number[]>;
}

function skeleton(count: number, probability: Test): Skeleton {
  const all = Array.from({ length: count }, (_, j) => j);
  const neighbors = all.map((j) => new Set(all.filter((i) => i !== j)));
  const separating = new Map<string, readonly number[]>();
  for (let size = 0; size <= MOST_GIVEN; size++) {
    const before = neighbors.map((own) => [...own]);
    for (let j = 0; j < count; j++) {
      for (const i of before[j]) {
        if (i > j) continue;
        let best = { probability: LEVEL, given: undefined as readonly number[] | undefined };
        for (const [a, b] of [
          [i, j],
          [j, i],
        ]) {
          for (const given of subsets(
            before[a].filter((k) => k !== b),
            size,
          )) {
            const found = probability(i, j, given);
            if (found > best.probability) best = { probability: found, given };
          }
        }
        if (!best.given) continue;
        neighbors[i].delete(j);
        neighbors[j].delete(i);
        separating.set(`${i} ${j}`, best.given);
      }
    }
  }
  return { neighbors, separating };
}

function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, k) => subsets(items.slice(k + 1), size - 1).map((rest) => [item, ...rest]));
}

/** points[i][j]: whether the edge of i and j may point from i to j. Both ways: it has no direction. */
type Points = boolean[][];

/** Arrows into common neighbors that do not separate two columns, as pairs of cause and effect. */
function collidersOf(neighbors: Skeleton["neighbors"], separating: Skeleton["separating"]): [number, number][] {
  const arrows: [number, number][] = [];
  for (const [pair, given] of separating) {
    const [i, k] = pair.split(" ").map(Number);
    for (const j of neighbors[i]) if (neighbors[k].has(j) && !given.includes(j)) arrows.push([i, j], [k, j]);
  }
  return arrows;
}

/** Directs edges by arrows and by what follows from them. */
function directed(neighbors: Skeleton["neighbors"], colliders: readonly [number, number][]): Parents {
  const count = neighbors.length;
  const points: Points = neighbors.map((own) => Array.from({ length: count }, (_, j) => own.has(j)));
  /** Edges that two rules directed differently, or that would close a circle. */
  const open = new Set<string>();
  const name = (i: number, j: number) => `${Math.min(i, j)} ${Math.max(i, j)}`;
  let arrows = colliders;
  while (arrows.length > 0) {
    for (const [i, j] of arrows) if (arrows.some(([a, b]) => a === j && b === i)) open.add(name(i, j));
    for (const [i, j] of arrows) if (!open.has(name(i, j))) points[j][i] = false;
    const parents = parentsIn(points, "directed");
    parents.forEach((causes, j) => {
      for (const i of causes) if (isAncestor(parents, j, i)) open.add(name(i, j));
    });
    for (const edge of open) {
      const [i, j] = edge.split(" ").map(Number);
      points[i][j] = true;
      points[j][i] = true;
    }
    arrows = meekArrows(points).filter(([i, j]) => !open.has(name(i, j)));
  }
  return parentsIn(points, "all");
}

function parentsIn(points: Points, which: "directed" | "all"): number[][] {
  return points.map((_, j) => points.flatMap((own, i) => (own[j] && (which === "all" || !points[j][i]) ? [i] : [])));
}

/** Edges without a direction that Meek's first three rules direct, as pairs of cause and effect. */
function meekArrows(points: Points): [number, number][] {
  const all = points.map((_, k) => k);
  const isArrow = (i: number, j: number) => points[i][j] && !points[j][i];
  const isOpen = (i: number, j: number) => points[i][j] && points[j][i];
  const isJoined = (i: number, j: number) => points[i][j] || points[j][i];
  const follows = (i: number, j: number): boolean =>
    // Else j would be another collider.
    all.some((k) => isArrow(k, i) && k !== j && !isJoined(k, j)) ||
    // Else there would be a circle.
    all.some((k) => isArrow(i, k) && isArrow(k, j)) ||
    // Else there would be a circle or another collider.
    all.some(
      (k) =>
        isOpen(i, k) && isArrow(k, j) && all.some((l) => l !== k && isOpen(i, l) && isArrow(l, j) && !isJoined(k, l)),
    );
  return all.flatMap((i) => all.filter((j) => isOpen(i, j) && follows(i, j)).map((j): [number, number] => [i, j]));
}
