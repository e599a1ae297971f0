/** Rows that a statement returned. */
export interface Rows {
  // biome-ignore lint/suspicious/noExplicitAny: what a row holds is known to the statement alone
  readonly rows: any[];
}

/** Runs statements; values only ever travel as parameters. */
export interface Executor {
  query(text: string, values?: readonly unknown[]): Promise<Rows>;
}

/** A pool of connections to PostgreSQL. Errors have lost every trace of the password. */
export interface Database extends Executor {
  /** Runs `action` in one transaction: all of it is kept, or nothing. */
  transaction<T>(action: (executor: Executor) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
