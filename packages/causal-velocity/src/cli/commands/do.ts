import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { intervene } from "../../library.js";
import { parseCommand } from "../arguments.js";
import { GRAPH_LINES } from "../graph-flags.js";
import { TABLE_FLAGS, TABLE_LINES } from "../read-table.js";
import { interventionRecord, interventionText } from "../render/what-if-text.js";
import { asked, settingsOf, WHAT_IF_FLAGS, WHAT_IF_LINES, withGraph } from "../what-if-flags.js";

const OPTIONS = {
  ...WHAT_IF_FLAGS,
  ...TABLE_FLAGS,
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const COMMAND = "causal-velocity do";

/** `causal-velocity do`: what columns would be if others were set. Returns what to print. */
export async function doCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return DO_HELP;
  const request = { set: settingsOf(values.set, `See ${COMMAND} --help.`), of: asked(values.of) };
  return await withGraph(COMMAND, positionals, values, (table, graph, options) => {
    const answer = intervene(table, graph, request, options);
    return values.json ? jsonText(interventionRecord(answer)) : interventionText(answer);
  });
}

export const DO_HELP = `Usage
  causal-velocity do FILE --set NAME=VALUE [--of A,B,...] [options]

  What columns of a table would be if others were set to values in every row, as
  by an experiment: mean, standard deviation and quantiles, now and then. The
  graph of the columns is found first; what follows from the columns set does so
  along its arrows, each column by its own fitted flow, and every row keeps its
  noise. Bands of 90% are from refits on 20 random halves, arrows included.
  FILE as for decide.

Question
${WHAT_IF_LINES}

${GRAPH_LINES}
  --quiet             no progress on standard error

${TABLE_LINES}

Output
  --json              one JSON object: causal-velocity/intervention@1

Examples
  causal-velocity do trial.csv --set dose=3 --of response
  causal-velocity graph trial.csv --out graph.json
  causal-velocity do trial.csv --graph graph.json --set dose=3 --set age=40
`;
