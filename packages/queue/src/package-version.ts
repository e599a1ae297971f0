import { createRequire } from "node:module";

/** The version of `causal-velocity` that decides here. */
export const packageVersion: string = createRequire(import.meta.url)("causal-velocity/package.json").version;
