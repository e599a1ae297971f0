import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { version } from "@causal-velocity/core/version.js";
import type { PaperFigure, PaperFigureOptions } from "@causal-velocity/lab/paper-figures/paper-figure.js";
import { paperFigureNamed, paperFigures } from "@causal-velocity/lab/paper-figures/paper-figures.js";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { badUsage, given, listed, parseCommand, wholeNumber } from "../arguments.js";
import { DRAW_FLAGS, DRAWN_ENDINGS, drawnFile, drawOptions, requireDrawable } from "../drawn-file.js";
import { wrap } from "../printable.js";
import { figureJson } from "../render/records.js";
import { requireFreeFile, writeFiles } from "../write-files.js";

const OPTIONS = {
  out: { type: "string" },
  seed: { type: "string" },
  rows: { type: "string" },
  pairs: { type: "string" },
  list: { type: "boolean" },
  ...DRAW_FLAGS,
  force: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const HELP = "See causal-velocity figure --help.";
const NAME_WIDTH = 20;
/** Seconds from which on the expected time is printed to a terminal. */
const LONG_SECONDS = 5;

/** `causal-velocity figure`: a figure of the paper, recomputed, to a file or as JSON. Returns what to print. */
export async function figureCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity figure --help");
  if (values.help) return FIGURE_HELP;
  if (values.list) return listOf(values, positionals);
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    const found = name === undefined ? "no name" : `${positionals.length} names`;
    throw badUsage("causal-velocity figure", found, "one NAME, or --list", HELP);
  }
  const entry = paperFigureNamed(name);
  const { out, force = false } = values;
  const options = optionsFor(entry, {
    seed: wholeNumber("--seed", values.seed),
    rows: wholeNumber("--rows", values.rows),
    pairs: wholeNumber("--pairs", values.pairs),
  });
  if (out !== undefined && values.json) throw badUsage("options --out, --json", "both", "one of them", HELP);
  const looks = drawOptions(values, out);
  if (out !== undefined) {
    requireDrawable(out);
    requireFreeFile({ path: out, force });
  }
  if (process.stderr.isTTY && entry.seconds > LONG_SECONDS) {
    process.stderr.write(`${name}: about ${entry.seconds} s unless --pairs or --rows say otherwise\n`);
  }
  const figure = entry.make({ routines: bestRoutines(), ...options });
  if (out === undefined) return figureJson(figure);
  const text = await drawnFile(figure, out, looks);
  writeFiles({ path: out, isFolder: false, force, files: [{ name: out, text }] });
  return `${wrap(`Wrote ${out}. ${figure.caption}`)}\n`;
}

/** The options given, each of which the figure must take. */
function optionsFor(
  { name, takes }: PaperFigure,
  asked: Pick<PaperFigureOptions, "seed" | "rows" | "pairs">,
): PaperFigureOptions {
  const options = given(asked);
  for (const key of ["seed", "rows", "pairs"] as const) {
    if (options[key] === undefined || takes.includes(key)) continue;
    const able = paperFigures.filter((figure) => figure.takes.includes(key)).map((figure) => figure.name);
    throw badUsage(`--${key}`, `given for ${name}`, `one of the figures ${able.join(", ")}`, HELP);
  }
  return options;
}

/** Options that say something about one figure. */
const OF_ONE = ["out", "seed", "rows", "pairs", "theme", "width", "force"] as const;

function listOf(values: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const option = OF_ONE.find((key) => values[key] !== undefined);
  const other = option ? `--${option}` : names[0];
  if (other !== undefined) throw badUsage("--list", `with ${other}`, "--list alone, or with --json", HELP);
  if (values.json) {
    const figures = paperFigures.map(({ make: _, ...about }) => about);
    return jsonText({ schema: "causal-velocity/figures@1", version, figures });
  }
  return `${paperFigures.map(listLine).join("\n")}\n`;
}

function listLine({ name, label, summary, takes, seconds }: PaperFigure): string {
  const options = takes.map((key) => `--${key}`).join(", ");
  const text = `${summary} (${label}; about ${seconds} s; ${options})`;
  return wrap(text, `${name.padEnd(NAME_WIDTH)} `);
}

export const FIGURE_HELP = `Usage
  causal-velocity figure NAME [options]
  causal-velocity figure --list [--json]

  Recomputes a figure of the paper from simulated data. Without --out: as JSON
  on standard output, causal-velocity/figure@1.

  --out FILE          a file; its name ends in
                      ${listed(DRAWN_ENDINGS)}
  --seed N            default 0; the same seed gives the same bytes
  --rows N            rows of a dataset, or of the largest where sizes differ;
                      of curve-families: curves
  --pairs N           datasets; the studies of sample size have 100, as in the
                      paper
  --theme T           light (default) or dark
  --width N           in pixels; default 760, with three panels or more 1140
  --force             write over what is there
  --list              names, labels in the paper, how long each takes, and
                      which options it has

Figures
${figureLines()}
`;

function figureLines(): string {
  return paperFigures.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}
