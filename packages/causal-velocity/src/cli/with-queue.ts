import type * as Queue from "@causal-velocity/queue";
import { loadPackage } from "./load-package.js";

/** The package that shares work among machines. It has dependencies, so it is installed separately. */
export type QueueModule = typeof Queue;
export type RunStatus = Queue.RunStatus;
export type RunStatusWithJobs = Queue.RunStatusWithJobs;
export type QueueConnection = Queue.QueueConnection;

const load = () => import("@causal-velocity/queue");

/** Loads the queue, on first use and only then. @throws InputError `missing-package` with how to install it */
export const loadQueue = (): Promise<QueueModule> =>
  loadPackage("@causal-velocity/queue", "to share work among machines", load);

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

/** For every command that uses the queue. */
export const QUEUE_LINES = `The queue, a PostgreSQL database
  needs: npm install causal-velocity @causal-velocity/queue

  --queue URL         postgres://USER:PASSWORD@HOST:PORT/DATABASE; TLS as in
                      ?sslmode=verify-full&sslrootcert=FILE
  --queue @FILE       the same, from the first line of a file: others on the
                      machine can see a password on the command line
                      default: the variable CAUSAL_VELOCITY_QUEUE, or PGHOST,
                      PGUSER, PGPASSWORD and PGDATABASE`;
