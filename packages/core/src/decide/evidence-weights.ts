import type { EvidenceWeights } from "./weigh-evidence.js";

// Made by `npm run calibrate`; regenerate, do not edit.

/**
 * Log odds per unit of evidence: at 1,000 rows with many values, what an e-fold of rows adds, and what a column of few
 * levels adds.
 */
export const EVIDENCE_WEIGHTS: EvidenceWeights = {
  likelihood: { fitting: [0.196, 0.004, -0.263], misfitting: [0.107, -0.02, -0.144] },
  independence: { fitting: [0.332, 0.1, 0.031], misfitting: [0, 0, 0] },
  "location-scale velocity": { fitting: [-0.063, 0.001, 0.462], misfitting: [0.279, 0.09, -0.176] },
  "quadratic velocity": { fitting: [1.021, 0.165, -0.699], misfitting: [0.702, -0.092, -0.59] },
  learned: { fitting: [0.484, -0.023, 0.164], misfitting: [0.484, -0.023, 0.164] },
};

/** The same for every choice of fewer kinds of evidence. */
export const FEWER_WEIGHTS: readonly Partial<EvidenceWeights>[] = [
  {
    independence: { fitting: [0.611, 0.093, -0.294], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [-0.002, -0.008, 0.342], misfitting: [0.543, 0.06, -0.623] },
    "quadratic velocity": { fitting: [0.975, 0.197, -0.505], misfitting: [0.405, -0.059, -0.208] },
    learned: { fitting: [0.532, -0.035, 0.095], misfitting: [0.532, -0.035, 0.095] },
  },
  {
    likelihood: { fitting: [0.273, 0.017, -0.379], misfitting: [0.104, -0.019, -0.148] },
    "location-scale velocity": { fitting: [0.341, 0.165, 0.482], misfitting: [0.223, 0.093, -0.134] },
    "quadratic velocity": { fitting: [0.594, -0.026, -0.923], misfitting: [0.755, -0.094, -0.621] },
    learned: { fitting: [0.485, -0.019, 0.202], misfitting: [0.485, -0.019, 0.202] },
  },
  {
    "location-scale velocity": { fitting: [0.944, 0.264, -0.072], misfitting: [0.422, 0.063, -0.534] },
    "quadratic velocity": { fitting: [0.03, -0.077, -0.275], misfitting: [0.512, -0.057, -0.298] },
    learned: { fitting: [0.567, -0.032, 0.076], misfitting: [0.567, -0.032, 0.076] },
  },
  {
    likelihood: { fitting: [0.196, 0.005, -0.246], misfitting: [0.116, -0.017, -0.149] },
    independence: { fitting: [0.323, 0.101, 0.088], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.973, 0.168, -0.325], misfitting: [0.955, -0.015, -0.74] },
    learned: { fitting: [0.5, -0.015, 0.153], misfitting: [0.5, -0.015, 0.153] },
  },
  {
    independence: { fitting: [0.617, 0.096, -0.278], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.985, 0.192, -0.249], misfitting: [0.881, -0.011, -0.716] },
    learned: { fitting: [0.563, -0.024, 0.066], misfitting: [0.563, -0.024, 0.066] },
  },
  {
    likelihood: { fitting: [0.301, 0.026, -0.373], misfitting: [0.108, -0.015, -0.149] },
    "quadratic velocity": { fitting: [0.829, 0.09, -0.574], misfitting: [0.978, -0.019, -0.738] },
    learned: { fitting: [0.508, -0.01, 0.201], misfitting: [0.508, -0.01, 0.201] },
  },
  {
    "quadratic velocity": { fitting: [0.717, 0.103, -0.363], misfitting: [0.937, -0.01, -0.776] },
    learned: { fitting: [0.637, -0.016, 0.011], misfitting: [0.637, -0.016, 0.011] },
  },
  {
    likelihood: { fitting: [0.18, 0, -0.262], misfitting: [0.083, -0.017, -0.117] },
    independence: { fitting: [0.158, 0.068, 0.12], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.83, 0.142, -0.185], misfitting: [0.9, 0.033, -0.78] },
    learned: { fitting: [0.447, -0.027, 0.194], misfitting: [0.447, -0.027, 0.194] },
  },
  {
    independence: { fitting: [0.424, 0.056, -0.194], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.847, 0.158, -0.158], misfitting: [0.898, 0.025, -0.865] },
    learned: { fitting: [0.499, -0.038, 0.115], misfitting: [0.499, -0.038, 0.115] },
  },
  {
    likelihood: { fitting: [0.235, 0.012, -0.336], misfitting: [0.079, -0.017, -0.117] },
    "location-scale velocity": { fitting: [0.865, 0.143, -0.315], misfitting: [0.892, 0.035, -0.769] },
    learned: { fitting: [0.45, -0.023, 0.235], misfitting: [0.45, -0.023, 0.235] },
  },
  {
    "location-scale velocity": { fitting: [0.979, 0.198, -0.32], misfitting: [0.875, 0.034, -0.86] },
    learned: { fitting: [0.547, -0.035, 0.094], misfitting: [0.547, -0.035, 0.094] },
  },
  {
    likelihood: { fitting: [0.219, 0.018, -0.255], misfitting: [0.038, -0.005, -0.026] },
    independence: { fitting: [0.16, 0.117, 0.011], misfitting: [0, 0, 0] },
    learned: { fitting: [0.493, -0.022, 0.102], misfitting: [0.493, -0.022, 0.102] },
  },
  {
    independence: { fitting: [0.488, 0.107, -0.449], misfitting: [0, 0, 0] },
    learned: { fitting: [0.533, -0.032, 0.053], misfitting: [0.533, -0.032, 0.053] },
  },
  {
    likelihood: { fitting: [0.284, 0.036, -0.319], misfitting: [0.034, -0.004, -0.029] },
    learned: { fitting: [0.494, -0.017, 0.14], misfitting: [0.494, -0.017, 0.14] },
  },
  {
    learned: { fitting: [0.59, -0.025, -0.003], misfitting: [0.59, -0.025, -0.003] },
  },
  {
    likelihood: { fitting: [0.296, -0.009, -0.358], misfitting: [0.199, -0.031, -0.213] },
    independence: { fitting: [0.401, 0.087, 0.273], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.297, 0.067, 0.196], misfitting: [1.31, 0.126, -1.148] },
    "quadratic velocity": { fitting: [0.745, 0.134, -0.585], misfitting: [-0.186, -0.124, 0.033] },
  },
  {
    independence: { fitting: [0.89, 0.061, -0.385], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.462, 0.071, -0.001], misfitting: [2.013, 0.058, -2.047] },
    "quadratic velocity": { fitting: [0.604, 0.185, -0.262], misfitting: [-0.976, -0.04, 0.939] },
  },
  {
    likelihood: { fitting: [0.392, 0.005, -0.523], misfitting: [0.196, -0.029, -0.216] },
    "location-scale velocity": { fitting: [0.72, 0.246, 0.329], misfitting: [1.25, 0.139, -1.107] },
    "quadratic velocity": { fitting: [0.252, -0.098, -1.069], misfitting: [-0.118, -0.141, -0.017] },
  },
  {
    "location-scale velocity": { fitting: [1.781, 0.417, -0.615], misfitting: [1.93, 0.083, -2.04] },
    "quadratic velocity": { fitting: [-0.788, -0.182, 0.1], misfitting: [-0.91, -0.061, 0.932] },
  },
  {
    likelihood: { fitting: [0.311, -0.002, -0.343], misfitting: [0.259, -0.022, -0.278] },
    independence: { fitting: [0.47, 0.115, 0.279], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.99, 0.185, -0.435], misfitting: [1.025, -0.033, -1.001] },
  },
  {
    independence: { fitting: [1.069, 0.111, -0.531], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [1.023, 0.247, -0.309], misfitting: [0.76, -0.017, -0.715] },
  },
  {
    likelihood: { fitting: [0.462, 0.027, -0.538], misfitting: [0.252, -0.02, -0.28] },
    "quadratic velocity": { fitting: [0.763, 0.063, -0.866], misfitting: [1.061, -0.045, -1.02] },
  },
  {
    "quadratic velocity": { fitting: [0.487, 0.08, -0.428], misfitting: [0.797, -0.029, -0.729] },
  },
  {
    likelihood: { fitting: [0.276, -0.012, -0.341], misfitting: [0.213, -0.026, -0.232] },
    independence: { fitting: [0.279, 0.064, 0.363], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.916, 0.174, -0.305], misfitting: [1.145, 0.007, -1.137] },
  },
  {
    independence: { fitting: [0.801, 0.039, -0.344], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.965, 0.223, -0.232], misfitting: [1.119, 0.008, -1.157] },
  },
  {
    likelihood: { fitting: [0.376, 0.007, -0.484], misfitting: [0.21, -0.024, -0.231] },
    "location-scale velocity": { fitting: [0.94, 0.162, -0.57], misfitting: [1.146, 0.005, -1.146] },
  },
  {
    "location-scale velocity": { fitting: [1.18, 0.29, -0.536], misfitting: [1.077, 0.02, -1.15] },
  },
  {
    likelihood: { fitting: [0.32, 0.007, -0.341], misfitting: [0.177, -0.015, -0.168] },
    independence: { fitting: [0.296, 0.109, 0.238], misfitting: [0, 0, 0] },
  },
  {
    independence: { fitting: [0.889, 0.082, -0.637], misfitting: [0, 0, 0] },
  },
  {
    likelihood: { fitting: [0.43, 0.031, -0.482], misfitting: [0.173, -0.013, -0.172] },
  },
];
