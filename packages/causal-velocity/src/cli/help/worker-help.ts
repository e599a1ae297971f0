import { QUEUE_LINES } from "./queue-lines.js";

export const WORKER_HELP = `Usage
  causal-velocity worker [options]

  Takes pairs from a queue, decides them and writes what comes out, on any
  number of machines at once. One that is stopped gives back what it has
  begun; what a killed one had is decided by others when its lease has ended.

  --jobs K            threads; default all cores
  --drain             end when no job is left; default: wait for more
  --once              end after one tile of pairs for each thread
  --quiet             nothing on standard error

${QUEUE_LINES}
`;
