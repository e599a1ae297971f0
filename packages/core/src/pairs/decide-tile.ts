import { tableMemo } from "../compute/memo.js";
import { type DecideOptions, decide, type PairDecision } from "../decide/decide.js";
import type { Verdict } from "../decide/decision.js";
import { type Pair, pairFromTable } from "../pair/pair.js";
import { InputError, type InputErrorCode } from "../primitives/errors.js";
import type { Table, TableColumn } from "../table/table.js";
import type { ColumnPair, Tile } from "./choose-pairs.js";

/** Why a pair has no decision: the input's fault, or ours. */
export interface PairProblem {
  readonly code: InputErrorCode | "internal";
  readonly message: string;
}

/** What became of one pair among the columns of a table: a decision, or why there is none. */
export type PairOutcome = {
  /** Numbers of the two columns in their table, from 1, x being the smaller. */
  readonly x: number;
  readonly y: number;
  readonly names: Pair["names"];
} & (
  | { readonly decision: PairDecision; readonly problem?: undefined }
  | { readonly problem: PairProblem; readonly decision?: undefined }
);

/** How sure a verdict is of its direction, from 0.5 to 1; undefined without direction or from methods that cannot say. */
export function sureness({
  verdict,
  confidence,
}: {
  readonly verdict: Verdict;
  readonly confidence?: number;
}): number | undefined {
  if (verdict === "cannot-tell" || confidence === undefined) return undefined;
  return verdict === "x->y" ? confidence : 1 - confidence;
}

/** What reads no text has no layout; nothing here looks at it. */
const FORMAT = { delimiter: ",", decimal: ".", header: true } as const;

/**
 * Decides the pairs of a tile. Each outcome is what `decide` alone gives, to the bit; what was made of a column is made
 * once for all pairs that use the same rows of it.
 *
 * An error of the input is the outcome of its pair; any other is thrown.
 * @param columns those of the tile, in its order
 * @param tell hears every outcome as soon as it is reached: which pair takes long, or took the thread down
 * @cost that of its pairs, about a tenth less with shared columns
 */
export function decideTile(
  tile: Tile,
  columns: readonly TableColumn[],
  options: DecideOptions = {},
  tell: (outcome: PairOutcome) => void = () => {},
): PairOutcome[] {
  const rowCount = columns[0]?.values.length ?? 0;
  const table: Table = { columns, rowCount, format: FORMAT, warnings: [] };
  const { memo, nextPair } = tableMemo(tile.columns.length);
  const decidePair = ({ x, y }: ColumnPair): PairOutcome => {
    const [xPlace, yPlace] = [tile.columns.indexOf(x), tile.columns.indexOf(y)];
    const base = { x, y, names: { x: columns[xPlace].name, y: columns[yPlace].name } };
    nextPair();
    try {
      const pair = pairFromTable(table, { x: xPlace + 1, y: yPlace + 1 });
      return { ...base, decision: decide(pair, { ...options, memo }) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { ...base, problem: { code: error.code, message: error.message } };
    }
  };
  return tile.pairs.map((pair) => {
    const outcome = decidePair(pair);
    tell(outcome);
    return outcome;
  });
}
