import fc from "fast-check";

// Properties are tried on the same examples in every run, so that a run fails only because of what was changed. In
// `npm run test:long` the seed is a fresh one, which is shown where a property fails.
if (!process.env.CAUSAL_VELOCITY_LONG) fc.configureGlobal({ seed: 2025 });
