import { QUEUE_LINES } from "./queue-lines.js";

export const WORKER_HELP = `Usage
  causal-velocity worker [options]

  Takes pairs from a queue, decides them and writes the results, on any number
  of machines at once. A worker that is stopped gives back its unfinished
  pairs; those of a killed one are decided by others when its lease has ended.

  --jobs K            threads; default all cores
  --drain             end when no job is left; default: wait for more
  --once              end after one block of pairs per thread
  --quiet             nothing on standard error

${QUEUE_LINES}
`;
