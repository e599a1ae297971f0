import type { EvidenceWeights } from "./weigh-evidence.js";

// Made by `npm run calibrate`; regenerate, do not edit.

/**
 * Log odds per unit of evidence: with 20 rows, with 100,000 rows, and where a column has few levels.
 */
export const EVIDENCE_WEIGHTS: EvidenceWeights = {
  likelihood: { fitting: [0.199, 0.425, 0], misfitting: [0.027, 0, 0] },
  independence: { fitting: [0, 0.115, 0.355], misfitting: [0, 0, 0] },
  "location-scale velocity": { fitting: [0.002, 1.021, 0.161], misfitting: [1.334, 1.165, 0.364] },
  "quadratic velocity": { fitting: [0.41, 2.097, 0.412], misfitting: [1.116, 1.063, 0.363] },
  learned: { fitting: [0.583, 0.386, 0.592], misfitting: [0.583, 0.386, 0.592] },
};

/** The same for every choice of fewer kinds of evidence. */
export const FEWER_WEIGHTS: readonly Partial<EvidenceWeights>[] = [
  {
    independence: { fitting: [0.324, 0.605, 0.274], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.087, 1.254, 0.146], misfitting: [1.612, 1.109, 0.364] },
    "quadratic velocity": { fitting: [0.213, 2.272, 0.407], misfitting: [1.026, 1.061, 0.365] },
    learned: { fitting: [0.71, 0.344, 0.597], misfitting: [0.71, 0.344, 0.597] },
  },
  {
    likelihood: { fitting: [0.197, 0.46, 0], misfitting: [0.025, 0, 0] },
    "location-scale velocity": { fitting: [0, 1.197, 0.247], misfitting: [1.275, 1.186, 0.365] },
    "quadratic velocity": { fitting: [0.465, 1.984, 0.252], misfitting: [1.109, 1.07, 0.367] },
    learned: { fitting: [0.577, 0.391, 0.629], misfitting: [0.577, 0.391, 0.629] },
  },
  {
    "location-scale velocity": { fitting: [0, 2.593, 0.208], misfitting: [1.399, 1.156, 0.368] },
    "quadratic velocity": { fitting: [0.265, 1.626, 0.279], misfitting: [1.036, 1.097, 0.363] },
    learned: { fitting: [0.748, 0.376, 0.621], misfitting: [0.748, 0.376, 0.621] },
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
    likelihood: { fitting: [0.139, 0.337, 0], misfitting: [0, 0, 0] },
    independence: { fitting: [0, 0, 0.229], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.099, 1.513, 0.347], misfitting: [1.535, 1.486, 0.561] },
    learned: { fitting: [0.615, 0.28, 0.556], misfitting: [0.615, 0.28, 0.556] },
  },
  {
    independence: { fitting: [0.017, 0.461, 0.188], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.172, 1.776, 0.317], misfitting: [1.683, 1.438, 0.563] },
    learned: { fitting: [0.729, 0.24, 0.558], misfitting: [0.729, 0.24, 0.558] },
  },
  {
    likelihood: { fitting: [0.143, 0.33, 0], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.078, 1.596, 0.371], misfitting: [1.523, 1.489, 0.564] },
    learned: { fitting: [0.61, 0.282, 0.584], misfitting: [0.61, 0.282, 0.584] },
  },
  {
    "location-scale velocity": { fitting: [0, 2.717, 0.345], misfitting: [1.55, 1.467, 0.564] },
    learned: { fitting: [0.74, 0.263, 0.579], misfitting: [0.74, 0.263, 0.579] },
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
    likelihood: { fitting: [0.382, 0.474, 0.037], misfitting: [0.324, 0.064, 0] },
    independence: { fitting: [0, 0.338, 0.657], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0, 0.976, 0.091], misfitting: [0.674, 1.644, 0.412] },
    "quadratic velocity": { fitting: [0.432, 1.972, 0.261], misfitting: [1.832, 0.762, 0.11] },
  },
  {
    independence: { fitting: [0.813, 0.881, 0.509], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0, 1.398, 0.117], misfitting: [1.494, 1.875, 0.417] },
    "quadratic velocity": { fitting: [0.026, 2.423, 0.214], misfitting: [1.083, 0.634, 0.139] },
  },
  {
    likelihood: { fitting: [0.391, 0.585, 0], misfitting: [0.317, 0.067, 0] },
    "location-scale velocity": { fitting: [0, 1.382, 0.275], misfitting: [0.511, 1.702, 0.425] },
    "quadratic velocity": { fitting: [0.521, 1.723, 0], misfitting: [1.855, 0.759, 0.073] },
  },
  {
    "location-scale velocity": { fitting: [0, 3.661, 0.21], misfitting: [1.025, 2.033, 0.426] },
    "quadratic velocity": { fitting: [0.045, 1.158, 0], misfitting: [1.134, 0.623, 0.112] },
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
    likelihood: { fitting: [0.331, 0.456, 0.026], misfitting: [0.117, 0.012, 0] },
    independence: { fitting: [0, 0, 0.57], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0, 1.648, 0.257], misfitting: [1.339, 1.988, 0.501] },
  },
  {
    independence: { fitting: [0.669, 0.496, 0.457], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0, 2.049, 0.226], misfitting: [1.749, 1.987, 0.509] },
  },
  {
    likelihood: { fitting: [0.356, 0.44, 0], misfitting: [0.118, 0.012, 0] },
    "location-scale velocity": { fitting: [0, 1.798, 0.334], misfitting: [1.274, 2.013, 0.497] },
  },
  {
    "location-scale velocity": { fitting: [0, 3.691, 0.23], misfitting: [1.334, 2.127, 0.509] },
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
