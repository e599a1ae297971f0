import { performance } from "node:perf_hooks";
import { badUsage, jobCount, parseCommand } from "../arguments.js";
import { wrap } from "../printable.js";
import { Interrupted, SIGNAL_CODES, untilInterrupted } from "../terminal.js";
import {
  connectionsFor,
  QUEUE_FLAGS,
  QUEUE_LINES,
  type QueueConnection,
  type QueueModule,
  queuePlace,
  withQueue,
} from "../with-queue.js";

const OPTIONS = {
  ...QUEUE_FLAGS,
  jobs: { type: "string" },
  once: { type: "boolean" },
  drain: { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const COMMAND = "causal-velocity worker";
const HELP = `See ${COMMAND} --help.`;
const NOTE_SECONDS = 10;

/** `causal-velocity worker`: decides pairs on the queue. Returns what to print when it ends. */
export async function workerCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return WORKER_HELP;
  if (positionals.length > 0) throw badUsage(COMMAND, `"${positionals[0]}"`, "options only", HELP);
  if (values.once && values.drain) throw badUsage(COMMAND, "--once and --drain", "one of them", HELP);
  const jobs = jobCount(values.jobs);
  const until = values.once ? "once" : values.drain ? "drained" : "stopped";
  const note = values.quiet ? () => {} : (text: string) => process.stderr.write(`${wrap(text)}\n`);
  const work = async (connection: QueueConnection, queue: QueueModule) => {
    await noteOthers(connection, queue, note);
    if (until === "stopped") note(`Deciding with ${threadsText(jobs)}. Ctrl-C stops; nothing is lost.`);
    let noted = performance.now();
    return untilInterrupted((stop) =>
      queue.runQueueWorker(connection, {
        jobs,
        until,
        signal: stop,
        onWait: ({ message }) => note(`note: the database does not answer (${message}); waiting for it.`),
        onProgress: ({ pairs }) => {
          if (performance.now() - noted < 1000 * NOTE_SECONDS) return;
          noted = performance.now();
          note(`${pairs} pairs decided`);
        },
      }),
    );
  };
  const { result, signal } = await withQueue(queuePlace(values), work, connectionsFor(jobs));
  const summary = `Decided ${result.pairs} ${result.pairs === 1 ? "pair" : "pairs"}.`;
  if (signal) throw new Interrupted(`${summary} Unfinished pairs are back on the queue.`, SIGNAL_CODES[signal]);
  return `${summary}\n`;
}

/** Reports runs that this worker does not decide, as they would wait without a reason shown. */
async function noteOthers(
  connection: QueueConnection,
  { listRuns }: QueueModule,
  note: (text: string) => void,
): Promise<void> {
  const runs = await listRuns(connection);
  const versions = runs
    .filter(({ state, version }) => state === "running" && version !== connection.version)
    .map(({ version }) => version);
  for (const version of new Set(versions)) {
    note(`note: there are runs of version ${version}, which need workers of that version.`);
  }
}

function threadsText(jobs: number): string {
  return jobs === 1 ? "one thread" : `${jobs} threads`;
}

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
