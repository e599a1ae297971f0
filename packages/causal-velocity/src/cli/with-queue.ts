import type * as Queue from "@causal-velocity/queue";
import { badUsage, decimalNumber } from "./arguments.js";
import { loadPackage } from "./load-package.js";
import { note } from "./terminal.js";

/** The package that shares work among machines. It has dependencies, so it is installed separately. */
export type QueueModule = typeof Queue;
export type RunStatus = Queue.RunStatus;
export type RunStatusWithJobs = Queue.RunStatusWithJobs;
export type QueueConnection = Queue.QueueConnection;

const load = () => import("@causal-velocity/queue");

/** Loads the queue, on first use and only then. @throws InputError `missing-package` with how to install it */
export const loadQueue = (): Promise<QueueModule> =>
  loadPackage("@causal-velocity/queue", "to share work among machines", load);

/** Flags of every command that uses the queue. */
export const QUEUE_FLAGS = { queue: { type: "string" }, wait: { type: "string" } } as const;
/** The value of --queue for the database that the environment names. */
export const ENVIRONMENT = "env";

/** Where the queue is, and how long a command waits for it. */
export interface QueuePlace {
  /** The value of `--queue`: an address, or `ENVIRONMENT`, which is the default. */
  readonly queue: string | undefined;
  /** Seconds. */
  readonly wait: number;
  /** Do not say so. */
  readonly quiet: boolean;
}

/** Seconds that a command waits at its start for a database that does not answer, unless `--wait` is given. */
const WAIT = 60;

/** Reads the flags of the queue. @throws InputError `wrong-option` */
export function queuePlace(values: {
  readonly queue?: string | undefined;
  readonly wait?: string | undefined;
  readonly quiet?: boolean | undefined;
}): QueuePlace {
  const { queue, quiet = false } = values;
  const seconds = decimalNumber("--wait", values.wait) ?? WAIT;
  if (seconds >= 0) return { queue, wait: seconds, quiet };
  throw badUsage("--wait", String(seconds), "seconds, 0 or more", "See the help of the command.");
}

/** Connections besides one for each thread. */
const MORE_CONNECTIONS = 4;

/** The most connections of a process with so many threads. */
export function connectionsFor(jobs: number): number {
  return jobs + MORE_CONNECTIONS;
}

/**
 * Opens the queue for as long as `use` runs. A database that does not answer yet is waited for.
 *
 * @param connections at most so many
 * @throws InputError `missing-package`; `wrong-option` or `unusable-database`, without the address; what `use` throws
 */
export async function withQueue<T>(
  { queue: given, wait, quiet }: QueuePlace,
  use: (connection: QueueConnection, queue: QueueModule) => Promise<T>,
  connections?: number,
): Promise<T> {
  const queue = await loadQueue();
  const address = queue.queueAddress(given === ENVIRONMENT ? undefined : given);
  const onWait = ({ message }: Error): void => {
    if (!quiet) note(`the database does not answer (${message}); waiting for it, ${wait} s at most (--wait).`);
  };
  const connection = await queue.connectQueue(address, { wait, onWait, ...(connections ? { connections } : {}) });
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
                      PGUSER, PGPASSWORD and PGDATABASE
  --wait S            seconds to wait at the start for a database that does not
                      answer; default ${WAIT}; the first try takes up to 5`;
