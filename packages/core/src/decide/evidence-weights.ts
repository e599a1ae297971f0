import type { EvidenceWeights } from "./weigh-evidence.js";

/**
 * Log odds per unit of evidence, at 1,000 rows and their change per e-fold of rows.
 *
 * Made by `npm run calibrate`; regenerate, do not edit.
 */
export const EVIDENCE_WEIGHTS: EvidenceWeights = {
  likelihood: { fitting: [0.357, -0.154], misfitting: [0.286, -0.071] },
  independence: { fitting: [0.339, 0.214], misfitting: [0, 0] },
  "location-scale velocity": { fitting: [0.372, -0.082], misfitting: [2.007, 0.046] },
  "quadratic velocity": { fitting: [0.782, -0.038], misfitting: [0.588, -0.188] },
};
