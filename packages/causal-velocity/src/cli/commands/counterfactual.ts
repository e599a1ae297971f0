import type { Observation } from "@causal-velocity/core/explain/direction-fit.js";
import { counterfactualFigure } from "@causal-velocity/core/explain/figures/counterfactual-figure.js";
import { COMFORTABLE_ROWS } from "@causal-velocity/core/graph/graph-rows.js";
import type { PairChoice } from "@causal-velocity/core/pair/choose-columns.js";
import { pairFromTable, tableRow } from "@causal-velocity/core/pair/pair.js";
import { grouped } from "@causal-velocity/core/primitives/errors.js";
import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import type { Table } from "@causal-velocity/core/table/table.js";
import { counterfactual, counterfactualOn } from "../../library.js";
import {
  badUsage,
  decimalNumber,
  given,
  gridOf,
  joinNegatives,
  numbersOf,
  parseCommand,
  wholeNumber,
} from "../arguments.js";
import { DRAW_FLAGS, drawnFile, drawOptions, missingLetters, missingText, requireDrawable } from "../drawn-file.js";
import { VELOCITY_FLAGS, VELOCITY_LINES, velocityOptions } from "../method-flags.js";
import { wrap } from "../printable.js";
import { commandTable, pairColumns, TABLE_FLAGS, TABLE_LINES } from "../read-table.js";
import { counterfactualText } from "../render/explanation-text.js";
import { counterfactualRecord } from "../render/records.js";
import { graphCounterfactualRecord, graphCounterfactualText } from "../render/what-if-text.js";
import { asked, settingsOf, WHAT_IF_FLAGS, WHAT_IF_LINES, withGraph } from "../what-if-flags.js";
import { requireFreeFile, writeFiles } from "../write-files.js";

