import { badUsage } from "./arguments.js";
import { loadQueue, type QueueConnection, type QueueModule } from "./load-queue.js";
import { note } from "./terminal.js";

/** Flag of every command that uses the queue. */
export const QUEUE_FLAGS = { queue: { type: "string" } } as const;
/** What --queue says for a database of the command itself, and for the one that the environment names. */
export const EMBEDDED = "embedded";
export const ENVIRONMENT = "env";

/** Connections besides one for each thread. */
const MORE_CONNECTIONS = 4;

/** Connections that a process with so many threads opens at most. */
export function connectionsFor(jobs: number): number {
  return jobs + MORE_CONNECTIONS;
}

type UseQueue<T> = (connection: QueueConnection, queue: QueueModule) => Promise<T>;

/**
 * Opens the queue that the user means for as long as `use` runs.
 *
 * @param given what `--queue` says: an address, or `ENVIRONMENT`, which is the default
 * @param connections at most so many
 * @throws InputError `missing-package`; `wrong-option` for `EMBEDDED`, which ends with the command that starts it; `unusable-database`, without the address; what `use` throws
 */
export async function withQueue<T>(given: string | undefined, use: UseQueue<T>, connections?: number): Promise<T> {
  if (given === EMBEDDED) {
    const remedy = "Start it with causal-velocity pairs, or name a server of your own.";
    throw badUsage("--queue", `"${EMBEDDED}", which is another command's`, "a database that is there", remedy);
  }
  const queue = await loadQueue();
  const address = queue.queueAddress(given === ENVIRONMENT ? undefined : given);
  return withConnection(queue, address, use, connections);
}

/**
 * Starts a database for as long as `use` runs.
 *
 * @param folder where it keeps its data, to go on with another time; without one they are temporary
 * @param use is told whether the data are kept
 * @throws InputError `missing-package`, `unusable-database`; what `use` throws
 */
export async function withEmbeddedQueue<T>(
  folder: string | undefined,
  use: (connection: QueueConnection, queue: QueueModule, isKept: boolean) => Promise<T>,
  connections?: number,
): Promise<T> {
  const queue = await loadQueue();
  const server = await queue.startEmbedded(folder);
  try {
    if (folder !== undefined && server.folder === undefined) {
      note(`the server's user may not enter "${folder}", so its data are temporary: a stopped run begins anew.`);
    }
    const isKept = server.folder !== undefined;
    return await withConnection(queue, server.address, (connection) => use(connection, queue, isKept), connections);
  } finally {
    await server.stop();
  }
}

async function withConnection<T>(
  queue: QueueModule,
  address: Parameters<QueueModule["connectQueue"]>[0],
  use: UseQueue<T>,
  connections?: number,
): Promise<T> {
  const connection = await queue.connectQueue(address, connections ? { connections } : {});
  try {
    return await use(connection, queue);
  } catch (error) {
    throw queue.unusableDatabase(error);
  } finally {
    await connection.close();
  }
}
