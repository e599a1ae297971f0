import { DEFAULT_METHOD, FITS, methods, RULES, scoreEstimators, simulators } from "@causal-velocity/core";
import { wrap } from "./printable.js";

export const OVERVIEW = `causal-velocity: which of two columns drives the other?

Usage
  causal-velocity decide FILE [options]   the verdict for two columns of a table
  causal-velocity methods [--json]        the methods and what each assumes
  causal-velocity simulate KIND [options] pairs whose truth is known
  causal-velocity --help | --version

  causal-velocity decide --help           all options of a command

Example
  causal-velocity decide weather.csv --x altitude --y temperature

Exit codes
  0  answered, "cannot tell" included
  2  bad usage: mend the command
  3  bad data: mend the file
`;

export const DECIDE_HELP = `Usage
  causal-velocity decide FILE [options]

  FILE is a text table: CSV, TSV, or split at semicolons, bars or blanks, with
  or without a header. "-" reads standard input.

Columns
  --x NAME|INDEX      first column, by name or counted from 1
  --y NAME|INDEX      second column; a two-column table needs neither

Method
  --method NAME       default ${DEFAULT_METHOD}; one of
                      ${columnsOf(methods.map(({ name }) => name))}
  --basis LIST        a velocity of your own: functions of x, the candidate
                      cause, and y, the effect, both standardized, such as
                      "1, x, y, sin(x)*y, exp(-y^2)". Numbers, pi, e, + - * / ^
                      ( ) sin cos tan atan sinh cosh tanh exp log sqrt abs;
                      stands for --method basis
  --score NAME        default stein; one of
                      ${columnsOf(Object.keys(scoreEstimators))}
  --rule NAME         ${RULES.join(", ")} (relative to v = 0);
                      default squared
  --fit NAME          ${FITS.join(", ")} (100 steps of training, as published);
                      default exact
  --trim F            leave the extreme share F of each column out of the fit,
                      after the scores are estimated; default 0, the paper 0.05
  --max-rows N        draw N rows at random from longer tables; default: what
                      the method does in seconds (stein 1,000,000, kde 200,000)
  --memory MB         memory for the score estimate; default 1000
  --seed N            default 0; the same seed gives the same bytes

Reading the table (detected if not given)
  --delimiter D       comma, semicolon, tab, bar or blank
  --decimal D         point or comma
  --header, --no-header
  --missing A,B,...   more marks of a missing value, such as --missing=-999;
                      always: empty, NA, N/A, NaN, None, null, ?, - and .

Output
  --json              one JSON object: causal-velocity/decision@1
`;

export const METHODS_HELP = `Usage
  causal-velocity methods [--json]
`;

export const SIMULATE_HELP = `Usage
  causal-velocity simulate KIND [options]

  Without --out: one pair on standard output, as CSV with columns x and y, of
  which x is the cause.

  --n N               rows; default as published, 1000 or 5000
  --seed N            default 0; the same seed gives the same bytes
  --as-published      repeat what the paper's code does where the paper says
                      something else (velocity: six equal coefficients; the
                      networks: two layers that share weights)
  --out FILE.csv      the same to a file
  --out DIR           a folder as the published archives have it:
                      pair0001.txt       two columns, no header
                      pair0001_scores.csv  true velocity and scores by role,
                                         where the kind knows them
                      pairmeta.txt       number, first and last column of the
                                         cause, of the effect, weight; zeros
                                         where neither causes the other
                      simulation.json    kind, seed and options
                      Which column is the cause is random.
  --pairs N           default 100 in a folder; several need one
  --no-scores         leave the score files out; they take most of the time
  --force             write over what is there

Kinds
${kindLines()}
`;

/** One line for each kind, cut to fit the terminal. */
function kindLines(): string {
  return simulators.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}

function columnsOf(names: readonly string[]): string {
  const lines: string[] = [];
  for (let i = 0; i < names.length; i += 5) lines.push(names.slice(i, i + 5).join(", "));
  return lines.join(`,\n${" ".repeat(22)}`);
}
