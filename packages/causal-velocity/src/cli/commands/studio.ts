import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "@causal-velocity/core";
import { serveStudio } from "../../studio/serve-studio.js";
import { badUsage, parseCommand, wholeNumber } from "../arguments.js";
import { STUDIO_HELP } from "../help.js";
import { printable, wrap } from "../printable.js";
import { untilInterrupted } from "../until-interrupted.js";

const OPTIONS = { port: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
const COMMAND = "causal-velocity studio";
const LAST_PORT = 65_535;

/** `causal-velocity studio`: the web app, served to this machine until it is stopped. Returns what to print then. */
export async function studioCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return STUDIO_HELP;
  const [table, ...others] = positionals;
  if (others.length > 0)
    throw badUsage(COMMAND, `${positionals.length} files`, "one FILE or none", `See ${COMMAND} --help.`);
  const port = wholeNumber("--port", values.port) ?? 0;
  if (port > LAST_PORT) throw badUsage("--port", String(port), `at most ${LAST_PORT}`, "Leave it out for a free one.");
  if (table !== undefined) requireFile(table);
  // Beside the bundle, where the build puts the app.
  const folder = fileURLToPath(new URL("./studio/", import.meta.url));
  const studio = await serveStudio(folder, port, table).catch((error: NodeJS.ErrnoException) => {
    throw badUsage("--port", `${port} (${error.code})`, "a port that is free", "Leave it out for a free one.");
  });
  const { address } = studio;
  process.stdout.write(
    `\n${wrap(`Studio is at ${address}`, "  ")}\n\n${wrap(
      printable("It computes in your browser, and no row leaves this machine. Ctrl-C stops it."),
      "  ",
    )}\n\n`,
  );
  await untilInterrupted(
    (signal) => new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true })),
  );
  studio.close();
  return "";
}

function requireFile(table: string): void {
  if (existsSync(table) && statSync(table).isFile()) return;
  throw new InputError({
    code: "unreadable-file",
    place: `file "${table}"`,
    value: existsSync(table) ? "a folder, not a file" : "no such file",
    expected: "a table: CSV, TSV, JSON or Parquet",
    remedy: "Check the path; names with blanks need quotes.",
  });
}
