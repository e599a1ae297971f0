import type { EvidenceWeights } from "./weigh-evidence.js";

// Made by `npm run calibrate`; regenerate, do not edit.

/**
 * Log odds per unit of evidence: with 20 rows, with 100,000 rows, and where a column has few levels.
 */
export const EVIDENCE_WEIGHTS: EvidenceWeights = {
  likelihood: { fitting: [0.179, 0.412, 0], misfitting: [0.181, 0.048, 0] },
  independence: { fitting: [0, 0.453, 0.351], misfitting: [0, 0, 0] },
  "location-scale velocity": { fitting: [0, 0, 0.252], misfitting: [0, 0.713, 0.071] },
  "quadratic velocity": { fitting: [0.36, 1.709, 0.155], misfitting: [1.1, 0.32, 0.219] },
  learned: { fitting: [0.599, 0.324, 0.573], misfitting: [0.599, 0.324, 0.573] },
};

/** The same for every choice of fewer kinds of evidence. */
export const FEWER_WEIGHTS: readonly Partial<EvidenceWeights>[] = [
  {
    independence: { fitting: [0.326, 1.011, 0.264], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0, 0, 0.274], misfitting: [0, 1.102, 0.063] },
    "quadratic velocity": { fitting: [0.241, 1.93, 0.129], misfitting: [0.806, 0, 0.248] },
    learned: { fitting: [0.722, 0.312, 0.575], misfitting: [0.722, 0.312, 0.575] },
  },
  {
    likelihood: { fitting: [0.153, 0.601, 0], misfitting: [0.161, 0.053, 0] },
    "location-scale velocity": { fitting: [0, 0.382, 0.309], misfitting: [0, 0.687, 0.056] },
    "quadratic velocity": { fitting: [0.39, 1.278, 0], misfitting: [1.075, 0.356, 0.231] },
    learned: { fitting: [0.589, 0.335, 0.611], misfitting: [0.589, 0.335, 0.611] },
  },
  {
    "location-scale velocity": { fitting: [0, 2.201, 0.316], misfitting: [0, 0.975, 0.046] },
    "quadratic velocity": { fitting: [0.119, 0, 0], misfitting: [0.757, 0.135, 0.26] },
    learned: { fitting: [0.744, 0.369, 0.596], misfitting: [0.744, 0.369, 0.596] },
  },
  {
    likelihood: { fitting: [0.18, 0.413, 0], misfitting: [0.178, 0.075, 0] },
    independence: { fitting: [0, 0.456, 0.376], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.369, 1.699, 0.37], misfitting: [1.134, 0.938, 0.289] },
    learned: { fitting: [0.576, 0.385, 0.582], misfitting: [0.576, 0.385, 0.582] },
  },
  {
    independence: { fitting: [0.311, 1.044, 0.289], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.239, 1.945, 0.362], misfitting: [0.888, 0.896, 0.321] },
    learned: { fitting: [0.682, 0.425, 0.584], misfitting: [0.682, 0.425, 0.584] },
  },
  {
    likelihood: { fitting: [0.148, 0.646, 0], misfitting: [0.154, 0.079, 0] },
    "quadratic velocity": { fitting: [0.442, 1.515, 0.215], misfitting: [1.117, 0.951, 0.293] },
    learned: { fitting: [0.569, 0.399, 0.623], misfitting: [0.569, 0.399, 0.623] },
  },
  {
    "quadratic velocity": { fitting: [0.277, 1.32, 0.244], misfitting: [0.882, 0.988, 0.314] },
    learned: { fitting: [0.731, 0.541, 0.606], misfitting: [0.731, 0.541, 0.606] },
  },
  {
    likelihood: { fitting: [0.163, 0.395, 0], misfitting: [0.119, 0.043, 0] },
    independence: { fitting: [0, 0.097, 0.321], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.244, 1.565, 0.373], misfitting: [0.877, 1.112, 0.249] },
    learned: { fitting: [0.587, 0.261, 0.559], misfitting: [0.587, 0.261, 0.559] },
  },
  {
    independence: { fitting: [0.276, 0.633, 0.244], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.194, 1.705, 0.362], misfitting: [0.761, 1.125, 0.265] },
    learned: { fitting: [0.692, 0.277, 0.561], misfitting: [0.692, 0.277, 0.561] },
  },
  {
    likelihood: { fitting: [0.158, 0.448, 0], misfitting: [0.114, 0.044, 0] },
    "location-scale velocity": { fitting: [0.248, 1.611, 0.312], misfitting: [0.858, 1.117, 0.247] },
    learned: { fitting: [0.581, 0.266, 0.596], misfitting: [0.581, 0.266, 0.596] },
  },
  {
    "location-scale velocity": { fitting: [0.028, 2.294, 0.324], misfitting: [0.631, 1.164, 0.262] },
    learned: { fitting: [0.741, 0.332, 0.584], misfitting: [0.741, 0.332, 0.584] },
  },
  {
    likelihood: { fitting: [0.101, 0.52, 0], misfitting: [0.028, 0.043, 0.011] },
    independence: { fitting: [0, 0.244, 0.245], misfitting: [0, 0, 0] },
    learned: { fitting: [0.601, 0.358, 0.54], misfitting: [0.601, 0.358, 0.54] },
  },
  {
    independence: { fitting: [0, 1.079, 0.162], misfitting: [0, 0, 0] },
    learned: { fitting: [0.702, 0.351, 0.543], misfitting: [0.702, 0.351, 0.543] },
  },
  {
    likelihood: { fitting: [0.082, 0.654, 0], misfitting: [0.017, 0.045, 0.008] },
    learned: { fitting: [0.596, 0.365, 0.573], misfitting: [0.596, 0.365, 0.573] },
  },
  {
    learned: { fitting: [0.737, 0.442, 0.56], misfitting: [0.737, 0.442, 0.56] },
  },
  {
    likelihood: { fitting: [0.368, 0.418, 0.049], misfitting: [0.31, 0.125, 0] },
    independence: { fitting: [0, 0.543, 0.625], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0, 0.636, 0.317], misfitting: [1.257, 1.27, 0.196] },
    "quadratic velocity": { fitting: [0.336, 1.249, 0], misfitting: [0, 0, 0] },
  },
  {
    independence: { fitting: [0.817, 1.039, 0.474], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.062, 1.317, 0.307], misfitting: [1.019, 1.321, 0.233] },
    "quadratic velocity": { fitting: [0, 1.016, 0], misfitting: [0, 0, 0] },
  },
  {
    likelihood: { fitting: [0.366, 0.612, 0.007], misfitting: [0.286, 0.132, 0] },
    "location-scale velocity": { fitting: [0, 1.385, 0.206], misfitting: [1.213, 1.283, 0.185] },
    "quadratic velocity": { fitting: [0.355, 0.498, 0], misfitting: [0, 0, 0] },
  },
  {
    "location-scale velocity": { fitting: [0, 2.903, 0.187], misfitting: [0.761, 1.411, 0.225] },
    "quadratic velocity": { fitting: [0, 0, 0], misfitting: [0, 0, 0] },
  },
  {
    likelihood: { fitting: [0.353, 0.46, 0.059], misfitting: [0.369, 0.189, 0] },
    independence: { fitting: [0, 0.703, 0.666], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.371, 1.706, 0.275], misfitting: [1.461, 0.899, 0.14] },
  },
  {
    independence: { fitting: [0.725, 1.572, 0.495], misfitting: [0, 0, 0] },
    "quadratic velocity": { fitting: [0.054, 2.282, 0.242], misfitting: [0.947, 0.681, 0.213] },
  },
  {
    likelihood: { fitting: [0.333, 0.814, 0.009], misfitting: [0.334, 0.2, 0] },
    "quadratic velocity": { fitting: [0.511, 1.403, 0], misfitting: [1.461, 0.904, 0.126] },
  },
  {
    "quadratic velocity": { fitting: [0.167, 0.973, 0.033], misfitting: [1.019, 0.665, 0.199] },
  },
  {
    likelihood: { fitting: [0.355, 0.383, 0.05], misfitting: [0.308, 0.126, 0] },
    independence: { fitting: [0, 0.282, 0.622], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.259, 1.716, 0.318], misfitting: [1.283, 1.261, 0.193] },
  },
  {
    independence: { fitting: [0.811, 0.835, 0.476], misfitting: [0, 0, 0] },
    "location-scale velocity": { fitting: [0.07, 2.151, 0.304], misfitting: [1.03, 1.318, 0.233] },
  },
  {
    likelihood: { fitting: [0.357, 0.537, 0.01], misfitting: [0.292, 0.131, 0] },
    "location-scale velocity": { fitting: [0.241, 1.87, 0.214], misfitting: [1.25, 1.269, 0.183] },
  },
  {
    "location-scale velocity": { fitting: [0, 2.903, 0.187], misfitting: [0.761, 1.411, 0.225] },
  },
  {
    likelihood: { fitting: [0.292, 0.53, 0.052], misfitting: [0.218, 0.135, 0.021] },
    independence: { fitting: [0, 0.431, 0.556], misfitting: [0, 0, 0] },
  },
  {
    independence: { fitting: [0.565, 1.327, 0.404], misfitting: [0, 0, 0] },
  },
  {
    likelihood: { fitting: [0.277, 0.769, 0.015], misfitting: [0.195, 0.142, 0.021] },
  },
];
