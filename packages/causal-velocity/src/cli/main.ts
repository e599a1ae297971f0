import { nearestName } from "@causal-velocity/core/primitives/did-you-mean.js";
import { InputError, type InputErrorCode } from "@causal-velocity/core/primitives/errors.js";
import { jsonText } from "@causal-velocity/core/primitives/output-text.js";
import { version } from "@causal-velocity/core/version.js";
import { badUsage, flagName } from "./arguments.js";
import { benchmarkCommand } from "./commands/benchmark.js";
import { benchmarkGraphsCommand } from "./commands/benchmark-graphs.js";
import { counterfactualCommand } from "./commands/counterfactual.js";
import { decideCommand } from "./commands/decide.js";
import { demoCommand } from "./commands/demo.js";
import { doCommand } from "./commands/do.js";
import { explainCommand } from "./commands/explain.js";
import { figureCommand } from "./commands/figure.js";
import { graphCommand } from "./commands/graph.js";
import { methodsCommand } from "./commands/methods.js";
import { pairsCommand } from "./commands/pairs.js";
import { reproduceCommand } from "./commands/reproduce.js";
import { runsCommand } from "./commands/runs.js";
import { scmCommand } from "./commands/scm.js";
import { simulateCommand } from "./commands/simulate.js";
import { studioCommand } from "./commands/studio.js";
import { workerCommand } from "./commands/worker.js";
import { printableLines, wrap } from "./printable.js";
import { Interrupted } from "./terminal.js";

/** Commands take their arguments and return what to print on standard output. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => string | Promise<string>>> = {
  decide: decideCommand,
  explain: explainCommand,
  pairs: pairsCommand,
  graph: graphCommand,
  do: doCommand,
  studio: studioCommand,
  counterfactual: counterfactualCommand,
  scm: scmCommand,
  methods: methodsCommand,
  simulate: simulateCommand,
  benchmark: benchmarkCommand,
  "benchmark-graphs": benchmarkGraphsCommand,
  reproduce: reproduceCommand,
  figure: figureCommand,
  worker: workerCommand,
  runs: runsCommand,
  demo: demoCommand,
};

/** The command-line tool. Returns the exit code; see `EXIT`. */
export async function main(args: readonly string[]): Promise<number> {
  watchStreams();
  try {
    process.stdout.write(printableLines(await answer(args)));
    return EXIT.answered;
  } catch (error) {
    if (error instanceof Interrupted) {
      process.stderr.write(`${wrap(withoutPasswords(error.message))}\n`);
      return error.exitCode;
    }
    if (!(error instanceof InputError)) {
      const trace = error instanceof Error ? error.stack : String(error);
      process.stderr.write(
        `causal-velocity failed because of a fault of its own. Please report this:\n${printableLines(withoutPasswords(trace ?? ""))}\n`,
      );
      return EXIT.defect;
    }
    const words = error.inWords((option) => flagAsTyped(option, args));
    process.stderr.write(args.includes("--json") ? errorRecord(error.code, words) : errorText(words.message));
    return exitCodeOf(error.code);
  }
}

function answer(args: readonly string[]): string | Promise<string> {
  const [name, ...rest] = args;
  if (name === "help" && rest.length > 0) return answer([...rest, "--help"]);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return OVERVIEW;
  if (name === "--version" || name === "-V") return `${version}\n`;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command(rest);
  const known = Object.keys(COMMANDS)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " or ");
  const near = nearestName(name, Object.keys(COMMANDS));
  const hint = near === undefined ? "" : `Did you mean causal-velocity ${near}? `;
  throw badUsage("command line", `unknown command "${name}"`, known, `${hint}See causal-velocity --help.`);
}

/** The flag of an option of the library, or the other word for it that was typed. */
function flagAsTyped(option: string, args: readonly string[]): string {
  const isTyped = (flag: string): boolean => args.some((word) => word === flag || word.startsWith(`${flag}=`));
  const flag = flagName(option);
  const other = option === "x" ? "--cause" : option === "y" ? "--effect" : flag;
  return isTyped(other) && !isTyped(flag) ? other : flag;
}

