import type { MapOutcome } from "./map-outcome.js";

/** One outcome as plain data for JSON. Fields are added, never renamed. @param version of the package that made it */
export function outcomeRecord({ x, y, names, decision, problem }: MapOutcome, version: string) {
  const base = { x: names.x, y: names.y, columns: { x, y } };
  if (!decision) return { ...base, error: problem, version };
  const { verdict, score, confidence, reason, evidence, rows, warnings, method, options, seed } = decision;
  const told = warnings.map(({ code, message }) => ({ code, message }));
  return {
    ...base,
    verdict,
    score,
    confidence,
    reason,
    evidence,
    rows,
    warnings: told,
    method,
    options,
    seed,
    version,
  };
}
