import { STUDIO_PORTS } from "../../studio/studio-ports.js";

export const STUDIO_HELP = `Usage
  causal-velocity studio [FILE] [--port N]

  Serves Studio, the web app, to this machine alone and prints its address. It
  computes in your browser: no row leaves the machine. With FILE, a table (CSV,
  TSV, JSON or Parquet), the page opens it. Ctrl-C stops it.

  --port N            default: ${STUDIO_PORTS.first}, or the next that is free; 0: any
`;
