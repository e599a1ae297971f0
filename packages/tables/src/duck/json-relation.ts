import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { Database } from "./database.js";
import { pathLiteral } from "./sql-text.js";

/** Rows are objects, whatever they hold. */
const OPTIONS = "records = true, maximum_depth = 1, sample_size = -1, union_by_name = true";

/**
 * The query of JSON files: arrays of objects, one object a line, or an object of arrays, one a column. Values are not
 * interpreted, so that the same rules as for text apply; all rows are searched for keys, so that none is lost.
 *
 * @throws InputError `malformed-file`, `length-mismatch`
 */
export async function jsonRelation(database: Database, paths: readonly string[], place: string): Promise<string> {
  const files = `[${paths.map(pathLiteral).join(", ")}]`;
  const sql = `SELECT * FROM read_json(${files}, ${OPTIONS})`;
  const columns = await database.columns(sql, place);
  const rows = await database.rows(`${sql} LIMIT 2`, place);
  const [first] = rows;
  const isByColumn = rows.length === 1 && first?.every((value) => String(value).startsWith("["));
  if (!isByColumn) return sql;
  const lengths = columns.map((_, j) => `json_array_length(c${j})`);
  const named = `(${sql}) AS t(${columns.map((_, j) => `c${j}`).join(", ")})`;
  const [counts = []] = await database.rows(`SELECT ${lengths.join(", ")} FROM ${named}`, place);
  const odd = counts.findIndex((count) => count !== counts[0]);
  if (odd > 0) throw unevenColumns(place, columns[0]?.name ?? "", columns[odd]?.name ?? "", [counts[0], counts[odd]]);
  const unnested = columns.map(
    ({ name }, j) => `unnest(from_json(c${j}, '["JSON"]')) AS "${name.replaceAll('"', '""')}"`,
  );
  return `SELECT ${unnested.join(", ")} FROM ${named}`;
}

function unevenColumns(place: string, first: string, odd: string, counts: readonly unknown[]): InputError {
  return new InputError({
    code: "length-mismatch",
    place: `${place}, columns "${first}" and "${odd}"`,
    value: `${counts.join(" and ")} values`,
    expected: "one value of each in every row",
    remedy: "Fill up the shorter column with null.",
  });
}
