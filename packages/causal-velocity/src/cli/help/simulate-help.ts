import { simulators } from "@causal-velocity/core";
import { wrap } from "../printable.js";

export const SIMULATE_HELP = `Usage
  causal-velocity simulate KIND [options]

  Without --out: one pair on standard output, as CSV with columns x and y, of
  which x is the cause.

  --n N               rows; default as published, 1000 or 5000
  --seed N            default 0; the same seed gives the same bytes
  --as-published      repeat what the paper's code does where the paper says
                      something else (velocity: six equal coefficients; the
                      networks: two layers that share weights)
  --out FILE.csv      the same to a file
  --out DIR           a folder as the published archives have it:
                      pair0001.txt       two columns, no header
                      pair0001_scores.csv  true velocity and scores by role,
                                         where the kind knows them
                      pairmeta.txt       number, first and last column of the
                                         cause, of the effect, weight; zeros
                                         where neither causes the other
                      simulation.json    kind, seed and options
                      Which column is the cause is random.
  --pairs N           default 100 in a folder; several need one
  --no-scores         leave the score files out; they take most of the time
  --force             write over what is there

Kinds
${kindLines()}
`;

/** One line for each kind, cut to fit the terminal. */
function kindLines(): string {
  return simulators.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}
