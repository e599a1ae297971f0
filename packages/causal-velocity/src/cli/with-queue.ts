import { loadQueue, type QueueConnection, type QueueModule } from "./load-queue.js";

/** Flag of every command that uses the queue. */
export const QUEUE_FLAGS = { queue: { type: "string" } } as const;

/**
 * Opens the queue that the user means for as long as `use` runs.
 *
 * @param given what `--queue` says; without it, the environment tells     @param connections at most so many
 * @throws InputError `missing-package`; `unusable-database`, without the address; what `use` throws
 */
export async function withQueue<T>(
  given: string | undefined,
  use: (connection: QueueConnection, queue: QueueModule) => Promise<T>,
  connections?: number,
): Promise<T> {
  const queue = await loadQueue();
  const connection = await queue.connectQueue(queue.queueAddress(given), connections ? { connections } : {});
  try {
    return await use(connection, queue);
  } catch (error) {
    throw queue.unusableDatabase(error);
  } finally {
    await connection.close();
  }
}
