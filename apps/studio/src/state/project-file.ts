import { InputError } from "@causal-velocity/core/primitives/errors.js";
import type { FormatOverrides } from "@causal-velocity/core/table/table-format.js";
import { fromAddress, toAddress } from "./address.js";
import type { Place } from "./settings.js";

const SCHEMA = "causal-velocity/project@1";
/** As far as a file is looked into to know a project. */
const HEAD_BYTES = 200;

/** The table of a project: enough to know it again, and the table itself if it was put in. */
export interface ProjectTable {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
  readonly columns: readonly string[];
  /** What was chosen for its layout. */
  readonly format: FormatOverrides;
  /** The file, in base 64. */
  readonly content?: string;
}

/** All it takes to see again what was seen: where one was, with which settings, on which table, and what came out. */
export interface Project {
  readonly schema: typeof SCHEMA;
  /** Of the Studio that saved it. */
  readonly version: string;
  readonly place: Place;
  /** Absent for examples. */
  readonly table?: ProjectTable;
  readonly verdict?: { readonly sentence: string; readonly score: number; readonly confidence?: number };
}

export function projectText(project: Omit<Project, "schema">): string {
  return `${JSON.stringify({ schema: SCHEMA, ...project }, null, 2)}\n`;
}

/** Whether a file says of itself that it is a project. One that cannot be read does not; whoever opens it tells why. */
export async function isProject(blob: Blob): Promise<boolean> {
  const head = await blob
    .slice(0, HEAD_BYTES)
    .text()
    .catch(() => "");
  return /^\s*\{\s*"schema"\s*:\s*"causal-velocity\/project@/.test(head);
}

/**
 * The project in a file. Settings that are not understood are left at their defaults, as in an address.
 *
 * @throws InputError `malformed-file`
 */
export function readProject(text: string, name: string): Project {
  const wrong = (value: string, expected: string): InputError =>
    new InputError({
      code: "malformed-file",
      place: `project "${name}"`,
      value,
      expected,
      remedy: "Save the project again, or open its table and begin anew.",
    });
  let found: Partial<Record<keyof Project, unknown>>;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error), "JSON to its end");
  }
  if (found.schema !== SCHEMA) throw wrong(`schema ${JSON.stringify(found.schema)}`, `"${SCHEMA}"`);
  const { table, verdict, version } = found as Partial<Project>;
  const place = placeOf(found.place);
  if (!place.example && !isTable(table)) throw wrong("neither table nor example", "one of them");
  return {
    schema: SCHEMA,
    version: String(version),
    place,
    ...(isTable(table) ? { table } : {}),
    ...(isVerdict(verdict) ? { verdict } : {}),
  };
}

/** Through an address and back: what an address may not hold does not survive. */
function placeOf(found: unknown): Place {
  const given = (typeof found === "object" && found !== null ? found : {}) as Place;
  const columns = Array.isArray(given.columns) ? given.columns : undefined;
  const { columns: _, ...rest } = given;
  return fromAddress(toAddress({ ...rest, ...(columns ? { columns } : {}) }));
}

function isTable(found: Partial<ProjectTable> | undefined): found is ProjectTable {
  return (
    typeof found === "object" &&
    found !== null &&
    typeof found.name === "string" &&
    typeof found.bytes === "number" &&
    typeof found.sha256 === "string" &&
    typeof found.rows === "number" &&
    Array.isArray(found.columns) &&
    typeof found.format === "object" &&
    found.format !== null &&
    (found.content === undefined || typeof found.content === "string")
  );
}

function isVerdict(found: Project["verdict"]): found is NonNullable<Project["verdict"]> {
  return (
    typeof found === "object" && found !== null && typeof found.sentence === "string" && typeof found.score === "number"
  );
}
