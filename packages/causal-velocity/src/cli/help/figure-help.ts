import { paperFigures } from "@causal-velocity/core";
import { DRAWN_ENDINGS } from "../drawn-file.js";
import { wrap } from "../printable.js";
import { listed } from "./listed.js";

export const FIGURE_HELP = `Usage
  causal-velocity figure NAME [options]
  causal-velocity figure --list [--json]

  Recomputes a figure of the paper from simulated data. Without --out: as JSON
  on standard output, causal-velocity/figure@1.

  --out FILE          a file; its name ends in
                      ${listed(DRAWN_ENDINGS)}
  --seed N            default 0; the same seed gives the same bytes
  --rows N            rows of a dataset, or of the largest where sizes differ;
                      of curve-families: curves
  --pairs N           datasets; the studies of sample size have 100, as in the
                      paper, unless told otherwise
  --theme T           light (default) or dark
  --width N           in pixels; default 760, with three panels or more 1140
  --force             write over what is there
  --list              names, labels in the paper, how long each takes, and
                      which options it has

Figures
${figureLines()}
`;

function figureLines(): string {
  return paperFigures.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}
