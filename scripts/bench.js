import { runScripts } from "./run-scripts.js";

// Measures one thing and writes its page in docs/benchmarks.
// usage: npm run bench -- NAME [its arguments], or all
const BENCHES = {
  speed: ["bench/run.ts"],
  decision: ["bench/against.ts"],
  pairs: ["bench/pairs.ts"],
  methods: ["bench/method-costs.ts"],
  errors: ["bench/score-error.ts"],
  "joint-score": ["bench/joint-score.ts"],
  scores: ["bench/scores.ts"],
  counterfactuals: ["bench/counterfactuals.ts"],
  "velocity-choice": ["bench/velocity-choice.ts"],
  interventions: ["bench/interventions.ts"],
  given: ["bench/given.ts"],
  "common-cause": ["bench/common-cause.ts"],
  tables: ["bench/tables.ts"],
  queue: ["bench/queue.ts"],
};

runScripts("bench", {
  ...BENCHES,
  all: Object.values(BENCHES).flat(),
  // These write no page.
  "queue-scale": ["bench/queue-scale.ts"],
  screen: ["bench/screen.ts"],
});
