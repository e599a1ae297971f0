import { version } from "@causal-velocity/core/version.js";
import { type Database, openDatabase } from "./database.js";
import { isPassing, isRace, untilAnswered, unusableDatabase } from "./database-error.js";
import { type JobQueue, jobParts, openJobQueue } from "./job-queue.js";
import type { QueueAddress } from "./queue-address.js";
import { makeMissing, requireLayout, TABLES_PART } from "./schema.js";

/** Most connections of a process: a worker needs one only for moments. */
const CONNECTIONS = 10;

/** Milliseconds of the first try, whatever the wait: a server that works answers within them, also from afar. */
const FIRST_TRY = 5000;

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
  /** Seconds to wait for a database that does not answer; default 0. The first try takes 5 seconds at most. */
  readonly wait?: number;
  /** Called with the error when the waiting begins. */
  onWait?(error: Error): void;
}

/**
 * Opens a queue and creates its tables if they are missing; any number of processes may do so at once.
 *
 * @param address from `queueAddress`     @throws InputError `unusable-database`, `wrong-option`, without the address
 */
export async function connectQueue(
  address: QueueAddress,
  { connections = CONNECTIONS, wait = 0, onWait }: ConnectOptions = {},
): Promise<QueueConnection> {
  const end = performance.now() + 1000 * wait;
  let patience: number | undefined = FIRST_TRY;
  const once = async (): Promise<QueueConnection> => {
    try {
      return await connect(address, connections, patience ?? Math.max(end - performance.now(), 1));
    } finally {
      patience = undefined;
    }
  };
  try {
    return await untilAnswered(once, { deadline: () => end, onWait, mayPass });
  } catch (error) {
    throw unusableDatabase(error);
  }
}

function mayPass(error: unknown): boolean {
  return isPassing(error) || isRace(error);
}

async function connect(address: QueueAddress, connections: number, patience: number): Promise<QueueConnection> {
  const database = await openDatabase(address, connections, patience);
  try {
    await makeMissing(database, [TABLES_PART, ...jobParts(version)]);
    await requireLayout(database);
    const jobs = await openJobQueue(database, version);
    return { database, jobs, version, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}