const OPTIONS = {
  cause: { type: "string" },
  effect: { type: "string" },
  row: { type: "string" },
  at: { type: "string" },
  to: { type: "string" },
  "to-grid": { type: "string" },
  ...VELOCITY_FLAGS,
  ...WHAT_IF_FLAGS,
  ...TABLE_FLAGS,
  out: { type: "string" },
  ...DRAW_FLAGS,
  force: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const COMMAND = "causal-velocity counterfactual";
const REMEDY = `See ${COMMAND} --help.`;
type Values = ReturnType<typeof parseCommand<typeof OPTIONS>>["values"];

/** Flags of a pair, and those of a graph; the others belong to both. */
const PAIR_FLAGS = [
  ...(["cause", "effect", "at", "to", "to-grid", "out", "force"] as const),
  ...(Object.keys({ ...VELOCITY_FLAGS, ...DRAW_FLAGS }) as (keyof typeof VELOCITY_FLAGS | keyof typeof DRAW_FLAGS)[]),
];
const GRAPH_ONLY_FLAGS = (Object.keys(WHAT_IF_FLAGS) as (keyof typeof WHAT_IF_FLAGS)[]).filter(
  (flag) => flag !== "seed" && flag !== "max-rows",
);

/** `causal-velocity counterfactual`: what would have been, of a pair or on a graph. Returns what to print. */
export async function counterfactualCommand(args: readonly string[]): Promise<string> {
  const joined = joinNegatives(args, ["--at", "--to", "--to-grid"]);
  const { values, positionals } = parseCommand(joined, OPTIONS, `${COMMAND} --help`);
  if (values.help) return COUNTERFACTUAL_HELP;
  const isOnGraph = values.set !== undefined;
  const other = (isOnGraph ? PAIR_FLAGS : GRAPH_ONLY_FLAGS).find((flag) => values[flag] !== undefined);
  if (other && isOnGraph)
    throw badUsage(`--${other}`, "with --set", "either --cause, --effect and --to, or --set", REMEDY);
  if (other) throw badUsage(`--${other}`, "without --set", "--set NAME=VALUE, for a counterfactual on a graph", REMEDY);
  return isOnGraph ? await onGraph(values, positionals) : await ofPair(values, positionals);
}

async function onGraph(values: Values, positionals: readonly string[]): Promise<string> {
  const set = settingsOf(values.set, REMEDY);
  const row = wholeNumber("--row", values.row);
  if (row === undefined) throw badUsage("--row", "nothing", "the number of a row, from 1", REMEDY);
  return await withGraph(COMMAND, positionals, values, (table, graph, options) => {
    const answer = counterfactualOn(table, graph, { row, set, of: asked(values.of) }, options);
    return values.json ? jsonText(graphCounterfactualRecord(answer)) : graphCounterfactualText(answer, values.row);
  });
}

async function ofPair(values: Values, positionals: readonly string[]): Promise<string> {
  const { cause, effect } = values;
  if (cause === undefined || effect === undefined) {
    const found = cause === undefined ? "no --cause" : "no --effect";
    const remedy = "Say which column is the cause; causal-velocity decide helps to find out.";
    throw badUsage(COMMAND, found, "--cause NAME and --effect NAME", remedy);
  }
  const to = targets(values.to, values["to-grid"]);
  const options = {
    ...velocityOptions(values),
    ...given({ seed: wholeNumber("--seed", values.seed), maxRows: wholeNumber("--max-rows", values["max-rows"]) }),
  };
  const at = observation(values.row, values.at);
  const { out, force = false } = values;
  if (out !== undefined && values.json) throw badUsage("options --out, --json", "both", "one of them", REMEDY);
  const looks = drawOptions(values, out);
  if (out !== undefined) {
    requireDrawable(out);
    requireFreeFile({ path: out, force });
  }
  const choice = { x: cause, y: effect };
  const table = await commandTable(COMMAND, positionals, values, pairColumns(choice));
  const pair = pairFromTable(table, choice);
  const answer = counterfactual(pair, { direction: "x->y", from: at(table, choice), to }, options);
  const missing: string[] = [];
  if (out !== undefined) {
    const figure = counterfactualFigure(pair, answer);
    const text = await drawnFile(figure, out, looks);
    writeFiles({ path: out, isFolder: false, force, files: [{ name: out, text }] });
    missing.push(...(await missingLetters(figure, out)));
  }
  if (values.json) return jsonText(counterfactualRecord(answer));
  const written = out === undefined ? "" : `${wrap(`Wrote ${out}.`)}\n`;
  return counterfactualText(answer, values.row) + written + missingText(missing);
}

/** Where to start from, once the table is read. */
function observation(
  row: string | undefined,
  at: string | undefined,
): (table: Table, choice: PairChoice) => Observation {
  if ((row === undefined) === (at === undefined)) {
    const found = row === undefined ? "neither" : "both";
    throw badUsage("options --row, --at", found, "one of them: --row 12, or --at 1.7,20.5", REMEDY);
  }
  if (at === undefined) {
    const index = wholeNumber("--row", row) ?? 0;
    return (table, choice) => {
      const { x, y } = tableRow(table, choice, index);
      return { cause: x, effect: y };
    };
  }
  const parts = at.split(",");
  if (parts.length !== 2)
    throw badUsage("--at", `"${at}"`, "cause,effect with decimal points, such as 1.7,20.5", REMEDY);
  const [cause = 0, effect = 0] = parts.map((part) => decimalNumber("--at", part.trim()));
  return () => ({ cause, effect });
}

/** The values of the cause that were asked for. */
function targets(list: string | undefined, grid: string | undefined): number[] {
  if (list === undefined && grid === undefined) {
    throw badUsage(COMMAND, "no value to move to", "--to VALUE or --to-grid LOW:HIGH:COUNT", REMEDY);
  }
  return [...(numbersOf("--to", list) ?? []), ...(gridOf("--to-grid", grid, REMEDY) ?? [])];
}

export const COUNTERFACTUAL_HELP = `Usage
  causal-velocity counterfactual FILE --cause A --effect B
    (--row I | --at X,Y) (--to X' | --to-grid LOW:HIGH:COUNT) [options]
  causal-velocity counterfactual FILE --row I --set NAME=VALUE [--of A,B,...]
    [options]

  What the effect of one observation would have been, had its cause been X':
  the causal curve through it, with a band from refits on 20 random halves of
  the rows. FILE as for decide. With --set: what all that follows would have
  been, along the arrows of a graph of the columns.

Question about a pair
  --cause NAME|INDEX  which column is the cause; decide helps to find out
  --effect NAME|INDEX
  --row I             the observation: row I of the table, counted from 1, the
                      header not counted
  --at X,Y            or any values of cause and effect, with decimal points
  --to X'             value of the cause, or several: 3.2,4,5
  --to-grid L:H:N     N values from L to H

Question about a graph
  --row I             as above
${WHAT_IF_LINES}
  --columns, --forbid, --require, --tiers, --max-parents, --unordered, --jobs,
  --quiet             of the search for it, as for causal-velocity graph

Model of a pair
${VELOCITY_LINES}

Rows
  --max-rows N        draw N rows at random from longer tables; default 20,000,
                      for a graph ${grouped(COMFORTABLE_ROWS)}
  --seed N            default 0; the same seed gives the same bytes

${TABLE_LINES}

Output
  --out FILE.svg      a picture of a pair, too; .png has twice the pixels
  --theme T, --width N, --force   as for explain
  --json              one JSON object: causal-velocity/counterfactual@1, or
                      causal-velocity/graph-counterfactual@1
`;
