import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { STUDIO_PORTS, serveStudio } from "../../studio/serve-studio.js";
import { badUsage, parseCommand, wholeNumber } from "../arguments.js";
import { MARGIN, wrap } from "../printable.js";
import { untilInterrupted } from "../terminal.js";

const OPTIONS = { port: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
const COMMAND = "causal-velocity studio";
const LAST_PORT = 65_535;
const USUAL_PORTS = Array.from({ length: STUDIO_PORTS.count }, (_, i) => STUDIO_PORTS.first + i);
const ANY_FREE = 0;

/** `causal-velocity studio`: the web app, served to this machine until it is stopped. Returns what to print then. */
export async function studioCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return STUDIO_HELP;
  const [table, ...others] = positionals;
  if (others.length > 0)
    throw badUsage(COMMAND, `${positionals.length} files`, "one FILE or none", `See ${COMMAND} --help.`);
  const port = wholeNumber("--port", values.port);
  if (port !== undefined && port > LAST_PORT)
    throw badUsage("--port", String(port), `at most ${LAST_PORT}`, "Leave it out for a free one.");
  if (table !== undefined) requireFile(table);
  // Beside the bundle, where the build puts the app.
  const folder = fileURLToPath(new URL("./studio/", import.meta.url));
  const ports = port === undefined ? [...USUAL_PORTS, ANY_FREE] : [port];
  const studio = await serveStudio(folder, ports, table).catch((error: NodeJS.ErrnoException) => {
    throw badUsage("--port", `${port ?? "any"} (${error.code})`, "a port that is free", "Leave it out for a free one.");
  });
  const isElsewhere = port === undefined && studio.port !== STUDIO_PORTS.first;
  const paragraphs = [
    ...(table === undefined ? [] : ["The address is a key to your table: share it with nobody."]),
    ...(isElsewhere
      ? [`Port ${STUDIO_PORTS.first} is taken, perhaps by another Studio; this is the next free one.`]
      : []),
    "It computes in your browser, and no row leaves this machine. Ctrl-C stops it.",
  ];
  // On one line, whatever its length: an address that is broken cannot be clicked.
  const head = `${MARGIN}Studio is at ${studio.address}`;
  process.stdout.write(`\n${[head, ...paragraphs.map((text) => wrap(text, MARGIN))].join("\n\n")}\n\n`);
  await untilInterrupted(
    (signal) => new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true })),
  );
  studio.close();
  return "";
}

function requireFile(table: string): void {
  const about = statSync(table, { throwIfNoEntry: false });
  if (about?.isFile()) return;
  throw new InputError({
    code: "unreadable-file",
    place: `file "${table}"`,
    value: !about ? "no such file" : about.isDirectory() ? "a folder, not a file" : "a device or a pipe, not a file",
    expected: "a table: CSV, TSV, JSON or Parquet",
    remedy: "Check the path; names with blanks need quotes.",
  });
}

export const STUDIO_HELP = `Usage
  causal-velocity studio [FILE] [--port N]

  Serves Studio, the web app, to this machine alone and prints its address. It
  computes in your browser: no row leaves the machine. With FILE, a table (CSV,
  TSV, JSON or Parquet), the page opens it; the address then holds a random key,
  so that no other account of this machine can read the table. Ctrl-C stops it.

  --port N            default: ${STUDIO_PORTS.first}, or the next that is free; 0: any
`;
