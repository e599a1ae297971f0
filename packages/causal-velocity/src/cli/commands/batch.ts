import { version } from "@causal-velocity/core/version.js";
import { badUsage, parseCommand } from "../arguments.js";
import { BATCH_HELP } from "../help/batch-help.js";
import type { QueueConnection, QueueModule } from "../load-queue.js";
import { batchListText, batchRecord, batchText, removedText } from "../render/batch-text.js";
import { type OutcomeLayout, outcomePieces } from "../render/outcome-pieces.js";
import { note, printPieces } from "../terminal.js";
import { QUEUE_FLAGS, withQueue } from "../with-queue.js";

const OPTIONS = { ...QUEUE_FLAGS, json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
const COMMAND = "causal-velocity batch";
const HELP = `See ${COMMAND} --help.`;

type Action = (connection: QueueConnection, queue: QueueModule, id: string, asJson: boolean) => Promise<string>;

/** What can be done with one batch. */
const ACTIONS: Readonly<Record<string, Action>> = {
  status: async (connection, queue, id, asJson) => statusOf(connection, queue, id, asJson),
  results: async (connection, queue, id, asJson) => {
    const { version: decidedBy, done, pairs } = await queue.batchStatus(connection, id);
    if (done < pairs) note(`${done} of ${pairs} pairs so far.`);
    const layout: OutcomeLayout = asJson ? "json" : "csv";
    await printPieces(outcomePieces(queue.batchResults(connection, id), layout, decidedBy));
    return "";
  },
  cancel: async (connection, queue, id, asJson) => {
    await queue.cancelBatch(connection, id);
    return statusOf(connection, queue, id, asJson);
  },
  retry: async (connection, queue, id, asJson) => {
    await queue.retryBatch(connection, id);
    return statusOf(connection, queue, id, asJson);
  },
  remove: async (connection, queue, id, asJson) => {
    const removed = await queue.removeBatch(connection, id);
    if (!asJson) return removedText(removed);
    return `${JSON.stringify({ schema: "causal-velocity/removed-batch@1", ...removed }, null, 2)}\n`;
  },
};

/** `causal-velocity batch`: how batches of pairs stand, what came out, and how to end, retry or remove them. */
export async function batchCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return BATCH_HELP;
  const [name, id, ...others] = positionals;
  const known = `list, ${Object.keys(ACTIONS).join(", ")}`;
  if (name === undefined) throw badUsage(COMMAND, "nothing to do", `one of ${known}`, HELP);
  if (others.length > 0 || (name === "list" && id !== undefined)) {
    throw badUsage(COMMAND, `"${positionals.at(-1)}"`, name === "list" ? "no ID" : "one ID", HELP);
  }
  const asJson = values.json ?? false;
  if (name === "list") return withQueue(values.queue, (connection, queue) => listOf(connection, queue, asJson));
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw badUsage(COMMAND, `"${name}"`, `one of ${known}`, HELP);
  if (id === undefined)
    throw badUsage(`${COMMAND} ${name}`, "no ID", "the ID of a batch", `${COMMAND} list shows them.`);
  return withQueue(values.queue, (connection, queue) => action(connection, queue, id, asJson));
}

async function listOf(connection: QueueConnection, { listBatches }: QueueModule, asJson: boolean): Promise<string> {
  const batches = await listBatches(connection);
  if (!asJson) return batchListText(batches);
  const record = { schema: "causal-velocity/batches@1", version, batches: batches.map(batchRecord) };
  return `${JSON.stringify(record, null, 2)}\n`;
}

async function statusOf(
  connection: QueueConnection,
  { batchStatus }: QueueModule,
  id: string,
  asJson: boolean,
): Promise<string> {
  const status = await batchStatus(connection, id);
  if (!asJson) return batchText(status);
  const { waiting, active } = status;
  return `${JSON.stringify({ schema: "causal-velocity/batch@1", ...batchRecord(status), waiting, active }, null, 2)}\n`;
}
