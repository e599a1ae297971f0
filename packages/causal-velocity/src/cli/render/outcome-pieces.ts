import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { outcomesCsv, outcomesJson } from "@causal-velocity/core/pairs/outcome-files.js";

export type OutcomeLayout = "csv" | "json";

/**
 * The text of `outcomesCsv` or `outcomesJson`, byte for byte, in pieces of one outcome each: all of them need never be
 * in memory.
 */
export async function* outcomePieces(
  outcomes: Iterable<PairOutcome> | AsyncIterable<PairOutcome>,
  layout: OutcomeLayout,
  version: string,
): AsyncGenerator<string, void, void> {
  const empty = layout === "csv" ? outcomesCsv([], version) : outcomesJson([], version);
  if (layout === "csv") {
    yield empty;
    for await (const outcome of outcomes) yield outcomesCsv([outcome], version).slice(empty.length);
    return;
  }
  const [start, end] = [empty.replace(/\]\n\}\n$/, "\n"), "\n  ]\n}\n"];
  let isFirst = true;
  for await (const outcome of outcomes) {
    yield (isFirst ? start : ",\n") + outcomesJson([outcome], version).slice(start.length, -end.length);
    isFirst = false;
  }
  yield isFirst ? empty : end;
}
