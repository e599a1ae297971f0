import { tableMemo } from "../compute/memo.js";
import { type DecideOptions, decide, type PairDecision } from "../decide/decide.js";
import { type Pair, pairFromTable } from "../pair/pair.js";
import { InputError, type InputErrorCode, problemText, type Text } from "../primitives/errors.js";
import type { Table, TableColumn } from "../table/table.js";
import type { ColumnPair, Tile } from "./choose-pairs.js";
import { type Dependence, pairDependence } from "./dependence.js";

/** Why a pair has no decision: a fault of the input, or of this program. */
export interface PairProblem {
  readonly code: InputErrorCode | "internal";
  readonly message: Text;
}

/** What became of one pair among the columns of a table: a decision, or why there is none. */
export type PairOutcome = {
  /** Numbers of the two columns in their table, from 1, x being the smaller. */
  readonly x: number;
  readonly y: number;
  readonly names: Pair["names"];
} & (
  | {
      readonly decision: PairDecision;
      /** Absent where an older version decided the pair. */
      readonly dependence?: Dependence;
      readonly problem?: undefined;
    }
  | { readonly problem: PairProblem; readonly decision?: undefined; readonly dependence?: undefined }
);

/** What reads no text has no layout; nothing here looks at it. */
const FORMAT = { delimiter: ",", decimal: ".", header: true } as const;

/**
 * Decides the pairs of a tile. Each decision is what `decide` alone gives, to the bit; what was made of a column is made
 * once for all pairs that use the same rows of it. `amongMany` then allows for the number of pairs of the whole run.
 *
 * An error of the input is the outcome of its pair; any other is thrown.
 * @param columns those of the tile, in its order
 * @param given columns that every pair is decided given, if any
 * @param onOutcome called with every outcome as soon as it is reached: shows which pair takes long, or ended the thread
 * @cost that of its pairs; what is made of one column is made once
 */
export function decideTile(
  tile: Tile,
  columns: readonly TableColumn[],
  options: DecideOptions = {},
  onOutcome: (outcome: PairOutcome) => void = () => {},
  given: readonly TableColumn[] = [],
): PairOutcome[] {
  const rowCount = columns[0]?.values.length ?? 0;
  const table: Table = { columns: [...columns, ...given], rowCount, format: FORMAT, findings: [] };
  const known = given.map((_, k) => columns.length + k + 1);
  // Each column as it is, and standardized.
  const { memo, nextPair } = tableMemo(2 * tile.columns.length);
  const decidePair = ({ x, y }: ColumnPair): PairOutcome => {
    const [xPlace, yPlace] = [tile.columns.indexOf(x), tile.columns.indexOf(y)];
    const base = { x, y, names: { x: columns[xPlace].name, y: columns[yPlace].name } };
    nextPair();
    try {
      const pair = pairFromTable(table, { x: xPlace + 1, y: yPlace + 1, given: known });
      const decision = decide(pair, { ...options, memo });
      return { ...base, decision, dependence: pairDependence(pair, decision, { routines: options.routines, memo }) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { ...base, problem: { code: error.code, message: problemText(error.problem) } };
    }
  };
  return tile.pairs.map((pair) => {
    const outcome = decidePair(pair);
    onOutcome(outcome);
    return outcome;
  });
}
