import { DEFAULT_METHOD } from "@causal-velocity/core/decide/decide.js";
import {
  EXPLANATION_FIGURES,
  type ExplainOptions,
  type Explanation,
  explain,
} from "@causal-velocity/core/explain/explain.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { explanationJson } from "@causal-velocity/core/explain/records.js";
import { pairFromTable } from "@causal-velocity/core/pair/pair.js";
import { velocityNames } from "@causal-velocity/core/velocity/velocity-named.js";
import { badUsage, given, listed, parseCommand, wholeNumber } from "../arguments.js";
import {
  DRAW_FLAGS,
  drawnFile,
  drawOptions,
  missingLetters,
  missingText,
  reportPage,
  requireDrawable,
} from "../drawn-file.js";
import { METHOD_FLAGS, methodFlagLines, methodOptions, velocityByName, withAllMethods } from "../method-flags.js";
import { nextCommands } from "../next-command.js";
import { PAIR_FLAGS, PAIR_LINES, pairChoice, ROW_FLAGS, ROW_LINES, rowChoice } from "../pair-flags.js";
import { wrap } from "../printable.js";
import { commandTable, pairColumns, TABLE_FLAGS, TABLE_LINES, wholeTable } from "../read-table.js";
import { explanationText } from "../render/explanation-text.js";
import { recordAbout } from "../render/records.js";
import { endingOf, requireFreeFile, writeFiles } from "../write-files.js";

const OPTIONS = {
  ...PAIR_FLAGS,
  ...ROW_FLAGS,
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

/** What is repeated in a command that does the same with something changed, but for the columns. */
const FLAGS = [
  ...Object.keys(ROW_FLAGS),
  ...["given", "method", ...Object.keys(METHOD_FLAGS), "max-rows", "seed", "curves"],
  ...Object.keys(TABLE_FLAGS),
];

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
  const choice = { ...pairChoice(values), ...rowChoice(values) };
  const pair = pairFromTable(await commandTable(COMMAND, positionals, values, pairColumns(choice)), choice);
  const explanation = explain(pair, withAllMethods(options));
  if (out === undefined) {
    if (values.json) return explanationJson(explanation, recordAbout());
    const command = { name: "explain", positionals, values, flags: FLAGS, explained: FLAGS } as const;
    const whole = () => wholeTable(COMMAND, positionals, values);
    return explanationText(
      explanation,
      await nextCommands(command, { ...explanation.decision, findings: explanation.findings }, whole),
    );
  }
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
  return `${wrap(`Wrote ${out}. ${figure?.caption ?? verdict}`)}\n${missingText(missing)}`;
}

export const EXPLAIN_HELP = `Usage
  causal-velocity explain FILE [options]

  Why the verdict is what it is: both directions' velocities, causal curves,
  noise and residuals, and findings about the data and the assumptions. Without
  --out: a summary, and the findings as text, but for checks that passed, which
  are counted. FILE as for decide.

${PAIR_LINES}
  --given A,B,...     as for decide; shows the verdict alone beside it
${ROW_LINES}

Output
  --out FILE.html     a report: one page that loads nothing
  --out FILE.svg      a picture; .png has twice the pixels, .json its numbers
  --figure NAME       which: data, evidence, velocity, curves (default), noise,
                      loss or residual
  --curves NAME       class of the curves and arrows; default: the method's own
                      class, else location-scale; or one of
                      ${listed(velocityNames())};
                      or auto, as --velocity auto of counterfactual: also shows
                      how well every class describes either direction
  --theme T           of pictures: light (default) or dark; pages follow the
                      reader's
  --width N           of pictures, in pixels; default 760
  --force             write over what is there
  --json              all of it and the figures: causal-velocity/explanation@1

Method
  --method NAME       whose verdict is explained; default "${DEFAULT_METHOD}"
${methodFlagLines()}
                      as for decide
  --max-rows N, --seed N   as for decide; pictures are made of 5,000 rows

${TABLE_LINES}
`;
