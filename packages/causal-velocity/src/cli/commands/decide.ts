import { type DecideOptions, decisionRecord, pairFromTable } from "@causal-velocity/core";
import { compareMethods } from "../../compare-methods.js";
import { decide } from "../../decide.js";
import { stability } from "../../stability.js";
import { badUsage, given, parseCommand, wholeNumber } from "../arguments.js";
import { DECIDE_HELP } from "../help/decide-help.js";
import { METHOD_FLAGS, methodOptions } from "../method-flags.js";
import { recordAbout } from "../record-about.js";
import { comparisonRecord } from "../render/comparison-record.js";
import { comparisonText } from "../render/comparison-text.js";
import { decisionText } from "../render/decision-text.js";
import { commandTable, pairColumns, TABLE_FLAGS } from "../table-flags.js";

const OPTIONS = {
  x: { type: "string" },
  y: { type: "string" },
  method: { type: "string" },
  ...METHOD_FLAGS,
  compare: { type: "boolean" },
  stability: { type: "boolean" },
  "max-rows": { type: "string" },
  memory: { type: "string" },
  seed: { type: "string" },
  ...TABLE_FLAGS,
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** `causal-velocity decide`: a table in, a verdict out. Returns what to print. */
export async function decideCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, "causal-velocity decide --help");
  if (values.help) return DECIDE_HELP;
  if (values.compare && values.stability) {
    throw badUsage("options --compare, --stability", "both", "one of them", "See causal-velocity decide --help.");
  }
  const options: DecideOptions = {
    ...methodOptions(values),
    ...given({
      method: values.method,
      seed: wholeNumber("--seed", values.seed),
      maxRows: wholeNumber("--max-rows", values["max-rows"]),
      memoryLimit: megabytes(values.memory),
    }),
  };
  const choice = given({ x: values.x, y: values.y });
  const table = await commandTable("causal-velocity decide", positionals, values, pairColumns(choice));
  const pair = pairFromTable(table, choice);
  if (values.compare) {
    const comparison = compareMethods(pair, options);
    return values.json ? `${JSON.stringify(comparisonRecord(comparison), null, 2)}\n` : comparisonText(comparison);
  }
  const decision = decide(pair, options);
  const stable = values.stability ? stability(pair, decision, options) : undefined;
  if (!values.json) return decisionText(decision, stable);
  return `${JSON.stringify(decisionRecord(decision, recordAbout(), stable), null, 2)}\n`;
}

/** Bytes of an option given in megabytes. */
function megabytes(text: string | undefined): number | undefined {
  const count = wholeNumber("--memory", text);
  return count === undefined ? undefined : 1e6 * count;
}
