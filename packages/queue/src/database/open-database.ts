import pg from "pg";
import type { Database, Executor, Rows } from "./database.js";
import { DatabaseError } from "./database-error.js";
import type { QueueAddress } from "./queue-address.js";
import { redacted } from "./redacted.js";
import { tlsOptions } from "./tls-options.js";
import { unusableDatabase } from "./unusable-database.js";

/** Milliseconds to wait for a connection, and for an answer: a part of a column may come over a slow line. */
const CONNECT_TIMEOUT = 15_000;
const ANSWER_TIMEOUT = 300_000;

/**
 * Opens a pool of connections and tries one.
 *
 * A connection on which a statement failed is closed, as it may be amid a transaction.
 * @param connections at most this many at a time
 * @throws InputError `unusable-database`; `wrong-option` for TLS that cannot be
 */
export async function openDatabase({ url }: QueueAddress, connections: number): Promise<Database> {
  const secrets = secretsOf(url);
  const { url: connectionString, tls } = tlsOptions(url);
  const guarded = async <T>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      throw withoutSecrets(error, secrets);
    }
  };
  try {
    const pool = new pg.Pool({
      ...(connectionString === undefined ? {} : { connectionString }),
      ssl: tls,
      max: connections,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: ANSWER_TIMEOUT,
      keepAlive: true,
      application_name: "causal-velocity",
    });
    // An idle connection that the server ends is replaced when it is needed.
    pool.on("error", () => {});
    /** What `action` throws of its own is left as it is. */
    const withClient = async <T>(action: (executor: Executor) => Promise<T>): Promise<T> => {
      const client = await guarded(() => pool.connect());
      // A connection that ends between two statements tells nobody else; the next statement will.
      const ignore = (): void => {};
      client.on("error", ignore);
      let isFit = false;
      try {
        const value = await action({
          query: (text, values) => guarded(() => client.query(text, values as unknown[]) as Promise<Rows>),
        });
        isFit = true;
        return value;
      } finally {
        client.off("error", ignore);
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
    await pool.query("select 1").catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
    return database;
  } catch (error) {
    throw unusableDatabase(withoutSecrets(error, secrets));
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

/** The same error, its words redacted; details that drivers hang on errors, such as the address, are left behind. */
function withoutSecrets(error: unknown, secrets: readonly string[]): DatabaseError {
  const {
    message,
    code,
    errors = [],
  } = error as Error & { code?: string; errors?: readonly (Error & { code?: string })[] };
  // A host with several addresses, none of which answers, gives an error for each.
  const words = message || errors.map((part) => part.message).join(", ") || String(code);
  return new DatabaseError(redacted(words, secrets), code ?? errors[0]?.code);
}
