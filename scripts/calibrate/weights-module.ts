import type { EvidenceWeights, WeightParts } from "@causal-velocity/core/decide/weigh-evidence.js";

/** More digits than the standard errors justify, and few enough to read. */
const DIGITS = 3;

/** The weights as they are shipped. */
export function roundedWeights(weights: Partial<EvidenceWeights>): Partial<EvidenceWeights> {
  const round = (parts: WeightParts) => parts.map((part) => Number(part.toFixed(DIGITS))) as unknown as WeightParts;
  return Object.fromEntries(
    Object.entries(weights).map(([name, { fitting, misfitting }]) => [
      name,
      { fitting: round(fitting), misfitting: round(misfitting) },
    ]),
  );
}

/** The source of the weights, as biome formats it: of all kinds of evidence together, then of every other choice. */
export function weightsModule([all, ...others]: readonly Partial<EvidenceWeights>[]): string {
  return `import type { EvidenceWeights } from "./weigh-evidence.js";

// Made by \`npm run calibrate\`; regenerate, do not edit.

/**
 * Log odds per unit of evidence: with 20 rows, with 100,000 rows, and where a column has few levels.
 */
export const EVIDENCE_WEIGHTS: EvidenceWeights = ${source(all, "")};

/** The same for every choice of fewer kinds of evidence. */
export const FEWER_WEIGHTS: readonly Partial<EvidenceWeights>[] = [
${others.map((weights) => `  ${source(weights, "  ")},`).join("\n")}
];
`;
}

/** One set of weights as biome formats it, in lines that start with `indent`. */
function source(weights: Partial<EvidenceWeights>, indent: string): string {
  const entries = Object.entries(roundedWeights(weights)).map(([name, { fitting, misfitting }]) => {
    const key = /\W/.test(name) ? JSON.stringify(name) : name;
    return `${indent}  ${key}: { fitting: [${fitting.join(", ")}], misfitting: [${misfitting.join(", ")}] },`;
  });
  return `{\n${entries.join("\n")}\n${indent}}`;
}
