import {
  EXPLANATION_FIGURES,
  type ExplainOptions,
  type Explanation,
  explanationJson,
  type Figure,
  pairFromTable,
} from "@causal-velocity/core";
import { explain } from "../../explain.js";
import { badUsage, given, parseCommand, wholeNumber } from "../arguments.js";
import { DRAW_FLAGS, drawOptions } from "../draw-flags.js";
import { drawnFile, requireDrawable } from "../drawn-file.js";
import { endingOf } from "../ending-of.js";
import { EXPLAIN_HELP } from "../help/explain-help.js";
import { METHOD_FLAGS, methodOptions } from "../method-flags.js";
import { missingLetters, missingText } from "../missing-letters.js";
import { printable, wrap } from "../printable.js";
import { recordAbout } from "../record-about.js";
import { explanationText } from "../render/explanation-text.js";
import { reportPage } from "../report-page.js";
import { commandTable, pairColumns, TABLE_FLAGS } from "../table-flags.js";
import { velocityByName } from "../velocity-flags.js";
import { requireFreeFile, writeFiles } from "../write-files.js";

const OPTIONS = {
  x: { type: "string" },
  y: { type: "string" },
  method: { type: "string" },
  ...METHOD_FLAGS,
  "max-rows": { type: "string" },
  seed: { type: "string" },
  curves: { type: "string" },
  figure: { type: "string" },
  out: { type: "string" },
  ...DRAW_FLAGS,
  force: { type: "boolean" },
  ...TABLE_FLAGS,
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const COMMAND = "causal-velocity explain";
const HELP = `See ${COMMAND} --help.`;
/** What a picture shows unless another figure is named. */
const FIRST_FIGURE = "curves";

/** `causal-velocity explain`: why, as text, as a page or as a picture. Returns what to print. */
export async function explainCommand(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommand(args, OPTIONS, `${COMMAND} --help`);
  if (values.help) return EXPLAIN_HELP;
  const { out, force = false, figure } = values;
  const isPage = out !== undefined && endingOf(out) === ".html";
  if (out !== undefined && !isPage) requireDrawable(out, [".html"]);
  if (figure !== undefined && (out === undefined || isPage)) {
    throw badUsage("--figure", `"${figure}"`, "--out with a picture", "A page has all figures.");
  }
  const ids: readonly string[] = EXPLANATION_FIGURES;
  if (figure !== undefined && !ids.includes(figure)) {
    throw badUsage("--figure", `"${figure}"`, `one of ${ids.join(", ")}`, HELP);
  }
  if (out !== undefined && values.json) {
    throw badUsage("options --out, --json", "both", "one of them", "--json prints what a page or picture is made of.");
  }
  if (out !== undefined) requireFreeFile({ path: out, force });
  const looks = drawOptions(values, isPage ? undefined : out);
  const options: ExplainOptions = {
    ...methodOptions(values),
    ...given({
      method: values.method,
      curves: values.curves === undefined ? undefined : velocityByName("--curves", values.curves),
      seed: wholeNumber("--seed", values.seed),
      maxRows: wholeNumber("--max-rows", values["max-rows"]),
    }),
  };
  const choice = given({ x: values.x, y: values.y });
  const pair = pairFromTable(await commandTable(COMMAND, positionals, values, pairColumns(choice)), choice);
  const explanation = explain(pair, options);
  if (out === undefined)
    return values.json ? explanationJson(explanation, recordAbout()) : explanationText(explanation);
  const chosen = isPage ? undefined : figureNamed(explanation, figure ?? FIRST_FIGURE);
  const text = chosen ? await drawnFile(chosen, out, looks) : await reportPage(explanation);
  writeFiles({ path: out, isFolder: false, force, files: [{ name: out, text }] });
  const missing = chosen ? await missingLetters(chosen, out) : [];
  return writtenText(out, explanation, chosen, missing);
}

function figureNamed({ figures }: Explanation, name: string): Figure {
  const found = figures.find(({ id }) => id === name);
  if (found) return found;
  throw badUsage("--figure", `"${name}"`, `one of ${figures.map(({ id }) => id).join(", ")}`, HELP);
}

function writtenText(out: string, { verdict }: Explanation, figure: Figure | undefined, missing: string[]): string {
  return `${wrap(printable(`Wrote ${out}. ${figure?.caption ?? verdict}`))}\n${missingText(missing)}`;
}
