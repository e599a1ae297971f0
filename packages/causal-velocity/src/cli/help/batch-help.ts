import { QUEUE_LINES } from "./queue-lines.js";

export const BATCH_HELP = `Usage
  causal-velocity batch list
  causal-velocity batch status ID
  causal-velocity batch results ID
  causal-velocity batch cancel ID
  causal-velocity batch retry ID
  causal-velocity batch remove ID

  list                all batches, the newest first
  status              how far a batch is
  results             what came out so far, by column: a table as CSV
  cancel              no more of its pairs are decided; what is decided stays
  retry               try again what failed by no fault of the data, and what
                      a cancel left undecided
  remove              delete a batch that is done or canceled: what came out,
                      and columns that no other batch uses

  --json              objects: causal-velocity/batches@1, batch@1,
                      removed-batch@1; results: causal-velocity/map@1

${QUEUE_LINES}
`;
