import type { LocalScores, Positions } from "./local-scores.js";

/** parents[j]: the columns that drive column j directly. It has no circle. */
export type Parents = readonly Positions[];

/** What a search may and must do. */
export interface SearchRules {
  /** Whether an arrow may be in the graph. */
  allows(from: number, to: number): boolean;
  /** Arrows that are in the graph, without a circle. */
  readonly required: readonly (readonly [from: number, to: number])[];
  readonly mostParents: number;
}

/** Columns that are tried as parents of a column, the best ones alone, if the table has more. */
const CANDIDATES = 10;
/** A change that saves less, in nats, is rounding. */
export const SMALLEST_GAIN = 1e-6;

interface Change {
  readonly gain: number;
  /** New parents of one or two columns. */
  readonly parents: readonly (readonly [column: number, parents: Positions])[];
}

/** A graph of low description length; where scores have coarse ones, these find it, and the fine ones refine it. */
export function searchGraph(scores: LocalScores, rules: SearchRules): Parents {
  const { coarse } = scores;
  const found = coarse ? refinedGraph(scores, rules, shortestGraph(coarse, rules)) : shortestGraph(scores, rules);
  return found.map((each) => [...each].sort((a, b) => a - b));
}

/**
 * A graph that coarse scores found, with arrows dropped, turned and taken back as fine ones say. They add no others:
 * what coarse scores leave out of a column makes them find too many arrows, hardly ever too few.
 */
export function refinedGraph(scores: LocalScores, rules: SearchRules, found: Parents): Parents {
  return climb(scores, rules, found, found);
}

/**
 * The addition, removal or reversal of one arrow that saves most, again and again; then every arrow in turn is tried the
 * other way around, with the parents of both its columns chosen anew, until no turn leads to a shorter description.
 *
 * Single changes alone end in a poor graph for one table in ten, and for every second linear one. Ties go to the change
 * that is found first, column by column, so the answer is a function of the scores.
 * @cost scores of size·(size − 1) pairs, then some two columns' candidates for each change and each turn
 */
function shortestGraph(scores: LocalScores, rules: SearchRules): Parents {
  const start: number[][] = Array.from({ length: scores.size }, () => []);
  for (const [from, to] of rules.required) start[to].push(from);
  const candidates = candidateParents(scores, rules);
  let best = climb(scores, rules, candidates, start);
  let nats = totalNats(scores, best);
  let turns = arrowsOf(best);
  for (let turn = turns.shift(); turn; turn = turns.shift()) {
    const turned = turnedAround(best, turn, rules);
    if (!turned) continue;
    const [from, to] = turn;
    const bound = { ...rules, required: [...rules.required, [to, from] as const] };
    const found = climb(scores, rules, candidates, climb(scores, bound, candidates, turned));
    const length = totalNats(scores, found);
    if (!(nats - length > SMALLEST_GAIN)) continue;
    best = found;
    nats = length;
    turns = arrowsOf(best);
  }
  return best;
}

export function totalNats(scores: LocalScores, parents: Parents): number {
  return parents.reduce((sum, each, column) => sum + scores.nats(column, each), 0);
}

function arrowsOf(parents: Parents): (readonly [from: number, to: number])[] {
  return parents.flatMap((each, to) => each.map((from) => [from, to] as const));
}

/**
 * The graph with an arrow turned around and no other parents of its two columns but required ones; undefined if the
 * rules do not allow it.
 */
function turnedAround(
  parents: Parents,
  [from, to]: readonly [number, number],
  { allows, required, mostParents }: SearchRules,
): number[][] | undefined {
  if (!allows(to, from) || required.some(([a, b]) => a === from && b === to)) return undefined;
  const needed = (column: number) => required.flatMap(([a, b]) => (b === column ? [a] : []));
  const turned = parents.map((each, column) => (column === from || column === to ? needed(column) : [...each]));
  if (turned[from].length >= mostParents || isAncestor(turned, from, to)) return undefined;
  turned[from].push(to);
  return turned;
}

/** The graph after the single changes that save most, until none saves anything. */
function climb(
  scores: LocalScores,
  rules: SearchRules,
  candidates: readonly Positions[],
  start: readonly Positions[],
): number[][] {
  const parents = start.map((each) => [...each]);
  const isRequired = (from: number, to: number) => rules.required.some(([a, b]) => a === from && b === to);
  for (;;) {
    let best: Change = { gain: SMALLEST_GAIN, parents: [] };
    const consider = (change: Change): void => {
      if (change.gain > best.gain) best = change;
    };
    const saving = (column: number, changed: Positions): number =>
      scores.nats(column, parents[column]) - scores.nats(column, changed);
    for (let to = 0; to < scores.size; to++) {
      for (const from of candidates[to]) {
        if (parents[to].includes(from) || parents[from].includes(to)) continue;
        if (parents[to].length >= rules.mostParents || isAncestor(parents, to, from)) continue;
        const added = [...parents[to], from];
        consider({ gain: saving(to, added), parents: [[to, added]] });
      }
      for (const from of parents[to]) {
        if (isRequired(from, to)) continue;
        const left = parents[to].filter((other) => other !== from);
        const removed = saving(to, left);
        consider({ gain: removed, parents: [[to, left]] });
        if (!rules.allows(to, from) || parents[from].length >= rules.mostParents) continue;
        const without = parents.map((each, column) => (column === to ? left : each));
        if (isAncestor(without, from, to)) continue;
        const turned = [...parents[from], to];
        consider({
          gain: removed + saving(from, turned),
          parents: [
            [to, left],
            [from, turned],
          ],
        });
      }
    }
    if (best.parents.length === 0) return parents;
    for (const [column, changed] of best.parents) parents[column] = [...changed];
  }
}

/** For each column those that shorten its description most as its only parent. */
function candidateParents(scores: LocalScores, { allows }: SearchRules): number[][] {
  return Array.from({ length: scores.size }, (_, to) => {
    const possible = Array.from({ length: scores.size }, (_, from) => from).filter(
      (from) => from !== to && allows(from, to),
    );
    if (possible.length <= CANDIDATES) return possible;
    const ranked = possible
      .map((from) => ({ from, nats: scores.nats(to, [from]) }))
      .sort((a, b) => a.nats - b.nats || a.from - b.from);
    return ranked
      .slice(0, CANDIDATES)
      .map(({ from }) => from)
      .sort((a, b) => a - b);
  });
}

/** Whether arrows lead from one column to another, or they are the same. */
export function isAncestor(parents: Parents, from: number, to: number): boolean {
  const seen = new Set<number>([to]);
  const left = [to];
  for (let column = left.pop(); column !== undefined; column = left.pop()) {
    if (column === from) return true;
    for (const parent of parents[column]) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      left.push(parent);
    }
  }
  return false;
}

/** Columns so that every one comes after its parents; among equals the first one first. */
export function causalOrder(parents: Parents): number[] {
  const order: number[] = [];
  const placed = new Set<number>();
  while (order.length < parents.length) {
    const next = parents.findIndex((each, column) => !placed.has(column) && each.every((parent) => placed.has(parent)));
    if (next < 0) throw new RangeError("causalOrder: the graph has a circle");
    order.push(next);
    placed.add(next);
  }
  return order;
}
