import type { Finding } from "@causal-velocity/core/primitives/finding.js";

/** What to say of a column with whole numbers that are no doubles. */
export function roundedIntegers(name: string, count: number): Finding {
  const values = count === 1 ? "one whole number" : `${count} whole numbers`;
  return {
    code: "rounded-integers",
    severity: "warn",
    column: name,
    value: count,
    sentence: `Column "${name}" holds ${values} beyond 2^53, rounded to the nearest double.`,
    advice: "Check the column: such numbers are often identifiers, not measurements.",
  };
}
