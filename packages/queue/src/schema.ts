import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { Database, Executor } from "./database.js";

/** Increased whenever a table changes. */
const SCHEMA_VERSION = "1";
/** An arbitrary number: the holder of this lock creates what is missing. */
const LOCK = 7_204_113_660;

/**
 * Columns are stored once, under the hash of their bytes. A run has columns, tiles (pairs as a flat list x, y, x, y, …)
 * and settings; `done` and `failed` count its outcomes, in the transaction that adds them. Column names and outcomes are
 * JSON in a text, as PostgreSQL's own JSON and text refuse characters that names may have.
 */
const TABLES = `
  create schema if not exists causal_velocity;
  create table if not exists causal_velocity.about (
    name text primary key,
    value text not null
  );
  create table if not exists causal_velocity.stored_column (
    hash bytea primary key,
    row_count integer not null,
    part_count integer not null
  );
  create table if not exists causal_velocity.column_part (
    hash bytea not null,
    part integer not null,
    bytes bytea not null,
    primary key (hash, part)
  );
  create table if not exists causal_velocity.run (
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
  create table if not exists causal_velocity.run_column (
    run text not null references causal_velocity.run,
    number integer not null,
    hash bytea not null references causal_velocity.stored_column,
    about text not null,
    primary key (run, number)
  );
  create index if not exists run_column_hash on causal_velocity.run_column (hash);
  create table if not exists causal_velocity.tile (
    run text not null references causal_velocity.run,
    number integer not null,
    pairs integer[] not null,
    primary key (run, number)
  );
  create table if not exists causal_velocity.outcome (
    run text not null references causal_velocity.run,
    x integer not null,
    y integer not null,
    failed boolean not null,
    outcome text not null,
    primary key (run, x, y)
  );
`;

/**
 * Creates something in the database if it is missing; if many try at once, one after the other.
 *
 * @param name of a table or an index     @param make must also work if another has created it meanwhile
 */
export async function makeMissing(
  database: Database,
  name: string,
  make: (executor: Executor) => Promise<void>,
): Promise<void> {
  const { rows } = await database.query("select to_regclass($1) as found", [name]);
  if (rows[0]?.found !== null) return;
  await database.transaction(async (executor) => {
    await executor.query("select pg_advisory_xact_lock($1)", [LOCK]);
    await make(executor);
  });
}

/**
 * Creates the tables if they are missing; many may try at once.
 *
 * @throws InputError `unusable-database` if another version of the package created them
 */
export async function ensureSchema(database: Database): Promise<void> {
  await makeMissing(database, "causal_velocity.about", async ({ query }) => {
    await query(TABLES);
    await query("insert into causal_velocity.about (name, value) values ('schema', $1) on conflict (name) do nothing", [
      SCHEMA_VERSION,
    ]);
  });
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
