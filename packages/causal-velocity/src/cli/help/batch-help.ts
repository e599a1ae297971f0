import { QUEUE_LINES } from "./queue-lines.js";

export const RUNS_HELP = `Usage
  causal-velocity runs list
  causal-velocity runs status ID
  causal-velocity runs results ID
  causal-velocity runs cancel ID
  causal-velocity runs retry ID
  causal-velocity runs remove ID

  list                all runs of the queue, newest first
  status              the progress of a run
  results             its results so far, ordered by column: a table as CSV
  cancel              decide no more of its pairs; keep the results so far
  retry               decide pairs again that failed for reasons other than
                      their data, and those that a cancel left undecided
  remove              delete a run that is done or canceled: its results, and
                      columns that no other run uses

  --json              objects: causal-velocity/runs@1, run@1, removed-run@1;
                      results: causal-velocity/map@1

${QUEUE_LINES}
`;
