import type { Column } from "../primitives/columns.js";
import { quantileOfSorted, sorted } from "../primitives/quantiles.js";
import type { CurveFollower, CurvePoints } from "./curve-follower.js";
import { flowTable, type Interval, type TablePoint } from "./flow-table.js";

/** Rows of a flow that begins, or ends, at one cause common to all. */
interface CommonEndRows {
  readonly commonEnd: "from" | "to";
  readonly commonCause: number;
  /** The other end. */
  readonly cause: Column;
  readonly effect: Column;
}

/** Rows solved individually, to find the range to tabulate and to measure the table's error. */
const CHECKS = 64;
/**
 * A curve over the whole range of the cause costs as much as about twenty rows; the table must cost less than all rows.
 */
const ROWS_PER_CURVE = 40;
/** Share of rows at either end of a column for which no curve is tabulated: the outer curves are expensive. */
const UNTABULATED_SHARE = 0.005;

/**
 * Moves many rows by following few curves, those of a table that starts at the common cause. For rows that end there
 * the table is searched for the start of their curve.
 *
 * 64 rows, spread over all, are solved individually. A panel of the table is used unless one of these rows is in it and
 * wrong by more than the tolerance. Rows in other panels, in gaps or far out are not moved.
 * @param follower more accurate than `tolerance`
 * @returns the rows still to be solved, in order
 * @cost about a hundred curves for smooth flows, whatever the number of rows, and 2 µs a row
 * @see docs/decisions/0013-following-curves.md
 */
export function flowByTable(
  rows: CommonEndRows,
  follower: CurveFollower,
  tolerance: number,
  out: CurvePoints,
): Uint32Array {
  const everyRow = Uint32Array.from(rows.effect, (_, row) => row);
  const checks = solvedRows(rows, follower);
  if (checks.length === 0) return everyRow;
  const starts = rows.commonEnd === "from" ? rows.effect : Float64Array.from(checks, ({ effect }) => effect);
  const table = flowTable(follower, {
    from: rows.commonCause,
    starts: middleRange(starts),
    range: middleRange(rows.cause),
    tolerance,
    curves: Math.floor(rows.effect.length / ROWS_PER_CURVE),
  });
  if (!table) return everyRow;
  const point: TablePoint = { effect: 0, logGrowth: 0 };
  const read = (row: number): number =>
    rows.commonEnd === "from"
      ? table.follow(rows.effect[row], rows.cause[row], point)
      : table.traceBack(rows.effect[row], rows.cause[row], point);
  const sign = rows.commonEnd === "from" ? 1 : -1;
  const trusted = table.panels.map(() => true);
  for (const { row, effect, logJacobian } of checks) {
    const panel = read(row);
    if (panel < 0) continue;
    const gap = Math.abs(point.effect - effect) / Math.max(1, Math.abs(effect));
    if (!(Math.max(gap, Math.abs(sign * point.logGrowth - logJacobian)) <= tolerance)) trusted[panel] = false;
  }
  return everyRow.filter((row) => {
    const panel = read(row);
    if (panel < 0 || !trusted[panel]) return true;
    out.effect[row] = point.effect;
    out.logJacobian[row] = sign * point.logGrowth;
    return false;
  });
}

interface SolvedRow {
  readonly row: number;
  readonly effect: number;
  readonly logJacobian: number;
}

/** Evenly spread rows, moved one by one; those with lost curves left out. */
function solvedRows({ commonEnd, commonCause, cause, effect }: CommonEndRows, follower: CurveFollower): SolvedRow[] {
  const moved = { effect: new Float64Array(1), logJacobian: new Float64Array(1) };
  return Array.from({ length: CHECKS }, (_, c) => Math.floor(((c + 0.5) * effect.length) / CHECKS)).flatMap((row) => {
    const [from, to] = commonEnd === "from" ? [commonCause, cause[row]] : [cause[row], commonCause];
    const end = follower.follow(effect[row], from, Float64Array.of(to), moved, 0);
    return end ? [] : [{ row, effect: moved.effect[0], logJacobian: moved.logJacobian[0] }];
  });
}

/** All but the outermost values. */
function middleRange(column: Column): Interval {
  const ascending = sorted(column);
  return {
    low: quantileOfSorted(ascending, UNTABULATED_SHARE),
    high: quantileOfSorted(ascending, 1 - UNTABULATED_SHARE),
  };
}
