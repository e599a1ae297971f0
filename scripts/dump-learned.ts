import { readFileSync } from "node:fs";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import { featuresOf, learnedLogOddsWith } from "@causal-velocity/core/learned/learned-log-odds.js";
import { marginOf, picturesOf } from "@causal-velocity/core/learned/picture.js";
import { readNetwork } from "@causal-velocity/core/learned/read-network.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";

// Prints what the network makes of a seeded pair, as JSON, for comparison with the training script: the columns, both
// pictures (12 planes of 32 × 32 numbers in 1/1024), the features of both, and the log odds.
// usage: npx tsx scripts/dump-learned.ts [rows] [seed] [file of weights]
const [rows = "200", seed = "1", file = new URL("../packages/core/weights/learned.bin", import.meta.url)] =
  process.argv.slice(2);
const network = readNetwork(readFileSync(file));
const rng = seededRng(Number(seed));
const x = Float64Array.from({ length: Number(rows) }, () => rng.normal());
// Rounded, so that there are ties.
const y = x.map((value) => Math.round(20 * (0.5 * value * value + value + 0.5 * rng.normal())) / 20);
const pictures = picturesOf(marginOf(x), marginOf(y));
const features = (picture: Int16Array) => [...featuresOf(plainRoutines.convolutionPass(network.convolutions, picture))];
console.log(
  JSON.stringify({
    x: [...x],
    y: [...y],
    forward: [...pictures.forward],
    backward: [...pictures.backward],
    features: { forward: features(pictures.forward), backward: features(pictures.backward) },
    logOdds: learnedLogOddsWith(network, x, y),
  }),
);
