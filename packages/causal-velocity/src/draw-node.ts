/** Draws without a browser: `causal-velocity/draw/node`. Load it on first use; it is larger than all that decides. */
export * from "@causal-velocity/draw/node";
