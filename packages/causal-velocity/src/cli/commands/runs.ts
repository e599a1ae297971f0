import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { version } from "@causal-velocity/core/version.js";
import { badUsage, parseCommand, RAW_CSV_FLAG, RAW_CSV_LINES } from "../arguments.js";
import { chanceOfRun, outcomePieces } from "../render/pairs-text.js";
import { removedText, runListText, runRecord, runText } from "../render/runs-text.js";
import { note, printPieces } from "../terminal.js";
import {
  QUEUE_FLAGS,
  QUEUE_LINES,
  type QueueConnection,
  type QueueModule,
  queuePlace,
  withQueue,
} from "../with-queue.js";

const OPTIONS = {
  ...QUEUE_FLAGS,
  ...RAW_CSV_FLAG,
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const COMMAND = "causal-velocity runs";
const HELP = `See ${COMMAND} --help.`;

interface Form {
  readonly asJson: boolean;
  readonly isRaw: boolean;
}

type Action = (connection: QueueConnection, queue: QueueModule, id: string, form: Form) => Promise<string>;

/** What can be done with one run. */
const ACTIONS: Readonly<Record<string, Action>> = {
  status: async (connection, queue, id, { asJson }) => statusOf(connection, queue, id, asJson),
  results: async (connection, queue, id, { asJson, isRaw }) => {
    const { version: decidedBy, done, pairs, limits } = await queue.runStatus(connection, id);
    if (done < pairs) note(`${done} of ${pairs} pairs so far.`);
    const chance = await chanceOfRun(queue.runResults(connection, id), limits.among ?? pairs);
    const text = { layout: asJson ? "json" : "csv", version: decidedBy, chance, form: isRaw ? "raw" : "safe" } as const;
    await printPieces(outcomePieces(queue.runResults(connection, id), text), isRaw);
    return "";
  },
  cancel: async (connection, queue, id, { asJson }) => {
    await queue.cancelRun(connection, id);
    return statusOf(connection, queue, id, asJson);
  },
  retry: async (connection, queue, id, { asJson }) => {
    await queue.retryRun(connection, id);
    return statusOf(connection, queue, id, asJson);
  },
  remove: async (connection, queue, id, { asJson }) => {
    const removed = await queue.removeRun(connection, id);
    if (!asJson) return removedText(removed);
    return jsonText({ schema: "causal-velocity/removed-run@1", version, ...removed });
  },
};

/** `causal-velocity runs`: shows runs of the queue and their results, and cancels, retries or removes them. */
export async function runsCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return RUNS_HELP;
  const [name, id, ...others] = positionals;
  const known = `list, ${Object.keys(ACTIONS).join(", ")}`;
  if (name === undefined) throw badUsage(COMMAND, "nothing to do", `one of ${known}`, HELP);
  if (others.length > 0 || (name === "list" && id !== undefined)) {
    throw badUsage(COMMAND, `"${positionals.at(-1)}"`, name === "list" ? "no ID" : "one ID", HELP);
  }
  const { json: asJson = false, "raw-csv": isRaw = false } = values;
  const place = queuePlace(values);
  if (name === "list") return withQueue(place, (connection, queue) => listOf(connection, queue, asJson));
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw badUsage(COMMAND, `"${name}"`, `one of ${known}`, HELP);
  if (id === undefined) throw badUsage(`${COMMAND} ${name}`, "no ID", "the ID of a run", `${COMMAND} list shows them.`);
  return withQueue(place, (connection, queue) => action(connection, queue, id, { asJson, isRaw }));
}

async function listOf(connection: QueueConnection, { listRuns }: QueueModule, asJson: boolean): Promise<string> {
  const runs = await listRuns(connection);
  if (!asJson) return runListText(runs);
  const record = { schema: "causal-velocity/runs@1", version, runs: runs.map(runRecord) };
  return jsonText(record);
}

async function statusOf(
  connection: QueueConnection,
  { runStatus }: QueueModule,
  id: string,
  asJson: boolean,
): Promise<string> {
  const status = await runStatus(connection, id);
  if (!asJson) return runText(status);
  const { waiting, active } = status;
  return jsonText({ schema: "causal-velocity/run@1", ...runRecord(status), waiting, active });
}

export const RUNS_HELP = `Usage
  causal-velocity runs list
  causal-velocity runs status ID
  causal-velocity runs results ID
  causal-velocity runs cancel ID
  causal-velocity runs retry ID
  causal-velocity runs remove ID

  list                all runs of the queue, newest first
  status              the progress of a run
  results             its results so far, ordered by column: a table as CSV;
                      directions may be added later, as dependence is judged
                      among all pairs of the run
  cancel              decide no more of its pairs; keep the results so far
  retry               decide pairs again that failed for reasons other than
                      their data, and those that a cancel left undecided
  remove              delete a run that is done or canceled: its results, and
                      columns that no other run uses

  --json              objects: causal-velocity/runs@1, run@1, removed-run@1;
                      results: causal-velocity/pairs@1
${RAW_CSV_LINES}

${QUEUE_LINES}
`;
