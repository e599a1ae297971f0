import type { EvidenceWeights } from "./weigh-evidence.js";

// Made by `npm run calibrate`; regenerate, do not edit.

/**
 * Log odds per unit of evidence: with 20 rows, with 100,000 rows, and where a column has few levels.
 */
export const EVIDENCE_WEIGHTS: EvidenceWeights = {
  likelihood: { fitting: [0.2, 0.463, 0], misfitting: [0.186, 0.051, 0] },
  independence: { fitting: [0, 0.342, 0.363], misfitting: [0, 0, 0] },
  "location-scale velocity": { fitting: [0, 0.239, 0.239], misfitting: [0, 1.065, 0.269] },
  "quadratic velocity": { fitting: [0.423, 2.024, 0.29], misfitting: [1.462, 0.435, 0.281] },
  learned: { fitting: [0.581, 0.336, 0.578], misfitting: [0.581, 0.336, 0.578] },
};

/** The same for every choice of fewer kinds of evidence. */
export const FEWER_WEIGHTS: readonly Partial<EvidenceWeights>[] = [
  {
    independence: { fitting: [0.402, 0.904, 0.267], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0, 0.411, 0.257], misfitting: [0.332, 1.345, 0.255] },
    "quadratic velocity": { fitting: [0.244, 2.162, 0.263], misfitting: [0.845, 0.155, 0.323] },
    learned: { fitting: [0.708, 0.329, 0.581], misfitting: [0.708, 0.329, 0.581] },
  },
  {
    likelihood: { fitting: [0.183, 0.602, 0], misfitting: [0.172, 0.055, 0] },
    "location-scale velocity": { fitting: [0, 0.637, 0.392], misfitting: [0, 1.035, 0.233] },
    "quadratic velocity": { fitting: [0.454, 1.62, 0.037], misfitting: [1.426, 0.476, 0.317] },
    learned: { fitting: [0.569, 0.347, 0.616], misfitting: [0.569, 0.347, 0.616] },
  },
  {
    "location-scale velocity": { fitting: [0, 2.619, 0.33], misfitting: [0, 1.308, 0.25] },
    "quadratic velocity": { fitting: [0.143, 0.117, 0.121], misfitting: [1.024, 0.262, 0.325] },
    learned: { fitting: [0.737, 0.386, 0.604], misfitting: [0.737, 0.386, 0.604] },
  },
  {
    likelihood: { fitting: [0.199, 0.472, 0], misfitting: [0.19, 0.079, 0] },
    independence: { fitting: [0, 0.381, 0.385], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.448, 2.173, 0.481], misfitting: [1.504, 1.372, 0.52] },
    learned: { fitting: [0.553, 0.419, 0.59], misfitting: [0.553, 0.419, 0.59] },
  },
  {
    independence: { fitting: [0.369, 1.026, 0.289], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.268, 2.46, 0.469], misfitting: [1.164, 1.303, 0.558] },
    learned: { fitting: [0.671, 0.459, 0.592], misfitting: [0.671, 0.459, 0.592] },
  },
  {
    likelihood: { fitting: [0.175, 0.668, 0], misfitting: [0.17, 0.083, 0] },
    "quadratic velocity": { fitting: [0.517, 1.995, 0.34], misfitting: [1.482, 1.389, 0.527] },
    learned: { fitting: [0.544, 0.433, 0.634], misfitting: [0.544, 0.433, 0.634] },
  },
  {
    "quadratic velocity": { fitting: [0.311, 1.676, 0.37], misfitting: [1.134, 1.452, 0.55] },
    learned: { fitting: [0.719, 0.581, 0.617], misfitting: [0.719, 0.581, 0.617] },
  },
  {
    likelihood: { fitting: [0.181, 0.436, 0], misfitting: [0.113, 0.048, 0] },
    independence: { fitting: [0, 0, 0.32], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.252, 2.03, 0.473], misfitting: [1.338, 1.459, 0.496] },
    learned: { fitting: [0.566, 0.269, 0.559], misfitting: [0.566, 0.269, 0.559] },
  },
  {
    independence: { fitting: [0.347, 0.554, 0.234], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.176, 2.202, 0.456], misfitting: [1.199, 1.462, 0.517] },
    learned: { fitting: [0.681, 0.285, 0.562], misfitting: [0.681, 0.285, 0.562] },
  },
  {
    likelihood: { fitting: [0.185, 0.44, 0], misfitting: [0.113, 0.048, 0] },
    "location-scale velocity": { fitting: [0.255, 2.069, 0.434], misfitting: [1.322, 1.465, 0.495] },
    learned: { fitting: [0.559, 0.272, 0.597], misfitting: [0.559, 0.272, 0.597] },
  },
  {
    "location-scale velocity": { fitting: [0, 2.832, 0.444], misfitting: [1.026, 1.524, 0.513] },
    learned: { fitting: [0.732, 0.337, 0.586], misfitting: [0.732, 0.337, 0.586] },
  },
  {
    likelihood: { fitting: [0.114, 0.566, 0], misfitting: [0.006, 0.048, 0.003] },
    independence: { fitting: [0, 0.177, 0.28], misfitting: [0, 0, 0] },
    learned: { fitting: [0.585, 0.365, 0.532], misfitting: [0.585, 0.365, 0.532] },
  },
  {
    independence: { fitting: [0.012, 1.084, 0.191], misfitting: [0, 0, 0] },
    learned: { fitting: [0.693, 0.353, 0.534], misfitting: [0.693, 0.353, 0.534] },
  },
  {
    likelihood: { fitting: [0.1, 0.667, 0], misfitting: [0, 0.048, 0] },
    learned: { fitting: [0.579, 0.371, 0.567], misfitting: [0.579, 0.371, 0.567] },
  },
  {
    learned: { fitting: [0.729, 0.447, 0.554], misfitting: [0.729, 0.447, 0.554] },
  },
  {
    likelihood: { fitting: [0.386, 0.476, 0.038], misfitting: [0.312, 0.132, 0] },
    independence: { fitting: [0, 0.422, 0.645], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0, 0.962, 0.304], misfitting: [1.731, 1.659, 0.427] },
    "quadratic velocity": { fitting: [0.41, 1.484, 0.052], misfitting: [0, 0, 0] },
  },
  {
    independence: { fitting: [0.855, 1, 0.493], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.022, 1.701, 0.336], misfitting: [1.389, 1.687, 0.476] },
    "quadratic velocity": { fitting: [0, 1.282, 0], misfitting: [0, 0, 0] },
  },
  {
    likelihood: { fitting: [0.386, 0.64, 0.006], misfitting: [0.292, 0.139, 0] },
    "location-scale velocity": { fitting: [0, 1.585, 0.274], misfitting: [1.677, 1.676, 0.408] },
    "quadratic velocity": { fitting: [0.42, 0.89, 0], misfitting: [0, 0, 0] },
  },
  {
    "location-scale velocity": { fitting: [0, 3.445, 0.246], misfitting: [1.06, 1.807, 0.463] },
    "quadratic velocity": { fitting: [0, 0, 0], misfitting: [0, 0, 0] },
  },
  {
    likelihood: { fitting: [0.367, 0.532, 0.05], misfitting: [0.394, 0.2, 0] },
    independence: { fitting: [0, 0.613, 0.687], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.475, 2.081, 0.31], misfitting: [1.985, 1.235, 0.28] },
  },
  {
    independence: { fitting: [0.743, 1.587, 0.524], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.056, 2.748, 0.264], misfitting: [1.253, 0.892, 0.368] },
  },
  {
    likelihood: { fitting: [0.351, 0.849, 0.008], misfitting: [0.363, 0.209, 0] },
    "quadratic velocity": { fitting: [0.627, 1.782, 0.021], misfitting: [1.985, 1.241, 0.255] },
  },
  {
    "quadratic velocity": { fitting: [0.192, 1.172, 0.063], misfitting: [1.321, 0.874, 0.344] },
  },
  {
    likelihood: { fitting: [0.368, 0.436, 0.039], misfitting: [0.31, 0.133, 0] },
    independence: { fitting: [0, 0.167, 0.634], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.294, 2.148, 0.358], misfitting: [1.786, 1.637, 0.423] },
  },
  {
    independence: { fitting: [0.844, 0.782, 0.495], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.047, 2.656, 0.333], misfitting: [1.417, 1.679, 0.475] },
  },
  {
    likelihood: { fitting: [0.376, 0.535, 0.01], misfitting: [0.299, 0.137, 0] },
    "location-scale velocity": { fitting: [0.257, 2.347, 0.291], misfitting: [1.748, 1.648, 0.404] },
  },
  {
    "location-scale velocity": { fitting: [0, 3.445, 0.246], misfitting: [1.06, 1.807, 0.463] },
  },
  {
    likelihood: { fitting: [0.3, 0.584, 0.042], misfitting: [0.198, 0.144, 0.017] },
    independence: { fitting: [0, 0.353, 0.599], misfitting: [0, 0, 0] },
  },
  {
    independence: { fitting: [0.584, 1.327, 0.452], misfitting: [0, 0, 0] },
  },
  {
    likelihood: { fitting: [0.288, 0.787, 0.015], misfitting: [0.18, 0.149, 0.016] },
  },
];
