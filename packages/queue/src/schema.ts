import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { Database, Executor } from "./database.js";

/** Something that the first use of a database creates. */
export interface SchemaPart {
  /** A table or an index of it, with its schema: where it is, all of the part is. */
  readonly name: string;
  make(executor: Executor): Promise<unknown>;
}

/** Increased whenever a table changes. */
const SCHEMA_VERSION = "1";
/** An arbitrary number: the holder of this lock creates what is missing. */
export const SCHEMA_LOCK = 7_204_113_660;

/**
 * Columns are stored once, under the hash of their bytes. A run has columns, tiles (pairs as a flat list x, y, x, y, …)
 * and settings; `done` and `failed` count its outcomes, in the transaction that adds them. Column names and outcomes are
 * JSON in a text, as PostgreSQL's own JSON and text refuse characters that names may have.
 */
const TABLES = `
  create schema if not exists causal_velocity;
  create table causal_velocity.about (
    name text primary key,
    value text not null
  );
  create table causal_velocity.stored_column (
    hash bytea primary key,
    row_count integer not null,
    part_count integer not null
  );
  create table causal_velocity.column_part (
    hash bytea not null,
    part integer not null,
    bytes bytea not null,
    primary key (hash, part)
  );
  create table causal_velocity.run (
    id text primary key,
    state text not null check (state in ('running', 'canceled')),
    version text not null,
    settings json not null,
    limits json not null,
    column_count integer not null,
    pair_count integer not null,
    done integer not null default 0,
    failed integer not null default 0,
    round integer not null default 0,
    created_at timestamptz not null default now()
  );
  create table causal_velocity.run_column (
    run text not null references causal_velocity.run,
    number integer not null,
    hash bytea not null references causal_velocity.stored_column,
    about text not null,
    primary key (run, number)
  );
  create index run_column_hash on causal_velocity.run_column (hash);
  create table causal_velocity.tile (
    run text not null references causal_velocity.run,
    number integer not null,
    pairs integer[] not null,
    primary key (run, number)
  );
  create table causal_velocity.outcome (
    run text not null references causal_velocity.run,
    x integer not null,
    y integer not null,
    failed boolean not null,
    outcome text not null,
    primary key (run, x, y)
  );
`;

/** Our own tables. */
export const TABLES_PART: SchemaPart = {
  name: "causal_velocity.about",
  make: async ({ query }) => {
    await query(TABLES);
    await query("insert into causal_velocity.about (name, value) values ('schema', $1)", [SCHEMA_VERSION]);
  },
};

/**
 * Creates what is missing, all of it or nothing. Of many that start at the same time, one creates it and the others wait.
 *
 * What exists is read from the catalogs by plain queries: a lookup of a name that failed before the lock was held, as of
 * `to_regclass` or `if not exists`, is remembered by the connection, and would fail again under the lock.
 */
export async function makeMissing(database: Database, parts: readonly SchemaPart[]): Promise<void> {
  if ((await missingOf(database, parts)).length === 0) return;
  await database.transaction(async (executor) => {
    // Whatever the server's default is, each statement sees what others have committed before it.
    await executor.query("set transaction isolation level read committed");
    await executor.query("select pg_advisory_xact_lock($1)", [SCHEMA_LOCK]);
    for (const { make } of await missingOf(executor, parts)) await make(executor);
  });
}

async function missingOf({ query }: Executor, parts: readonly SchemaPart[]): Promise<SchemaPart[]> {
  const { rows } = await query(
    `select n.nspname || '.' || c.relname as name
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = any($1)`,
    [parts.map(({ name }) => name)],
  );
  const found = new Set(rows.map(({ name }) => name));
  return parts.filter(({ name }) => !found.has(name));
}

/** @throws InputError `unusable-database` if another version of the package created the tables */
export async function requireLayout(database: Database): Promise<void> {
  const about = await database.query("select value from causal_velocity.about where name = 'schema'");
  const found = about.rows[0]?.value;
  if (found === SCHEMA_VERSION) return;
  throw new InputError({
    code: "unusable-database",
    place: "the queue's database",
    value: `tables of layout ${found}`,
    expected: `layout ${SCHEMA_VERSION}`,
    remedy: "Another version of the package created them: use that version, or another database.",
  });
}
