import { InputError, type Text, text } from "@causal-velocity/core/primitives/errors.js";
import { sourceKind } from "@causal-velocity/core/table/text-source.js";
import { type Database, literal, pathLiteral } from "./database.js";

/** Columns of decimals that DuckDB takes for other numbers, by name, each with its type in the file. */
export type MisreadDecimals = ReadonlyMap<string, string>;

/**
 * Finds decimals that DuckDB would read wrong, without a word: those of more than 38 digits, and those whose type is
 * given in the newer of Parquet's two ways alone.
 *
 * @param files a glob or a list of globs, in SQL     @cost the metadata of the files
 */
async function misreadIn(database: Database, files: string, place: Text): Promise<MisreadDecimals> {
  const isDecimal = "(converted_type = 'DECIMAL' OR logical_type LIKE 'DecimalType%')";
  const rows = await database.rows(
    `SELECT name, converted_type = 'DECIMAL', precision, type, logical_type FROM parquet_schema(${files})
     WHERE ${isDecimal} AND duckdb_type NOT LIKE 'DECIMAL%'`,
    place,
  );
  return new Map(
    rows.map(([name, isPlain, digits, type, logical]) => [
      String(name),
      isPlain ? `decimals of ${digits} digits` : `${type} whose logical type alone says ${logical}`,
    ]),
  );
}

/** Parts within parts. DuckDB takes minutes for 10,000, and its process ends at 100,000. */
const DEEPEST = 100;

/**
 * The decimals that DuckDB would read wrong in the files of a source.
 *
 * @throws InputError `malformed-file` if a column is nested deeper than DuckDB can read in time
 */
export async function checkSchemas(
  database: Database,
  paths: readonly string[],
  place: Text,
): Promise<MisreadDecimals> {
  const files = `[${paths.map(pathLiteral).join(", ")}]`;
  // Only files with so many nested parts can have them within each other.
  const nested = await database.rows(
    `SELECT list(coalesce(num_children, 0) ORDER BY column_id) FROM parquet_schema(${files})
     GROUP BY file_name HAVING count(num_children) > ${DEEPEST}`,
    place,
  );
  for (const [children] of nested) {
    const depth = depthOf(children as readonly bigint[]);
    if (depth <= DEEPEST) continue;
    throw new InputError({
      code: "malformed-file",
      place,
      value: `a column that is nested ${depth} levels deep`,
      expected: `at most ${DEEPEST} levels`,
      remedy: "Write the table without this column.",
    });
  }
  return misreadIn(database, files, place);
}

/** The most parts within each other. @param children how many parts each part has, in the order of the schema */
function depthOf(children: readonly bigint[]): number {
  /** Of each part that is not complete, how many parts are to come. */
  const open: number[] = [];
  let deepest = 0;
  for (const count of children) {
    while (open.at(-1) === 0) open.pop();
    if (open.length > 0) open.push((open.pop() as number) - 1);
    if (count > 0n) open.push(Number(count));
    deepest = Math.max(deepest, open.length);
  }
  return deepest;
}

/** Refuses a column whose decimals would be read wrong. @throws InputError `malformed-file` */
export function requireRightDecimals(misread: MisreadDecimals, name: string, place: Text): void {
  const type = misread.get(name);
  if (type === undefined) return;
  throw new InputError({
    code: "malformed-file",
    place: text`${place}, column "${name}"`,
    value: type,
    expected: "decimals of at most 38 digits, whose converted type is DECIMAL too",
    remedy: "Write this column as DOUBLE or as such a decimal, or name other columns.",
  });
}

/** Texts and quoted names of a query. */
const QUOTED = /'((?:[^']|'')*)'|"((?:[^"]|"")*)"/g;

/**
 * Refuses a query that reads such a column of a Parquet file.
 *
 * @cost a plan of the query if a file has such a column     @throws InputError `malformed-file`
 */
export async function requireRightQuery(database: Database, sql: string, place: Text): Promise<void> {
  const namesAll = /\b(?:read_parquet|parquet_scan)\b/i.test(sql);
  for (const [, quoted, name] of sql.matchAll(QUOTED)) {
    const files = quoted?.replaceAll("''", "'") ?? name?.replaceAll('""', '"') ?? "";
    if (!namesAll && sourceKind(files).holds !== "parquet") continue;
    // Another quoted text is not a file, or one whose error the query itself reports.
    const misread = await misreadIn(database, literal(files), place).catch((): MisreadDecimals => new Map());
    if (misread.size === 0) continue;
    const [[, plan] = []] = await database.rows(`EXPLAIN (FORMAT json) ${sql}`, place);
    const scans = scansOf(JSON.parse(String(plan)));
    for (const column of misread.keys()) {
      if (scans.some((scan) => names(scan, column)))
        requireRightDecimals(misread, column, text`${place}, file "${files}"`);
    }
  }
}

/** A step of a plan, as DuckDB explains it. */
interface Step {
  readonly name: string;
  readonly children: readonly Step[];
  readonly extra_info: Readonly<Record<string, string | readonly string[]>>;
}

/** What is said of the steps that read Parquet. */
function scansOf(steps: readonly Step[]): readonly Step["extra_info"][] {
  return steps.flatMap(({ name, children, extra_info }) => [
    ...(name.includes("PARQUET") ? [extra_info] : []),
    ...scansOf(children),
  ]);
}

/** Whether a step reads a column, to show it or for a condition such as amount>3.0. */
function names({ Projections = [], Filters = [] }: Step["extra_info"], column: string): boolean {
  const word = new RegExp(`(?<!\\w)${column.replace(/[^\w]/g, "\\$&")}(?!\\w)`);
  return [Projections].flat().includes(column) || word.test(String(Filters));
}
