import { packageVersion } from "../package-version.js";
import type { Database } from "./database.js";
import { type JobQueue, openJobQueue } from "./job-queue.js";
import { openDatabase } from "./open-database.js";
import type { QueueAddress } from "./queue-address.js";
import { ensureSchema } from "./schema.js";
import { unusableDatabase } from "./unusable-database.js";

/** Connections that a process opens at most: workers need one each for moments only. */
const CONNECTIONS = 10;

/** A queue that is ready to use; whoever opened it closes it. */
export interface QueueConnection {
  readonly database: Database;
  readonly jobs: JobQueue;
  /** Of the package that decides: batches of other versions are another's. */
  readonly version: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** At most this many connections; default 10. */
  readonly connections?: number;
}

/**
 * Opens a queue, and makes its tables where they are missing.
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
    const jobs = await openJobQueue(database, packageVersion);
    return { database, jobs, version: packageVersion, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw unusableDatabase(error);
  }
}
