import { scoreEstimators, velocityNames } from "@causal-velocity/core";
import { listed } from "./listed.js";
import { TABLE_LINES } from "./table-lines.js";

export const COUNTERFACTUAL_HELP = `Usage
  causal-velocity counterfactual FILE --cause A --effect B
    (--row I | --at X,Y) (--to X' | --to-grid LOW:HIGH:COUNT) [options]

  What the effect of one observation would have been, had its cause been X':
  the causal curve through it, with a band from refits on 20 random halves of
  the rows. FILE as for decide.

Question
  --cause NAME|INDEX  which column is the cause; decide helps to find out
  --effect NAME|INDEX
  --row I             the observation: row I of the table, counted from 1, the
                      header not counted
  --at X,Y            or any values of cause and effect, with decimal points
  --to X'             value of the cause, or several: 3.2,4,5
  --to-grid L:H:N     N values from L to H

Model
  --velocity NAME     class of the causal curves; default location-scale, which
                      is regressed without scores; others are fitted to scores:
                      ${listed(velocityNames())}
  --basis LIST        or a velocity of your own, as for decide
  --score NAME        of those: default stein; one of
                      ${listed(Object.keys(scoreEstimators))}
  --max-rows N        draw N rows at random from longer tables; default 20,000
  --seed N            default 0; the same seed gives the same bytes

${TABLE_LINES}

Output
  --out FILE.svg      a picture, too; .png has twice the pixels
  --theme T, --width N, --force   as for explain
  --json              one JSON object: causal-velocity/counterfactual@1
`;
