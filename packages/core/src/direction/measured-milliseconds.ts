/**
 * CPU milliseconds of each method for a pair of 1,000 rows, with its default options on the fastest routines.
 *
 * Made by `npm run bench:methods`; regenerate, do not edit.
 */
export const MEASURED_MILLISECONDS: Readonly<Record<string, number>> = {
  "v-lsnm": 12,
  "v-anm": 9.1,
  "v-pnl": 44,
  "b-lin": 8.2,
  "b-lin-exp": 9.4,
  "b-quad": 8.8,
  "b-quad-exp": 10,
  "b-cubic": 9.6,
  "b-trig": 9.4,
  "v-nn": 140,
  "v-anm-nn": 210,
  "v-lsnm-nn": 300,
  basis: 9.1,
  "v-zero": 7.9,
  "igci-uniform": 0.45,
  "igci-gaussian": 0.33,
  "igci-uniform-slope": 1.1,
  "igci-gaussian-slope": 0.95,
  reci: 0.46,
  "reci-cubic": 0.52,
  cds: 1.1,
  "cdci-ckl": 0.66,
  "cdci-ckm": 0.63,
  "cdci-chd": 0.63,
  "cdci-ccs": 0.64,
  "cdci-ctv": 0.61,
  "anm-gp": 7.6,
  "anm-gp-ml": 120,
  resit: 7.3,
  lingam: 0.6,
};
