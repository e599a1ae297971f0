import { isAncestor } from "@causal-velocity/core/graph/search.js";
import { log } from "@causal-velocity/core/primitives/elementary.js";
import { type AdditiveTable, additiveFit, additiveTable, significantCauses } from "./additive-fit.js";
import type { GraphMethod } from "./graph-method.js";
import { ascending } from "./order-methods.js";

/** With more columns, only so many are tried as causes of each. */
const CANDIDATES = 10;

/**
 * CAM: the likelihood of additive regressions with Gaussian noise. The arrow that shortens the sum of ½·rows·ln(residual
 * variance) most is added, among those that close no circle, until none is left; then insignificant ones are removed.
 *
 * @cost a regression for each candidate of a column, each time that it gets a cause
 */
export const cam: GraphMethod = {
  name: "cam",
  summary: "largest likelihood of additive regressions with Gaussian noise, arrow by arrow, then pruned",
  reference: "Bühlmann, Peters & Ernest 2014",
  find(columns, options = {}) {
    const table = additiveTable(columns, "curves", options);
    const count = columns.length;
    const parents: number[][] = columns.map(() => []);
    const fits = columns.map((_, to) => additiveFit(table, to));
    const candidates = columns.map((_, to) => likelyNeighbors(table, to, count));
    const gains = candidates.map((own, to) => own.map((from) => logGain(fits[to], from)));
    for (;;) {
      let best = { gain: 0, from: -1, to: -1 };
      for (let to = 0; to < count; to++) {
        candidates[to].forEach((from, k) => {
          if (gains[to][k] > best.gain) best = { gain: gains[to][k], from, to };
        });
      }
      const { from, to } = best;
      if (from < 0) break;
      fits[to].add(from);
      parents[to].push(from);
      for (let column = 0; column < count; column++) {
        const isOpen = candidates[column].map(
          (other) => !isAncestor(parents, column, other) && !parents[column].includes(other),
        );
        candidates[column] = candidates[column].filter((_, k) => isOpen[k]);
        gains[column] = gains[column].filter((_, k) => isOpen[k]);
      }
      gains[to] = candidates[to].map((other) => logGain(fits[to], other));
    }
    return parents.map((causes, to) => significantCauses(table, to, ascending(causes)));
  },
};

/** By how much ln(residual variance) falls with another cause. */
function logGain(fit: ReturnType<typeof additiveFit>, from: number): number {
  const residual = fit.residual();
  const left = residual - fit.gainOf(from);
  return left > 0 ? log(residual / left) : Infinity;
}

/** The columns that explain a column best, one after the other, whichever is cause and whichever effect. */
function likelyNeighbors(table: AdditiveTable, to: number, count: number): number[] {
  const others = Array.from({ length: count }, (_, from) => from).filter((from) => from !== to);
  if (others.length <= CANDIDATES) return others;
  const fit = additiveFit(table, to);
  const chosen: number[] = [];
  while (chosen.length < CANDIDATES) {
    const gains = others.map((from) => (chosen.includes(from) ? -1 : fit.gainOf(from)));
    const best = others[gains.indexOf(Math.max(...gains))];
    fit.add(best);
    chosen.push(best);
  }
  return ascending(chosen);
}
