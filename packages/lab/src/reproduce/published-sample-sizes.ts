import type { Quartiles } from "../evaluate/metrics.js";

/** One line of a sample-size table. */
interface PublishedSize {
  readonly rows: number;
  /** Percent. */
  readonly accuracy: number;
  readonly audrc: number;
  /** Mean squared errors of the estimated scores. */
  readonly causeError: Quartiles;
  readonly effectError: Quartiles;
  readonly jointError: Quartiles;
  /** Goodness of fit. */
  readonly causal: Quartiles;
  readonly anticausal: Quartiles;
}

/** A sample-size table as the paper prints it. */
export interface PublishedStudy {
  readonly name: string;
  readonly label: string;
  readonly title: string;
  /** The simulator whose scores are known. */
  readonly kind: string;
  /** The class that contains the true velocity: as published, and exact. */
  readonly methods: { readonly published: string; readonly exact: string };
  readonly sizes: readonly PublishedSize[];
}

const SIZE = /^(\d+) & (\d+) \((\d+)\)((?: & [\d.]+ \([\d.]+, [\d.]+\)){5})$/;
const QUARTILES = /([\d.]+) \(([\d.]+), ([\d.]+)\)/g;

/** A line in the paper's notation: rows, success (AUDRC), then five medians with their quartiles. */
function size(text: string): PublishedSize {
  const [, rows, accuracy, audrc, rest = ""] = SIZE.exec(text) ?? [];
  const [causeError, effectError, jointError, causal, anticausal] = [...rest.matchAll(QUARTILES)].map(
    ([, median, lower, upper]) => ({ median: Number(median), lower: Number(lower), upper: Number(upper) }),
  );
  if (!(causeError && effectError && jointError && causal && anticausal)) {
    throw new TypeError(`not a line of a sample-size table: "${text}"`);
  }
  const counts = { rows: Number(rows), accuracy: Number(accuracy), audrc: Number(audrc) };
  return { ...counts, causeError, effectError, jointError, causal, anticausal };
}

/** The paper's studies of sample size. @paper tab:sample_size_anm, tab:sample_size_lsnm */
export const publishedStudies: readonly PublishedStudy[] = [
  {
    name: "sample-size-anm",
    label: "tab:sample_size_anm",
    title: "Known scores, additive noise",
    kind: "gaussian-anm",
    methods: { published: "v-anm-nn", exact: "v-anm" },
    sizes: [
      "100 & 55 (58) & 0.26 (0.17, 0.36) & 0.36 (0.18, 0.39) & 2.66 (1.46, 4.49) & 0.39 (0.35, 0.46) & 0.42 (0.36, 0.51)",
      "500 & 61 (75) & 0.08 (0.06, 0.12) & 0.09 (0.06, 0.14) & 2.27 (1.05, 4.10) & 0.29 (0.24, 0.32) & 0.31 (0.27, 0.36)",
      "1000 & 74 (88) & 0.06 (0.04, 0.08) & 0.05 (0.04, 0.08) & 2.17 (0.99, 4.26) & 0.23 (0.19, 0.27) & 0.26 (0.23, 0.30)",
      "2500 & 83 (96) & 0.03 (0.01, 0.04) & 0.03 (0.02, 0.04) & 2.07 (0.94, 4.20) & 0.18 (0.15, 0.20) & 0.22 (0.19, 0.28)",
      "5000 & 86 (97) & 0.02 (0.01, 0.03) & 0.02 (0.01, 0.03) & 2.06 (0.92, 4.13) & 0.14 (0.12, 0.16) & 0.19 (0.16, 0.23)",
      "10000 & 91 (96) & 0.02 (0.01, 0.04) & 0.02 (0.01, 0.05) & 2.03 (0.90, 4.21) & 0.12 (0.11, 0.14) & 0.19 (0.16, 0.23)",
    ].map(size),
  },
  {
    name: "sample-size-lsnm",
    label: "tab:sample_size_lsnm",
    title: "Known scores, location-scale noise",
    kind: "gaussian-lsnm",
    methods: { published: "v-lsnm-nn", exact: "v-lsnm" },
    sizes: [
      "100 & 59 (51) & 0.25 (0.16, 0.43) & 0.29 (0.16, 0.43) & 1.28 (0.85, 1.92) & 0.65 (0.46, 0.87) & 0.67 (0.50, 0.83)",
      "500 & 53 (65) & 0.09 (0.05, 0.13) & 0.09 (0.06, 0.14) & 0.85 (0.65, 1.17) & 0.31 (0.27, 0.37) & 0.33 (0.28, 0.40)",
      "1000 & 70 (78) & 0.05 (0.03, 0.07) & 0.05 (0.03, 0.08) & 0.72 (0.59, 1.13) & 0.25 (0.22, 0.29) & 0.27 (0.24, 0.31)",
      "2500 & 67 (81) & 0.03 (0.02, 0.03) & 0.03 (0.02, 0.04) & 0.64 (0.49, 1.05) & 0.20 (0.17, 0.22) & 0.21 (0.18, 0.25)",
      "5000 & 73 (87) & 0.02 (0.01, 0.02) & 0.02 (0.01, 0.03) & 0.61 (0.47, 1.08) & 0.16 (0.14, 0.18) & 0.18 (0.16, 0.21)",
      "10000 & 80 (91) & 0.02 (0.01, 0.03) & 0.02 (0.01, 0.04) & 0.58 (0.45, 1.01) & 0.14 (0.13, 0.17) & 0.17 (0.14, 0.21)",
    ].map(size),
  },
];
