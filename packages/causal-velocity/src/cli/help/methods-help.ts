export const METHODS_HELP = `Usage
  causal-velocity methods [--json]
`;
