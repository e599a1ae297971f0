export * from "@causal-velocity/core";
