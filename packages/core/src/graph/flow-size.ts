/** How fine a location may be; the prior shrinks what the rows do not need. */
export interface FlowSize {
  /** Functions of a single parent. */
  readonly degrees: number;
  /** Highest total degree of products of functions of several parents. */
  readonly products: number;
}

/** Fine enough to tell arrows apart, and fast enough to try many. */
export const SEARCH_SIZE: FlowSize = { degrees: 8, products: 4 };

/** With more rows than this, what a search leaves out would be described by further arrows. */
export const MANY_ROWS = 2000;

/** Functions of a single parent in a flow that is fitted once, with few rows and with many. */
const DEGREES = 12;
const DEGREES_OF_MANY = 24;
const PRODUCT_DEGREES = 8;
/** Rows for each product, and products at least and at most. */
const ROWS_PER_PRODUCT = 6;
const FEWEST_PRODUCTS = 60;
const MOST_PRODUCTS = 250;

/** The size of a flow that is fitted once, for so many parents and rows: finer than in a search, where the rows allow it. */
export function fineSize(parents: number, rows: number): FlowSize {
  const most = Math.min(Math.max(rows / ROWS_PER_PRODUCT, FEWEST_PRODUCTS), MOST_PRODUCTS);
  let products = PRODUCT_DEGREES;
  while (products > 1 && productCount(parents, products) > most) products -= 1;
  return { degrees: fineDegrees(rows), products };
}

/** Functions of a single parent in such a flow. */
export function fineDegrees(rows: number): number {
  return rows > MANY_ROWS ? DEGREES_OF_MANY : DEGREES;
}

/** How many products of two parents or more have a total degree up to `degree`: Σ C(parents, k)·C(degree, k), k ≥ 2. */
function productCount(parents: number, degree: number): number {
  let [count, term] = [0, 1];
  for (let k = 1; k <= Math.min(parents, degree); k++) {
    term *= ((parents - k + 1) * (degree - k + 1)) / (k * k);
    if (k >= 2) count += term;
  }
  return count;
}
