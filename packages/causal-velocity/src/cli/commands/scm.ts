import { structuralFigure } from "@causal-velocity/core/explain/figures/structural-figure.js";
import { pairFromTable } from "@causal-velocity/core/pair/pair.js";
import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { structuralModel } from "../../library.js";
import {
  badUsage,
  given,
  gridOf,
  joinNegatives,
  numbersOf,
  parseCommand,
  RAW_CSV_FLAG,
  RAW_CSV_LINES,
  wholeNumber,
} from "../arguments.js";
import { DRAW_FLAGS, drawnFile, drawOptions, missingLetters, missingText, requireDrawable } from "../drawn-file.js";
import { VELOCITY_FLAGS, VELOCITY_LINES, velocityOptions } from "../method-flags.js";
import { wrap } from "../printable.js";
import { commandTable, pairColumns, TABLE_FLAGS, TABLE_LINES } from "../read-table.js";
import { structuralCsv, structuralRecord, structuralText } from "../render/structural-text.js";
import { endingOf, requireFreeFile, writeFiles } from "../write-files.js";

const OPTIONS = {
  cause: { type: "string" },
  effect: { type: "string" },
  at: { type: "string" },
  grid: { type: "string" },
  quantiles: { type: "string" },
  samples: { type: "string" },
  density: { type: "boolean" },
  ...VELOCITY_FLAGS,
  "max-rows": { type: "string" },
  seed: { type: "string" },
  ...TABLE_FLAGS,
  out: { type: "string" },
  ...DRAW_FLAGS,
  ...RAW_CSV_FLAG,
  force: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const COMMAND = "causal-velocity scm";
const REMEDY = `See ${COMMAND} --help.`;
const CSV = ".csv";

/** `causal-velocity scm`: the fitted model of one direction of a pair. Returns what to print. */
export async function scmCommand(args: readonly string[]): Promise<string> {
  const joined = joinNegatives(args, ["--at", "--grid"]);
  const { values, positionals } = parseCommand(joined, OPTIONS, `${COMMAND} --help`);
  if (values.help) return SCM_HELP;
  const { cause, effect, out, force = false } = values;
  if (cause === undefined || effect === undefined) {
    const found = cause === undefined ? "no --cause" : "no --effect";
    const remedy = "Say which column is the cause; causal-velocity decide helps to find out.";
    throw badUsage(COMMAND, found, "--cause NAME and --effect NAME", remedy);
  }
  const at = [...(numbersOf("--at", values.at) ?? []), ...(gridOf("--grid", values.grid, REMEDY) ?? [])];
  const request = {
    direction: "x->y",
    ...(at.length > 0 ? { at } : {}),
    ...given({
      quantiles: numbersOf("--quantiles", values.quantiles),
      samples: wholeNumber("--samples", values.samples),
      density: values.density,
    }),
  } as const;
  const options = {
    ...velocityOptions(values),
    ...given({ seed: wholeNumber("--seed", values.seed), maxRows: wholeNumber("--max-rows", values["max-rows"]) }),
  };
  const isCsv = out !== undefined && endingOf(out) === CSV;
  const looks = drawOptions(values, isCsv ? undefined : out);
  if (out !== undefined) {
    if (values.json) throw badUsage("options --out, --json", "both", "one of them", REMEDY);
    requireDrawable(isCsv ? "table.svg" : out, [CSV]);
    requireFreeFile({ path: out, force });
  }
  if (isCsv && values.samples !== undefined && values.density) {
    throw badUsage("options --samples, --density", `both, with --out ${out}`, "one of them in a table", REMEDY);
  }
  if (values["raw-csv"] && !isCsv) throw badUsage("--raw-csv", "without a table", "--out FILE.csv", REMEDY);
  const choice = { x: cause, y: effect };
  const pair = pairFromTable(await commandTable(COMMAND, positionals, values, pairColumns(choice)), choice);
  const answer = structuralModel(pair, request, options);
  const missing: string[] = [];
  if (out !== undefined) {
    const figure = structuralFigure(pair, answer);
    const text = isCsv
      ? structuralCsv(answer, values["raw-csv"] ? "raw" : "safe")
      : await drawnFile(figure, out, looks);
    writeFiles({ path: out, isFolder: false, force, files: [{ name: out, text }] });
    missing.push(...(await missingLetters(figure, out)));
  }
  if (values.json) return jsonText(structuralRecord(answer));
  const written = out === undefined ? "" : `${wrap(`Wrote ${out}.`)}\n`;
  return structuralText(answer) + written + missingText(missing);
}

export const SCM_HELP = `Usage
  causal-velocity scm FILE --cause A --effect B [options]

  The fitted model of one direction: what the effect would be if its cause were
  set to a value in every row, as by an experiment. Mean, standard deviation and
  quantiles, with bands of 90% from refits on 20 random halves; and rows drawn
  from the model, and densities. FILE as for decide.

Question
  --cause NAME|INDEX  which column is the cause; decide helps to find out
  --effect NAME|INDEX
  --at V,...          values of the cause, within its range
  --grid L:H:N        or N values from L to H; default: 11 over the middle 90%
  --quantiles Q,...   shares of the rows below the quantiles; default
                      0.05,0.5,0.95
  --samples N         also draw N rows: cause, effect, and noise, which is the
                      effect if the cause were its median
  --density           also the density of the effect for each value of the cause

Model
${VELOCITY_LINES}

Rows
  --max-rows N        draw N rows at random from longer tables; default 20,000
  --seed N            default 0; the same seed gives the same bytes

${TABLE_LINES}

Output
  --out FILE.csv      a table: the rows drawn, or the densities, or else the
                      summaries; .svg and .png are pictures of mean and
                      quantiles over the rows
${RAW_CSV_LINES}
  --theme T, --width N, --force   as for explain
  --json              one JSON object: causal-velocity/structural-model@1

Examples
  causal-velocity scm trial.csv --cause dose --effect response --at 2,4
  causal-velocity scm trial.csv --cause dose --effect response --out dose.svg
`;
