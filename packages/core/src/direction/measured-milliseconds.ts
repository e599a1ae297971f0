/**
 * CPU milliseconds of each method for a pair of 1,000 rows, with its default options on the fastest routines.
 *
 * Made by `npm run bench:methods`; regenerate, do not edit.
 */
export const MEASURED_MILLISECONDS: Readonly<Record<string, number>> = {
  "v-lsnm": 13,
  "v-anm": 9.2,
  "b-lin": 7.7,
  "b-lin-exp": 9.5,
  "b-quad": 8.6,
  "b-quad-exp": 10,
  "b-cubic": 10,
  "b-trig": 9.7,
  "v-zero": 7.7,
  "igci-uniform": 0.4,
  "igci-gaussian": 0.32,
  "igci-uniform-slope": 1,
  "igci-gaussian-slope": 0.94,
  reci: 0.47,
  "reci-cubic": 0.52,
  cds: 1.2,
  "cdci-ckl": 0.65,
  "cdci-ckm": 0.64,
  "cdci-chd": 0.69,
  "cdci-ccs": 0.69,
  "cdci-ctv": 0.61,
  "anm-gp": 7.5,
  "anm-gp-ml": 110,
  resit: 7.3,
  lingam: 0.85,
};
