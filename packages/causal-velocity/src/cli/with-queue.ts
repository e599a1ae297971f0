import { loadQueue, type QueueConnection, type QueueModule } from "./load-queue.js";

/** Flag of every command that uses the queue. */
export const QUEUE_FLAGS = { queue: { type: "string" } } as const;
/** The value of --queue for the database that the environment names. */
export const ENVIRONMENT = "env";

/** Connections besides one for each thread. */
const MORE_CONNECTIONS = 4;

/** The most connections of a process with so many threads. */
export function connectionsFor(jobs: number): number {
  return jobs + MORE_CONNECTIONS;
}

/**
 * Opens the queue for as long as `use` runs.
 *
 * @param given the value of `--queue`: an address, or `ENVIRONMENT`, which is the default
 * @param connections at most so many
 * @throws InputError `missing-package`; `wrong-option` or `unusable-database`, without the address; what `use` throws
 */
export async function withQueue<T>(
  given: string | undefined,
  use: (connection: QueueConnection, queue: QueueModule) => Promise<T>,
  connections?: number,
): Promise<T> {
  const queue = await loadQueue();
  const address = queue.queueAddress(given === ENVIRONMENT ? undefined : given);
  const connection = await queue.connectQueue(address, connections ? { connections } : {});
  try {
    return await use(connection, queue);
  } catch (error) {
    throw queue.unusableDatabase(error);
  } finally {
    await connection.close();
  }
}
