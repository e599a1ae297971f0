import pg from "pg";
import { DatabaseError, redacted } from "./database-error.js";
import { type QueueAddress, tlsOptions } from "./queue-address.js";

/** Rows that a statement returned. */
export interface Rows {
  // biome-ignore lint/suspicious/noExplicitAny: only the statement knows what a row holds
  readonly rows: any[];
}

/** Runs statements; values are always sent as parameters. */
export interface Executor {
  query(text: string, values?: readonly unknown[]): Promise<Rows>;
}

/** A pool of connections to PostgreSQL. No error contains the password. */
export interface Database extends Executor {
  /** Runs `action` in one transaction: all of it is written, or nothing. */
  transaction<T>(action: (executor: Executor) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Milliseconds to wait for a connection, and for an answer: a part of a column may come over a slow line. */
const CONNECT_TIMEOUT = 15_000;
const ANSWER_TIMEOUT = 300_000;

/**
 * Opens a pool of connections and tries one.
 *
 * A connection on which a statement failed is closed, as it may be in a transaction.
 * @param connections at most this many at a time     @param patience milliseconds that the first may take; at most 15,000
 * @throws DatabaseError; InputError `wrong-option` for impossible TLS options
 */
export async function openDatabase(
  { url }: QueueAddress,
  connections: number,
  patience: number = CONNECT_TIMEOUT,
): Promise<Database> {
  const secrets = secretsOf(url);
  const { url: connectionString, tls } = tlsOptions(url);
  const guarded = async <T>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      throw withoutSecrets(error, secrets);
    }
  };
  const timeout = Math.min(patience, CONNECT_TIMEOUT);
  try {
    const pool = new pg.Pool({
      ...(connectionString === undefined ? {} : { connectionString }),
      ssl: tls,
      max: connections,
      connectionTimeoutMillis: timeout,
      query_timeout: ANSWER_TIMEOUT,
      keepAlive: true,
      application_name: "causal-velocity",
    });
    // An idle connection that the server ends is replaced when it is needed; of one in use, the next statement reports
    // it. The listener is there from the first moment: the server may end a connection in the packet that opens it.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    /** Errors that `action` itself throws are passed on unchanged. */
    const withClient = async <T>(action: (executor: Executor) => Promise<T>): Promise<T> => {
      const client = await guarded(() => pool.connect());
      let isFit = false;
      try {
        const value = await action({
          query: (text, values) => guarded(() => client.query(text, values as unknown[]) as Promise<Rows>),
        });
        isFit = true;
        return value;
      } finally {
        client.release(!isFit);
      }
    };
    const database: Database = {
      query: (text, values) => withClient((executor) => executor.query(text, values)),
      transaction: (action) =>
        withClient(async (executor) => {
          await executor.query("begin");
          const value = await action(executor);
          await executor.query("commit");
          return value;
        }),
      close: () => pool.end(),
    };
    // Also a server that accepts a connection, or a login, may stay silent. The driver takes a limit for one statement.
    const probe = { text: "select 1", query_timeout: timeout };
    await pool.query(probe).catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
    pool.options.connectionTimeoutMillis = CONNECT_TIMEOUT;
    return database;
  } catch (error) {
    throw withoutSecrets(error, secrets);
  }
}

/** The passwords of an address and of the environment, encoded and decoded. */
function secretsOf(url: string | undefined): string[] {
  const fromEnvironment = process.env.PGPASSWORD ?? "";
  if (url === undefined) return [fromEnvironment];
  const { password, searchParams } = new URL(url);
  const named = [password, searchParams.get("password") ?? "", fromEnvironment];
  return named.flatMap((secret) => [secret, decoded(secret)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The same error with a redacted message, without the details that drivers add, such as the address. */
function withoutSecrets(error: unknown, secrets: readonly string[]): DatabaseError {
  const {
    message,
    code,
    errors = [],
  } = error as Error & { code?: string; errors?: readonly (Error & { code?: string })[] };
  // A host with several addresses, none of which answers, gives one error for each.
  const words = message || errors.map((part) => part.message).join(", ") || String(code);
  return new DatabaseError(redacted(words, secrets), code ?? errors[0]?.code);
}
