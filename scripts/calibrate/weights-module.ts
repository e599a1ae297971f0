import { EVIDENCE_NAMES } from "causal-velocity";
import type { EvidenceWeights } from "causal-velocity/model";

/** More digits than the standard errors justify, and few enough to read. */
const DIGITS = 3;

/** The source of the weights. */
export function weightsModule(weights: EvidenceWeights): string {
  const number = (value: number): string => String(Number(value.toFixed(DIGITS)));
  const pair = ([at1000, perLogRows]: readonly [number, number]): string =>
    `[${number(at1000)}, ${number(perLogRows)}]`;
  const lines = EVIDENCE_NAMES.map((name) => {
    const { fitting, misfitting } = weights[name];
    const key = /\W/.test(name) ? JSON.stringify(name) : name;
    return `  ${key}: { fitting: ${pair(fitting)}, misfitting: ${pair(misfitting)} },`;
  });
  return `import type { EvidenceWeights } from "./weigh-evidence.js";

/**
 * Log odds per unit of evidence, at 1,000 rows and their change per e-fold of rows.
 *
 * Made by \`npm run calibrate\`; regenerate, do not edit.
 */
export const EVIDENCE_WEIGHTS: EvidenceWeights = {
${lines.join("\n")}
};
`;
}
