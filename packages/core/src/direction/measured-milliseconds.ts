/**
 * CPU milliseconds of each method for a pair of 1,000 rows, with its default options on the fastest routines.
 *
 * Made by `npm run bench:methods`; regenerate, do not edit.
 */
export const MEASURED_MILLISECONDS: Readonly<Record<string, number>> = {
  "v-lsnm": 12,
  "v-anm": 9.7,
  "b-lin": 8.2,
  "b-lin-exp": 9.9,
  "b-quad": 9.2,
  "b-quad-exp": 10,
  "b-cubic": 9.8,
  "b-trig": 9.4,
  "v-zero": 7.8,
  "igci-uniform": 0.44,
  "igci-gaussian": 0.33,
  "igci-uniform-slope": 1.5,
  "igci-gaussian-slope": 0.92,
  reci: 0.46,
  "reci-cubic": 0.72,
  cds: 1.2,
  "cdci-ckl": 0.69,
  "cdci-ckm": 0.69,
  "cdci-chd": 0.68,
  "cdci-ccs": 0.72,
  "cdci-ctv": 0.65,
  "anm-gp": 7.8,
  "anm-gp-ml": 110,
  resit: 7.5,
  lingam: 0.64,
};
