import { createHash } from "node:crypto";
import type { Graph, GraphOptions, GraphPart, PreparedGraph } from "@causal-velocity/core/graph/graph.js";
import { version } from "@causal-velocity/core/version.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import type { Journal } from "@causal-velocity/threads/journal.js";
import { GRAPH_PARTS, runGraph } from "@causal-velocity/threads/run-graph.js";
import type { KeptThreads } from "@causal-velocity/threads/run-tasks.js";
import { startTileThread } from "../decide-pairs.js";
import { journalOf, openRunJournal } from "./run-journal.js";
import { Interrupted, progressBar, SIGNAL_CODES, untilInterrupted } from "./terminal.js";

/** A graph to be found, and how. */
export interface GraphWork {
  readonly prepared: PreparedGraph;
  readonly options: GraphOptions;
  /** Threads of this process. */
  readonly jobs: number;
  /** Some of them, started while the table was read. */
  readonly kept: KeptThreads;
  /** Where the result is written; what a resumed run needs is kept beside it. */
  readonly out: string | undefined;
  /** Start again. */
  readonly force: boolean;
  /** Show no progress. */
  readonly quiet: boolean;
  /** What to do if it is stopped and nothing is kept, as a sentence. */
  readonly lost?: string | undefined;
}

/**
 * Finds a graph in this process, and keeps its searches until `use` has written it.
 *
 * @throws Interrupted, once what was found is kept; InputError as `openJournal`; what `use` throws
 */
export async function graphHere<T>(work: GraphWork, use: (graph: Graph) => Promise<T>): Promise<T> {
  const { prepared, jobs, kept, quiet, out, lost = "With --out FILE, a stopped run can be resumed." } = work;
  const journal = openGraphJournal(work);
  const known = new Map<number, GraphPart>();
  for (let part = 0; part < GRAPH_PARTS; part++) {
    const found = journal?.read(keyOf(part));
    if (found !== undefined) known.set(part, found as GraphPart);
  }
  const resumed = known.size;
  let done = resumed;
  try {
    const { result: graph, signal } = await untilInterrupted((stop) => {
      const bar = quiet ? undefined : progressBar(process.stderr, undefined, "", "searches");
      const show = (): void => bar?.show({ done, total: GRAPH_PARTS, resumed });
      show();
      const onPart = (part: number, found: GraphPart): void => {
        journal?.append(keyOf(part), found);
        done += 1;
        show();
      };
      const threads = { startThread: startTileThread, workers: jobs, kept, signal: stop };
      return runGraph({ prepared, known, onPart, ...threads }).finally(() => bar?.end());
    });
    if (!graph) {
      const next =
        out === undefined ? `Nothing is kept. ${lost}` : "They are kept: the same command with --resume continues.";
      const message = `Stopped after ${done} of ${GRAPH_PARTS} searches. ${next}`;
      throw new Interrupted(message, SIGNAL_CODES[signal ?? "SIGINT"]);
    }
    const printed = await use(graph);
    journal?.remove();
    return printed;
  } finally {
    journal?.close();
  }
}

const keyOf = (part: number): string => `search ${part}`;

/** The journal of a run with an `out`, for this table and these options only. */
function openGraphJournal({ prepared, options, out, force }: GraphWork): Journal | undefined {
  if (out === undefined) return undefined;
  const data = createHash("sha256").update(JSON.stringify(prepared.rows.names));
  for (const { buffer, byteOffset, byteLength } of prepared.rows.columns) {
    data.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  const settings = { version, routines: bestRoutines().name, graph: options, data: data.digest("hex") };
  return openRunJournal({ path: journalOf(out), settings, fresh: force });
}
