import type { EvidenceWeights } from "./weigh-evidence.js";

// Made by `npm run calibrate`; regenerate, do not edit.

/**
 * Log odds per unit of evidence: at 1,000 rows with many values, what an e-fold of rows adds, and what a column of few
 * levels adds.
 */
export const EVIDENCE_WEIGHTS: EvidenceWeights = {
  likelihood: { fitting: [0.206, 0.006, -0.265], misfitting: [0.108, -0.018, -0.142] },
  independence: { fitting: [0.332, 0.103, 0.065], misfitting: [0, 0, 0] },
  "location-scale velocity": { fitting: [-0.073, 0.024, 0.542], misfitting: [0.273, 0.083, -0.138] },
  "quadratic velocity": { fitting: [1.011, 0.135, -0.77], misfitting: [0.71, -0.091, -0.641] },
  learned: { fitting: [0.477, -0.028, 0.143], misfitting: [0.477, -0.028, 0.143] },
};

/** The same for every choice of fewer kinds of evidence. */
export const FEWER_WEIGHTS: readonly Partial<EvidenceWeights>[] = [
  {
    independence: { fitting: [0.625, 0.096, -0.289], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [-0.004, 0.015, 0.42], misfitting: [0.534, 0.062, -0.578] },
    "quadratic velocity": { fitting: [0.965, 0.169, -0.576], misfitting: [0.414, -0.066, -0.256] },
    learned: { fitting: [0.525, -0.04, 0.077], misfitting: [0.525, -0.04, 0.077] },
  },
  {
    likelihood: { fitting: [0.281, 0.018, -0.387], misfitting: [0.105, -0.017, -0.145] },
    "location-scale velocity": { fitting: [0.324, 0.19, 0.593], misfitting: [0.223, 0.085, -0.104] },
    "quadratic velocity": { fitting: [0.585, -0.06, -1.028], misfitting: [0.758, -0.093, -0.665] },
    learned: { fitting: [0.478, -0.025, 0.178], misfitting: [0.478, -0.025, 0.178] },
  },
  {
    "location-scale velocity": { fitting: [0.915, 0.285, 0.061], misfitting: [0.429, 0.061, -0.505] },
    "quadratic velocity": { fitting: [0.029, -0.109, -0.391], misfitting: [0.506, -0.061, -0.331] },
    learned: { fitting: [0.563, -0.037, 0.052], misfitting: [0.563, -0.037, 0.052] },
  },
  {
    likelihood: { fitting: [0.205, 0.007, -0.246], misfitting: [0.116, -0.015, -0.145] },
    independence: { fitting: [0.324, 0.108, 0.128], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.95, 0.158, -0.316], misfitting: [0.958, -0.02, -0.757] },
    learned: { fitting: [0.492, -0.021, 0.134], misfitting: [0.492, -0.021, 0.134] },
  },
  {
    independence: { fitting: [0.633, 0.102, -0.27], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.971, 0.185, -0.244], misfitting: [0.878, -0.014, -0.72] },
    learned: { fitting: [0.555, -0.028, 0.05], misfitting: [0.555, -0.028, 0.05] },
  },
  {
    likelihood: { fitting: [0.307, 0.027, -0.38], misfitting: [0.11, -0.014, -0.145] },
    "quadratic velocity": { fitting: [0.807, 0.08, -0.575], misfitting: [0.98, -0.024, -0.753] },
    learned: { fitting: [0.5, -0.015, 0.182], misfitting: [0.5, -0.015, 0.182] },
  },
  {
    "quadratic velocity": { fitting: [0.698, 0.093, -0.367], misfitting: [0.928, -0.013, -0.774] },
    learned: { fitting: [0.631, -0.02, -0.009], misfitting: [0.631, -0.02, -0.009] },
  },
  {
    likelihood: { fitting: [0.19, 0.003, -0.263], misfitting: [0.083, -0.015, -0.111] },
    independence: { fitting: [0.156, 0.075, 0.175], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.804, 0.139, -0.149], misfitting: [0.905, 0.025, -0.794] },
    learned: { fitting: [0.44, -0.032, 0.174], misfitting: [0.44, -0.032, 0.174] },
  },
  {
    independence: { fitting: [0.437, 0.063, -0.171], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.831, 0.158, -0.124], misfitting: [0.899, 0.02, -0.864] },
    learned: { fitting: [0.493, -0.041, 0.1], misfitting: [0.493, -0.041, 0.1] },
  },
  {
    likelihood: { fitting: [0.245, 0.015, -0.342], misfitting: [0.08, -0.015, -0.111] },
    "location-scale velocity": { fitting: [0.837, 0.14, -0.286], misfitting: [0.897, 0.026, -0.783] },
    learned: { fitting: [0.443, -0.028, 0.217], misfitting: [0.443, -0.028, 0.217] },
  },
  {
    "location-scale velocity": { fitting: [0.951, 0.193, -0.286], misfitting: [0.873, 0.028, -0.856] },
    learned: { fitting: [0.543, -0.039, 0.075], misfitting: [0.543, -0.039, 0.075] },
  },
  {
    likelihood: { fitting: [0.227, 0.02, -0.257], misfitting: [0.039, -0.002, -0.024] },
    independence: { fitting: [0.147, 0.119, 0.084], misfitting: [0, 0, 0] },
    learned: { fitting: [0.49, -0.027, 0.083], misfitting: [0.49, -0.027, 0.083] },
  },
  {
    independence: { fitting: [0.486, 0.106, -0.403], misfitting: [0, 0, 0] },
    learned: { fitting: [0.531, -0.035, 0.033], misfitting: [0.531, -0.035, 0.033] },
  },
  {
    likelihood: { fitting: [0.287, 0.036, -0.326], misfitting: [0.036, -0.002, -0.026] },
    learned: { fitting: [0.491, -0.021, 0.124], misfitting: [0.491, -0.021, 0.124] },
  },
  {
    learned: { fitting: [0.59, -0.028, -0.024], misfitting: [0.59, -0.028, -0.024] },
  },
  {
    likelihood: { fitting: [0.306, -0.006, -0.361], misfitting: [0.195, -0.027, -0.208] },
    independence: { fitting: [0.4, 0.088, 0.298], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.285, 0.081, 0.3], misfitting: [1.212, 0.137, -1.042] },
    "quadratic velocity": { fitting: [0.738, 0.112, -0.676], misfitting: [-0.064, -0.149, -0.089] },
  },
  {
    independence: { fitting: [0.905, 0.062, -0.397], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.456, 0.081, 0.084], misfitting: [1.891, 0.089, -1.929] },
    "quadratic velocity": { fitting: [0.604, 0.172, -0.346], misfitting: [-0.828, -0.085, 0.806] },
  },
  {
    likelihood: { fitting: [0.399, 0.005, -0.535], misfitting: [0.193, -0.026, -0.211] },
    "location-scale velocity": { fitting: [0.698, 0.259, 0.455], misfitting: [1.162, 0.148, -1.008] },
    "quadratic velocity": { fitting: [0.253, -0.118, -1.165], misfitting: [-0.005, -0.164, -0.133] },
  },
  {
    "location-scale velocity": { fitting: [1.749, 0.423, -0.483], misfitting: [1.83, 0.11, -1.941] },
    "quadratic velocity": { fitting: [-0.774, -0.193, 0.002], misfitting: [-0.781, -0.101, 0.815] },
  },
  {
    likelihood: { fitting: [0.318, 0, -0.341], misfitting: [0.251, -0.018, -0.271] },
    independence: { fitting: [0.473, 0.119, 0.315], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.976, 0.178, -0.428], misfitting: [1.053, -0.045, -1.026] },
  },
  {
    independence: { fitting: [1.086, 0.115, -0.531], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [1.024, 0.244, -0.315], misfitting: [0.795, -0.029, -0.735] },
  },
  {
    likelihood: { fitting: [0.466, 0.026, -0.546], misfitting: [0.246, -0.016, -0.273] },
    "quadratic velocity": { fitting: [0.752, 0.059, -0.846], misfitting: [1.088, -0.057, -1.045] },
  },
  {
    "quadratic velocity": { fitting: [0.494, 0.08, -0.434], misfitting: [0.829, -0.042, -0.745] },
  },
  {
    likelihood: { fitting: [0.286, -0.009, -0.341], misfitting: [0.204, -0.022, -0.221] },
    independence: { fitting: [0.277, 0.067, 0.407], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.895, 0.17, -0.265], misfitting: [1.156, -0.002, -1.154] },
  },
  {
    independence: { fitting: [0.813, 0.043, -0.337], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.956, 0.222, -0.209], misfitting: [1.134, 0.003, -1.177] },
  },
  {
    likelihood: { fitting: [0.383, 0.008, -0.494], misfitting: [0.201, -0.021, -0.22] },
    "location-scale velocity": { fitting: [0.919, 0.161, -0.513], misfitting: [1.156, -0.004, -1.164] },
  },
  {
    "location-scale velocity": { fitting: [1.16, 0.286, -0.485], misfitting: [1.093, 0.015, -1.173] },
  },
  {
    likelihood: { fitting: [0.328, 0.008, -0.342], misfitting: [0.172, -0.011, -0.164] },
    independence: { fitting: [0.289, 0.11, 0.298], misfitting: [0, 0, 0] },
  },
  {
    independence: { fitting: [0.893, 0.081, -0.61], misfitting: [0, 0, 0] },
  },
  {
    likelihood: { fitting: [0.434, 0.031, -0.491], misfitting: [0.169, -0.009, -0.168] },
  },
];
