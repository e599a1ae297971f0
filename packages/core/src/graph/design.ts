import type { Column } from "../primitives/columns.js";
import type { SmoothFunctions } from "./smooth-functions.js";

/** A term of a regression: for each parent the degree of its smooth function, 0 if the parent has no part in it. */
export type Term = readonly number[];

/** Terms of a regression with the values of each at the rows, centered. */
export interface Design {
  readonly terms: readonly Term[];
  readonly degrees: Float64Array;
  /** How many of the first terms have one parent alone. */
  readonly single: number;
  readonly atRows: readonly Column[];
  readonly means: Float64Array;
}

/** Single functions parent by parent, then products of total degree up to `products`. */
export function termsOf(parents: readonly SmoothFunctions[], singles: number, products: number): Term[] {
  const count = parents.length;
  const terms: Term[] = [];
  parents.forEach(({ atRows }, p) => {
    for (let degree = 1; degree <= Math.min(singles, atRows.length); degree++) {
      terms.push(Array.from({ length: count }, (_, q) => (q === p ? degree : 0)));
    }
  });
  const extend = (term: number[], left: number): void => {
    if (term.length === count) {
      if (term.filter((degree) => degree > 0).length > 1) terms.push(term);
      return;
    }
    const most = Math.min(left, parents[term.length].atRows.length);
    for (let degree = 0; degree <= most; degree++) extend([...term, degree], left - degree);
  };
  extend([], products);
  return terms;
}

export function designOf(terms: readonly Term[], parents: readonly SmoothFunctions[], n: number): Design {
  const means = new Float64Array(terms.length);
  const atRows = terms.map((term, t) => {
    const factors = term.flatMap((degree, p) => (degree > 0 ? [parents[p].atRows[degree - 1]] : []));
    if (factors.length === 1) return factors[0];
    const values = factors[0].slice();
    for (const factor of factors.slice(1)) for (let i = 0; i < n; i++) values[i] *= factor[i];
    let sum = 0;
    for (let i = 0; i < n; i++) sum += values[i];
    means[t] = sum / n;
    for (let i = 0; i < n; i++) values[i] -= means[t];
    return values;
  });
  return {
    terms,
    degrees: Float64Array.from(terms, (term) => term.reduce((sum, degree) => sum + degree, 0)),
    single: terms.filter((term) => term.filter((degree) => degree > 0).length === 1).length,
    atRows,
    means,
  };
}
