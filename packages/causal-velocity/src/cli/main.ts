import { InputError } from "@causal-velocity/core";
import { badUsage } from "./arguments.js";
import { runsCommand } from "./commands/batch.js";
import { benchmarkCommand } from "./commands/benchmark.js";
import { counterfactualCommand } from "./commands/counterfactual.js";
import { decideCommand } from "./commands/decide.js";
import { explainCommand } from "./commands/explain.js";
import { figureCommand } from "./commands/figure.js";
import { methodsCommand } from "./commands/methods.js";
import { pairsCommand } from "./commands/pairs.js";
import { reproduceCommand } from "./commands/reproduce.js";
import { simulateCommand } from "./commands/simulate.js";
import { studioCommand } from "./commands/studio.js";
import { workerCommand } from "./commands/worker.js";
import { EXIT, exitCodeOf } from "./exit-code.js";
import { flagWords } from "./flag-words.js";
import { OVERVIEW } from "./help/overview.js";
import { Interrupted } from "./interrupted.js";
import { printable, wrap } from "./printable.js";
import { version } from "./version.js";
import { withoutPasswords } from "./without-passwords.js";

/** Commands take their arguments and return what to print on standard output. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => string | Promise<string>>> = {
  decide: decideCommand,
  explain: explainCommand,
  pairs: pairsCommand,
  studio: studioCommand,
  counterfactual: counterfactualCommand,
  methods: methodsCommand,
  simulate: simulateCommand,
  benchmark: benchmarkCommand,
  reproduce: reproduceCommand,
  figure: figureCommand,
  worker: workerCommand,
  runs: runsCommand,
};

/** The command-line tool. Returns the exit code; see `EXIT`. */
export async function main(args: readonly string[]): Promise<number> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes early, such as head, is no fault.
    if (error.code === "EPIPE") return;
    process.exitCode = EXIT.defect;
    process.stderr.write(`error: the answer could not be written (${error.code}).\n`);
  });
  // With nobody to read the complaint, the exit code still tells.
  process.stderr.on("error", () => {});
  try {
    process.stdout.write(await answer(args));
    return EXIT.answered;
  } catch (error) {
    if (error instanceof Interrupted) {
      process.stderr.write(`${wrap(printable(withoutPasswords(error.message)))}\n`);
      return error.exitCode;
    }
    if (!(error instanceof InputError)) {
      const trace = error instanceof Error ? error.stack : String(error);
      process.stderr.write(
        `causal-velocity failed, and the fault is its own. Please report this:\n${withoutPasswords(trace ?? "")}\n`,
      );
      return EXIT.defect;
    }
    process.stderr.write(args.includes("--json") ? errorRecord(error) : errorText(error));
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
  throw badUsage("command line", `unknown command "${name}"`, known, "See causal-velocity --help.");
}

function errorText(error: InputError): string {
  return `${wrap(flagWords(printable(withoutPasswords(error.message))), "error: ", "  ")}\n`;
}

function errorRecord({ code, message, place, value, expected, remedy }: InputError): string {
  const words = { message, place, value, expected, remedy };
  const error = {
    code,
    ...Object.fromEntries(Object.entries(words).map(([key, text]) => [key, flagWords(withoutPasswords(text))])),
  };
  return `${JSON.stringify({ schema: "causal-velocity/error@1", version, error }, null, 2)}\n`;
}
