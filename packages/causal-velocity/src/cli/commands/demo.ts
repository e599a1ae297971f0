import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { nearestName } from "@causal-velocity/core/primitives/did-you-mean.js";
import { badUsage, parseCommand } from "../arguments.js";
import { commandLine } from "../next-command.js";
import { MARGIN, printable, wrap } from "../printable.js";
import { requireFreeFile, writeFiles } from "../write-files.js";

const OPTIONS = {
  out: { type: "string" },
  force: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const HELP = "See causal-velocity demo --help.";
/** Where the documents have them. */
const FOLDER = "examples";

/** A table that ships with the package: what it is, what is known of it, and what to run next. */
interface Demo {
  readonly name: string;
  readonly story: string;
  readonly known: string;
  /** Words of commands; the table is put after the first. */
  readonly next: readonly (readonly [command: string, ...rest: string[]])[];
}

const DEMOS: readonly Demo[] = [
  {
    name: "dose-response",
    story:
      "A made-up trial, one row a patient. The response rises with the dose and falls again beyond 6, its scatter grows with the dose, and three responses were not recorded.",
    known: "The dose drives the response, by construction.",
    next: [
      ["decide", "--x", "dose", "--y", "response"],
      ["explain", "--x", "dose", "--y", "response", "--out", "report.html"],
    ],
  },
  {
    name: "greenhouse",
    story:
      "A made-up greenhouse, one row a bed. Sunshine warms the air, watering and warmth decide how moist the soil is, plants grow best in warm air and moist soil, and growth decides the yield.",
    known: "Six arrows between six columns, by construction; the distance to the road drives nothing.",
    next: [["graph"], ["pairs", "--out", "pairs.csv"]],
  },
];

/** `causal-velocity demo`: writes tables to try everything on. Returns what to print. */
export function demoCommand(args: readonly string[]): string {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity demo --help");
  if (values.help) return DEMO_HELP;
  const { out = FOLDER, force = false } = values;
  const demos = positionals.length === 0 ? DEMOS : [...new Set(positionals)].map(demoNamed);
  const files = demos.map((demo) => {
    const file = `${demo.name}.csv`;
    return { demo, path: join(out, file), bytes: readFileSync(new URL(`./examples/${file}`, import.meta.url)) };
  });
  const missing = files.filter(({ path, bytes }) => !isThere(path, bytes));
  for (const { path } of missing) if (existsSync(path)) requireFreeFile({ path, force });
  // What is in the way was looked for; other files may be in the folder.
  const written = missing.map(({ demo, bytes }) => ({ name: `${demo.name}.csv`, text: bytes }));
  if (written.length > 0) writeFiles({ path: out, isFolder: true, force: true, files: written });
  return `\n${files.map(({ demo, path }) => storyText(demo, path)).join("\n\n")}\n\n`;
}

function demoNamed(name: string): Demo {
  const found = DEMOS.find((demo) => demo.name === name);
  if (found) return found;
  const names = DEMOS.map((demo) => demo.name);
  const near = nearestName(name, names);
  const hint = near === undefined ? "" : `Did you mean ${near}? `;
  throw badUsage("NAME", `"${name}"`, names.join(" or "), `${hint}${HELP}`);
}

/** Whether a file has these contents. A pipe or a device is not read. */
function isThere(path: string, bytes: Buffer): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && found.size === bytes.length && readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

function storyText({ story, known, next }: Demo, path: string): string {
  const commands = next.flatMap(([command, ...rest]) => commandLine([command, path, ...rest]) ?? []);
  return [
    `${MARGIN}${printable(path)}`,
    wrap(story, `${MARGIN}what    `),
    wrap(known, `${MARGIN}known   `),
    ...commands.map((line, i) => `${MARGIN}${(i === 0 ? "next" : "").padEnd(8)}${line}`),
  ].join("\n");
}

export const DEMO_HELP = `Usage
  causal-velocity demo [NAME...] [options]

  Writes tables that ship with the package, to try every command on, and says
  what each is, what is known of it, and what to run next. A table that is there
  already stays as it is.

  NAME                ${DEMOS.map(({ name }) => name).join(" or ")}; default all
  --out DIR           where to; default the folder ${FOLDER}
  --force             write over files that are there
`;
