import { DEFAULT_METHOD, velocityNames } from "@causal-velocity/core";
import { listed } from "./listed.js";
import { methodFlagLines } from "./method-flag-lines.js";
import { TABLE_LINES } from "./table-lines.js";

export const EXPLAIN_HELP = `Usage
  causal-velocity explain FILE [options]

  Why the verdict is what it is: both directions' velocities, causal curves,
  noise and residuals, and a checklist of what the verdict assumes. Without
  --out: the checklist as text. FILE as for decide.

  --x NAME|INDEX      first column, by name or counted from 1
  --y NAME|INDEX      second column; a two-column table needs neither

Output
  --out FILE.html     a report: one page that loads nothing
  --out FILE.svg      a picture; .png has twice the pixels, .json its numbers
  --figure NAME       which: data, evidence, velocity, curves (default), noise,
                      loss or residual
  --curves NAME       class of the curves and arrows; default: the method's own
                      class, else location-scale; or one of
                      ${listed(velocityNames())}
  --theme T           of pictures: light (default) or dark; pages follow the
                      reader's
  --width N           of pictures, in pixels; default 760
  --force             write over what is there
  --json              all of it and the figures: causal-velocity/explanation@1

Method
  --method NAME       whose verdict is explained; default "${DEFAULT_METHOD}"
${methodFlagLines()}
                      as for decide
  --max-rows N, --seed N   as for decide; pictures are made of 5,000 rows

${TABLE_LINES}
`;
