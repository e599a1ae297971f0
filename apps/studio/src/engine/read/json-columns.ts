import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { NamedValues } from "@causal-velocity/core/table/table.js";

/**
 * The columns in a JSON text: an array of objects, one a row, or an object of arrays, one a column. Keys that some rows
 * lack are missing there.
 *
 * @throws InputError `malformed-file`
 */
export function jsonColumns(text: string, place: string): NamedValues[] {
  const content = parsed(text, place);
  if (Array.isArray(content)) return columnsOfRows(content, place);
  if (typeof content === "object" && content !== null) return columnsOfObject(content, place);
  throw malformed(place, describe(content));
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(place, error instanceof Error ? error.message : String(error));
  }
}

function columnsOfRows(rows: readonly unknown[], place: string): NamedValues[] {
  const columns = new Map<string, unknown[]>();
  rows.forEach((row, i) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      throw malformed(`${place}, element ${i + 1}`, describe(row));
    }
    for (const [key, value] of Object.entries(row)) {
      let values = columns.get(key);
      if (!values) {
        values = new Array(rows.length).fill(null);
        columns.set(key, values);
      }
      values[i] = value;
    }
  });
  return Array.from(columns, ([name, values]) => ({ name, values }));
}

function columnsOfObject(content: object, place: string): NamedValues[] {
  return Object.entries(content).map(([name, values]) => {
    if (!Array.isArray(values)) throw malformed(`${place}, "${name}"`, describe(values));
    return { name, values };
  });
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${JSON.stringify(value)}`.slice(0, 60);
}

function malformed(place: string, value: string): InputError {
  return new InputError({
    code: "malformed-file",
    place,
    value,
    expected: 'JSON such as [{"a": 1, "b": 2}, …] or {"a": [1, …], "b": [2, …]}',
    remedy: "Write the table in one of these forms, or as CSV.",
  });
}
