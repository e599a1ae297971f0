/** Draws figures and explanations, in browsers and wherever there is a document: `causal-velocity/draw`. */
export * from "@causal-velocity/draw";
