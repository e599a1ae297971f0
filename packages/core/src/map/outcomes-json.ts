import type { MapOutcome } from "./map-outcome.js";

/** Outcomes as JSON, `causal-velocity/map@1`, in the order given. Fields are added, never renamed. */
export function outcomesJson(outcomes: readonly MapOutcome[], version: string): string {
  const pairs = outcomes.map(({ names, decision, problem }) => {
    if (!decision) return { x: names.x, y: names.y, error: problem };
    const { verdict, score, confidence, reason, evidence, rows, warnings, method, options, seed } = decision;
    const told = warnings.map(({ code }) => code);
    return {
      x: names.x,
      y: names.y,
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
    };
  });
  return `${JSON.stringify({ schema: "causal-velocity/map@1", version, pairs }, null, 2)}\n`;
}