function errorText(message: string): string {
  return `${wrap(withoutPasswords(message), "error: ", "  ")}\n`;
}

function errorRecord(code: string, parts: ReturnType<InputError["inWords"]>): string {
  const words = Object.entries(parts).map(([key, text]) => [key, withoutPasswords(text)]);
  const error = { code, ...Object.fromEntries(words) };
  return jsonText({ schema: "causal-velocity/error@1", version, error });
}

let areWatched = false;

/** Handles streams that cannot be written to, once for all calls of `main`. */
function watchStreams(): void {
  if (areWatched) return;
  areWatched = true;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes early, such as head, is no fault.
    if (error.code === "EPIPE") return;
    // Every piece of a long answer fails: one message is enough.
    if (process.exitCode === EXIT.badData) return;
    process.exitCode = EXIT.badData;
    process.stderr.write(`error: the answer could not be written (${error.code}).\n`);
  });
  // If nobody reads the error, the exit code still reports it.
  process.stderr.on("error", () => {});
}

/** What the command returns to the shell. */
export const EXIT = { answered: 0, defect: 1, badUsage: 2, badData: 3 } as const;

/** Fixed by changing the command; every other input error is fixed by changing the data. */
const USAGE_CODES: ReadonlySet<InputErrorCode> = new Set<InputErrorCode>([
  "wrong-option",
  "wrong-basis",
  "wrong-expression",
  "lost-curve",
  "unknown-method",
  "unknown-column",
  "ambiguous-column",
  "same-column",
  "column-not-chosen",
  "missing-package",
  "unusable-database",
  "unknown-run",
]);

export function exitCodeOf(code: InputErrorCode): number {
  return USAGE_CODES.has(code) ? EXIT.badUsage : EXIT.badData;
}

/**
 * An address in the wrong place may be quoted in an error: without its user and password, unless these words stand for
 * them.
 */
export function withoutPasswords(text: string): string {
  return text.replaceAll(/(\b\w+:\/\/)(?!USER:PASSWORD@)[^\s"'/@]*:[^\s"']*@/g, "$1…@");
}

export const OVERVIEW = `causal-velocity: which of two columns drives the other?

Usage
  causal-velocity decide FILE [options]   the verdict for two columns of a table
  causal-velocity explain FILE [options]  why: findings, figures, a report
  causal-velocity pairs FILE [options]    every pair of a table's columns
  causal-velocity graph FILE [options]    which columns drive which, together
  causal-velocity do FILE --set A=3 ...   what would be if a column were set
  causal-velocity studio [FILE]           all of it in a web page
  causal-velocity counterfactual FILE ... what the effect would have been
  causal-velocity scm FILE [options]      the effect if its cause were set
  causal-velocity methods [--json]        what the methods assume and cost
  causal-velocity simulate KIND [options] pairs whose truth is known
  causal-velocity benchmark SUITE...      how often methods are right on them
  causal-velocity benchmark-graphs        methods that find graphs, compared
  causal-velocity reproduce [TABLE...]    the paper's tables, recomputed
  causal-velocity figure NAME [options]   the paper's figures, recomputed
  causal-velocity worker [options]        decide pairs that others queued
  causal-velocity runs list|status|...    runs of pairs on the queue
  causal-velocity demo [NAME...]          tables to try it on
  causal-velocity --help | --version

  causal-velocity decide --help           all options of a command

Example
  causal-velocity demo
  causal-velocity decide examples/dose-response.csv --x dose --y response

Exit codes
  0  answered, "cannot tell" included
  1  a fault of the program: please report it
  2  bad usage: fix the command
  3  bad data: fix the file; or no place to write to
  130, 143  stopped by Ctrl-C or a request to end
`;
