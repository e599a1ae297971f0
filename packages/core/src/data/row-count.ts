/** Why a row of the table is not among those used. A row is counted once, under the first reason that applies. */
export type DropReason = "missing" | "infinite" | "text" | "subsampled" | "trimmed";

/** Where every row went: read = used + dropped, dropped = the sum of the reasons. */
export interface RowCount {
  readonly read: number;
  readonly used: number;
  readonly dropped: number;
  readonly reasons: Readonly<Partial<Record<DropReason, number>>>;
}

/** The account after `count` more rows were left out for `reason`. */
export function withDropped(rows: RowCount, reason: DropReason, count: number): RowCount {
  if (count === 0) return rows;
  return {
    read: rows.read,
    used: rows.used - count,
    dropped: rows.dropped + count,
    reasons: { ...rows.reasons, [reason]: (rows.reasons[reason] ?? 0) + count },
  };
}
