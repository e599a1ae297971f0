import type { ComputeOptions } from "../compute/routines.js";
import type { Column } from "../primitives/columns.js";
import { MOST_PARENTS } from "./knowledge.js";
import { graphFlows, type LocalScores } from "./local-scores.js";
import { type Parents, refinedGraph, totalNats } from "./search.js";

/** Columns that a direction may be decided given, at most: the number of graphs that are compared grows with 2 to it. */
export const MOST_GIVEN = 6;

/** What two columns may be to each other, beside the given ones. */
export const RELATIONS = ["x->y", "y->x", "none"] as const;
export type Relation = (typeof RELATIONS)[number];

/** The shortest description with one relation, in nats, and its graph: x is column 0, y column 1, then the given ones. */
export interface RelationGraph {
  readonly relation: Relation;
  /** Whether no given column has x or y among its parents, as conditioning assumes. */
  readonly asGiven: boolean;
  readonly nats: number;
  readonly parents: Parents;
}

/**
 * The best graph for each relation of x and y, with the given columns as causes of both or neither, and with at least
 * one of them as an effect of x or y.
 *
 * Exact: over all graphs with at most four parents of a column. With many rows each of them is then refined.
 * @param columns x, y and the given ones, standardized     @cost scores of every column given every set of others
 */
export function relationsGiven(columns: readonly Column[], compute: ComputeOptions = {}): RelationGraph[] {
  const flows = graphFlows(columns, compute);
  const scores = flows.coarse ?? flows;
  const sources = [0, 1];
  const given = columns.map((_, k) => k).slice(2);
  const found: RelationGraph[] = [];
  for (const relation of RELATIONS) {
    const related = (column: number, parents: readonly number[]): boolean => {
      if (column === 1) return parents.includes(0) === (relation === "x->y");
      if (column === 0) return parents.includes(1) === (relation === "y->x");
      return true;
    };
    const assumed = bestGraph(
      scores,
      (column, parents) => related(column, parents) && (column < 2 || !parents.some((parent) => parent < 2)),
    );
    found.push({ relation, asGiven: true, ...assumed });
    const others = given.flatMap((effect) =>
      sources.map((source) =>
        bestGraph(
          scores,
          (column, parents) => related(column, parents) && (column !== effect || parents.includes(source)),
        ),
      ),
    );
    const best = others.sort((a, b) => a.nats - b.nats)[0];
    if (best) found.push({ relation, asGiven: false, ...best });
  }
  return flows.coarse ? found.map((each) => refined(flows, each)) : found;
}

/** The graph of one relation as fine scores describe it, of the same relation and kind. */
function refined(scores: LocalScores, { relation, asGiven, parents }: RelationGraph): RelationGraph {
  const related: readonly (readonly [number, number])[] =
    relation === "none" ? [] : [relation === "x->y" ? [0, 1] : [1, 0]];
  const isRelated = (from: number, to: number): boolean => related.some(([a, b]) => a === from && b === to);
  const allows = (from: number, to: number): boolean =>
    from < 2 && to < 2 ? isRelated(from, to) : !(asGiven && from < 2);
  const effects = parents.flatMap((each, to) =>
    to < 2 ? [] : each.filter((from) => from < 2).map((from) => [from, to] as const),
  );
  const graphs = (asGiven ? [related] : effects.map((arrow) => [...related, arrow])).map((required) => {
    const found = refinedGraph(scores, { allows, required, mostParents: MOST_PARENTS }, parents);
    return { relation, asGiven, nats: totalNats(scores, found), parents: found };
  });
  return graphs.reduce((best, each) => (each.nats < best.nats ? each : best));
}

/**
 * The graph of shortest description among those whose every column has allowed parents.
 *
 * By sets: the best graph of a set of columns has a last one, whose parents lie in the rest.
 * @cost size·2^size steps, each over the sets of parents
 */
export function bestGraph(
  scores: LocalScores,
  allows: (column: number, parents: readonly number[]) => boolean,
  mostParents: number = MOST_PARENTS,
): { readonly nats: number; readonly parents: Parents } {
  const { size } = scores;
  const all = 1 << size;
  const membersOf = (set: number): number[] => Array.from({ length: size }, (_, k) => k).filter((k) => (set >> k) & 1);
  const sets = Array.from({ length: all }, (_, set) => membersOf(set));
  /** For every column and every set of columns before it, its best parents among them. */
  const choices = Array.from({ length: size }, (_, column) => {
    const nats = new Float64Array(all).fill(Infinity);
    const parents = new Int32Array(all);
    for (let set = 0; set < all; set++) {
      if ((set >> column) & 1) continue;
      if (sets[set].length <= mostParents && allows(column, sets[set])) {
        nats[set] = scores.nats(column, sets[set]);
        parents[set] = set;
      }
      for (const member of sets[set]) {
        const smaller = set & ~(1 << member);
        if (nats[smaller] >= nats[set]) continue;
        nats[set] = nats[smaller];
        parents[set] = parents[smaller];
      }
    }
    return { nats, parents };
  });
  const nats = new Float64Array(all).fill(Infinity);
  const last = new Int32Array(all);
  nats[0] = 0;
  for (let set = 1; set < all; set++) {
    for (const member of sets[set]) {
      const rest = set & ~(1 << member);
      const length = nats[rest] + choices[member].nats[rest];
      if (length >= nats[set]) continue;
      nats[set] = length;
      last[set] = member;
    }
  }
  const parents: number[][] = Array.from({ length: size }, () => []);
  for (let set = all - 1; set > 0 && nats[all - 1] < Infinity; set &= ~(1 << last[set])) {
    const member = last[set];
    parents[member] = sets[choices[member].parents[set & ~(1 << member)]];
  }
  return { nats: nats[all - 1], parents };
}
