import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** How places of queries begin; see `openSource`. */
export const SQL_PLACE = "option sql";

/** Longer complaints are cut. */
const MOST_CHARACTERS = 300;

/**
 * What DuckDB complained about, in our words where its kind is known, as it said it otherwise: the first line, without
 * the query around it.
 */
export function duckError(error: unknown, place: string): InputError {
  if (error instanceof InputError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [, kind = "", text = ""] = /^(?:Failed to [^:]*: )?(?:([A-Z][A-Za-z ]*) Error: )?([^\n]*)/.exec(message) ?? [];
  const value = text.slice(0, MOST_CHARACTERS).replace(/[.!\s]+$/, "");
  if (kind === "Out of Memory") {
    return new InputError({
      code: "memory-exceeded",
      place,
      value,
      expected: "a table that DuckDB can read within its limit",
      remedy: "Read fewer columns or files; programs can allow more by memoryLimit.",
    });
  }
  if (kind === "Missing Extension" || /extension/i.test(kind)) {
    return new InputError({
      code: "unreadable-file",
      place,
      value: value || "needs an extension of DuckDB",
      expected: "local files of CSV, TSV, JSON, JSON Lines or Parquet",
      remedy: "Nothing is fetched from a network: get the file first.",
    });
  }
  if (place === SQL_PLACE) {
    return new InputError({
      code: "wrong-option",
      place,
      value: `${kind ? `${kind.toLowerCase()} error, ` : ""}${value}`,
      expected: "a query over local files, such as select a, b from 'data.parquet'",
      remedy: "Mend the query; paths are relative to the folder you are in.",
    });
  }
  if (text.includes("expected records")) {
    return new InputError({
      code: "malformed-file",
      place,
      value: "no objects, or other values among them",
      expected: 'JSON such as [{"a": 1, "b": 2}, …] or {"a": [1, …], "b": [2, …]}, or one object a line',
      remedy: "Write the table in one of these forms, or as CSV.",
    });
  }
  if (kind === "IO") {
    return new InputError({
      code: "unreadable-file",
      place,
      value,
      expected: "a readable file",
      remedy: "Check the path and the right to read it.",
    });
  }
  return new InputError({
    code: "malformed-file",
    place,
    value,
    expected: "a file that was written to the end, of what its name says",
    remedy: "Write or get the file again, or export it as CSV.",
  });
}
