import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";

/** A table that is hard on linear algebra: heavy tails, near copies, functions of columns, columns of hardly any values. */
export interface HardTable {
  readonly table: Table;
  /** What each column is, for messages. */
  readonly kinds: readonly string[];
}

const [FEWEST_ROWS, MOST_ROWS] = [20, 5000];
const [FEWEST_COLUMNS, MOST_COLUMNS] = [3, 12];
/** Share of columns that are made from earlier ones. */
const MADE = 0.6;
/** A near copy has at least this correlation with its original. */
export const NEAR_COPY = 0.999;

/** Table number `seed`: 3 to 12 columns; 20 to 5,000 rows, as many tables below 320 as above. */
export function hardTable(seed: number): HardTable {
  const rng = seededRng(seed).split("hard table");
  const rows = Math.round(FEWEST_ROWS * (MOST_ROWS / FEWEST_ROWS) ** rng.uniform());
  const count = whole(rng, FEWEST_COLUMNS, MOST_COLUMNS);
  const columns: Float64Array[] = [];
  const kinds: string[] = [];
  while (columns.length < count) {
    const isMade = columns.length > 0 && rng.uniform() < MADE;
    const [kind, values] = isMade ? made(rng, columns) : fresh(rng, rows);
    kinds.push(kind);
    columns.push(values);
  }
  return { table: tableFromColumns(columns.map((values, k) => ({ name: `c${k + 1}`, values }))), kinds };
}

function fresh(rng: Rng, rows: number): [string, Float64Array] {
  const fill = (draw: () => number): Float64Array => Float64Array.from({ length: rows }, draw);
  const shape = 0.5 + 1.5 * rng.uniform();
  switch (whole(rng, 0, 4)) {
    case 0:
      return [`Pareto(${shape.toFixed(2)})`, fill(() => (1 - rng.uniform()) ** (-1 / shape))];
    case 1:
      return ["Cauchy", fill(() => Math.tan(Math.PI * (rng.uniform() - 0.5)))];
    case 2:
      return [`lognormal(${shape.toFixed(2)})`, fill(() => Math.exp(shape * rng.normal()))];
    case 3: {
      const odd = whole(rng, 0, rows - 1);
      return ["constant but for one row", Float64Array.from({ length: rows }, (_, i) => (i === odd ? 8 : 3))];
    }
    default:
      return ["normal", fill(() => rng.normal())];
  }
}

function made(rng: Rng, columns: readonly Float64Array[]): [string, Float64Array] {
  const [a, b] = [0, 1].map(() => whole(rng, 0, columns.length - 1));
  const [of, other] = [columns[a] as Float64Array, columns[b] as Float64Array];
  switch (whole(rng, 0, 5)) {
    case 0:
      return [`c${a + 1} + c${b + 1}`, of.map((value, i) => value + (other[i] as number))];
    case 1:
      return [`c${a + 1} * c${b + 1}`, of.map((value, i) => value * (other[i] as number))];
    case 2:
      return [`sqrt|c${a + 1}|`, of.map((value) => Math.sqrt(Math.abs(value)))];
    case 3: {
      const noise = 10 ** (-3 * rng.uniform()) * spread(of);
      return [`3 c${a + 1} + noise`, of.map((value) => 3 * value + noise * rng.normal())];
    }
    default:
      return [`copy of c${a + 1}`, nearCopy(rng, of)];
  }
}

/** A column on another scale with noise, its correlation with the original between 0.999 and 1; some are rounded. */
export function nearCopy(rng: Rng, of: Float64Array): Float64Array {
  const correlation = NEAR_COPY + (1 - NEAR_COPY) * rng.uniform();
  const noise = spread(of) * Math.sqrt(1 / (correlation * correlation) - 1);
  const isRounded = rng.uniform() < 0.5;
  // The variance of rounding to a step is step²/12.
  const step = noise * Math.sqrt(12);
  const draw = (value: number): number =>
    isRounded && step > 0 ? step * Math.round(value / step) : value + noise * rng.normal();
  return of.map((value) => 32 + 1.8 * draw(value));
}

function spread(column: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (const value of column) sum += value / column.length;
  for (const value of column) squares += ((value - sum) * (value - sum)) / column.length;
  return Math.sqrt(squares);
}

function whole(rng: Rng, least: number, most: number): number {
  return least + Math.floor((most - least + 1) * rng.uniform());
}
