import { version } from "@causal-velocity/core/version.js";
import { type Database, openDatabase } from "./database.js";
import { unusableDatabase } from "./database-error.js";
import { type JobQueue, openJobQueue } from "./job-queue.js";
import type { QueueAddress } from "./queue-address.js";
import { ensureSchema } from "./schema.js";

/** Most connections of a process: a worker needs one only for moments. */
const CONNECTIONS = 10;

/** A queue that is ready to use; its opener closes it. */
export interface QueueConnection {
  readonly database: Database;
  readonly jobs: JobQueue;
  /** Of the package that decides: runs of other versions are left to workers of those versions. */
  readonly version: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** At most this many connections; default 10. */
  readonly connections?: number;
}

/**
 * Opens a queue and creates its tables if they are missing.
 *
 * @param address from `queueAddress`     @throws InputError `unusable-database`, `wrong-option`, without the address
 */
export async function connectQueue(
  address: QueueAddress,
  { connections = CONNECTIONS }: ConnectOptions = {},
): Promise<QueueConnection> {
  const database = await openDatabase(address, connections);
  try {
    await ensureSchema(database);
    const jobs = await openJobQueue(database, version);
    return { database, jobs, version, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw unusableDatabase(error);
  }
}
