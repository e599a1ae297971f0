import {
  COMPARED_ROWS,
  DEFAULT_METHOD,
  DEFAULT_NETWORK_SIZE,
  FITS,
  methods,
  paperFigures,
  RULES,
  scoreEstimators,
  simulators,
  suites,
  velocityNames,
} from "@causal-velocity/core";
import { RESULT_ENDINGS } from "../pairs/results-writer.js";
import { publishedStudies } from "../reproduce/published-sample-sizes.js";
import { publishedTables } from "../reproduce/published-tables.js";
import { STUDIO_PORTS } from "../studio/studio-ports.js";
import { DRAWN_ENDINGS } from "./drawn-file.js";
import { METHOD_FLAGS } from "./method-flags.js";
import { wrap } from "./printable.js";
import { EMBEDDED, ENVIRONMENT } from "./with-queue.js";

export const OVERVIEW = `causal-velocity: which of two columns drives the other?

Usage
  causal-velocity decide FILE [options]   the verdict for two columns of a table
  causal-velocity explain FILE [options]  why: figures, checks, a report
  causal-velocity pairs FILE [options]    every pair of a table's columns
  causal-velocity studio [FILE]           all of it in a web page of your own
  causal-velocity counterfactual FILE ... what the effect would have been
  causal-velocity methods [--json]        what the methods assume and cost
  causal-velocity simulate KIND [options] pairs whose truth is known
  causal-velocity benchmark SUITE...      how often methods are right on them
  causal-velocity reproduce [TABLE...]    the paper's tables, recomputed
  causal-velocity figure NAME [options]   the paper's figures, recomputed
  causal-velocity worker [options]        decide pairs that others queued
  causal-velocity batch list|status|...   what became of queued pairs
  causal-velocity --help | --version

  causal-velocity decide --help           all options of a command

Example
  causal-velocity decide weather.csv --x altitude --y temperature

Exit codes
  0  answered, "cannot tell" included
  2  bad usage: mend the command
  3  bad data: mend the file
  130, 143  stopped by Ctrl-C or a request to end
`;

const TABLE_LINES = `Reading the table (detected if not given)
  --delimiter D       comma, semicolon, tab, bar or blank
  --decimal D         point or comma
  --header, --no-header
  --missing A,B,...   more marks of a missing value, such as --missing=-999;
                      always: empty, NA, N/A, NaN, None, null, ?, - and .`;

export const DECIDE_HELP = `Usage
  causal-velocity decide FILE [options]

  FILE is a text table: CSV, TSV, or split at semicolons, bars or blanks, with
  or without a header. "-" reads standard input. With @causal-velocity/tables
  installed beside this package, also Parquet, JSON, JSON Lines, files in gzip
  or zstd (by their endings), text of any size, a glob in quotes ("runs/*.csv",
  all files one after another) and a folder of Parquet files.

  --sql QUERY         in place of FILE: a query over such files, by DuckDB:
                      --sql "select a, b from 'data.parquet' where a > 0"

Columns
  --x NAME|INDEX      first column, by name or counted from 1
  --y NAME|INDEX      second column; a two-column table needs neither

Method
  --method NAME       "${DEFAULT_METHOD}" weighs several kinds of evidence and is used
                      unless another is named; one of
                      ${columnsOf(methods.map(({ name }) => name))}
  --basis LIST        a velocity of your own: functions of x, the candidate
                      cause, and y, the effect, both standardized, such as
                      "1, x, y, sin(x)*y, exp(-y^2)". Numbers, pi, e, + - * / ^
                      ( ) sin cos tan atan sinh cosh tanh exp log sqrt abs;
                      stands for --method basis
  --score NAME        of velocity methods: default stein; one of
                      ${columnsOf(Object.keys(scoreEstimators))}
  --rule NAME         ${RULES.join(", ")} (relative to v = 0);
                      default squared
  --fit NAME          ${FITS.join(", ")} (100 steps of training, as published);
                      default exact, of networks (names in -nn) paper
  --size LxH          of networks: L layers of weights, H units in the hidden
                      ones; default ${DEFAULT_NETWORK_SIZE}, as in the paper's text 3x64
  --steps N           of loci-nn-*: steps of training; default 1000
  --trim F            leave the extreme share F of each column out of the fit,
                      after the scores are estimated; default 0, the paper 0.05
  --as-published      repeat what published code does where it differs from its
                      paper (igci-*-slope, anm-gp, score, nogam)
  --velocity NAME     whose flow flow-hsic follows: v-lsnm (default), v-anm,
                      v-pnl, b-lin, b-quad or b-cubic
  --abstain P         of default: answer only where the likelier direction
                      reaches the probability P, from 0.5 up; default 0.6
  --stability         decide 20 random halves of the rows as well, and tell how
                      many come to the same verdict
  --compare           ask every method that is fast enough, one line each, and
                      say which agree with --method; options go to the methods
                      that have them; draws ${COMPARED_ROWS.toLocaleString("en-US")} rows
  --max-rows N        draw N rows at random from longer tables; default: what
                      the method does in seconds, 200,000 for "${DEFAULT_METHOD}"
  --memory MB         memory for the score estimate; default 1000
  --seed N            default 0; the same seed gives the same bytes

${TABLE_LINES}

Output
  --json              one JSON object: causal-velocity/decision@1, or with
                      --compare causal-velocity/comparison@1
`;

export const EXPLAIN_HELP = `Usage
  causal-velocity explain FILE [options]

  Why the verdict is what it is: both directions' velocities, causal curves,
  noise and residuals, and a checklist of what the verdict assumes. Without
  --out: the checklist as text. FILE as for decide.

  --x NAME|INDEX      first column, by name or counted from 1
  --y NAME|INDEX      second column; a two-column table needs neither

Output
  --out FILE.html     a report: one page that loads nothing
  --out FILE.svg      a picture; .png has twice the pixels, .json its numbers
  --figure NAME       which: data, evidence, velocity, curves (default), noise,
                      loss or residual
  --curves NAME       class of the curves and arrows; default: the method's own
                      class, else location-scale; or one of
                      ${columnsOf(velocityNames())}
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

export const STUDIO_HELP = `Usage
  causal-velocity studio [FILE] [--port N]

  Serves Studio, the web app, to this machine alone and prints its address. It
  computes in your browser: no row leaves the machine. With FILE, a table (CSV,
  TSV, JSON or Parquet), the page opens it. Ctrl-C stops it.

  --port N            default: ${STUDIO_PORTS.first}, or the next that is free; 0: any
`;

export const COUNTERFACTUAL_HELP = `Usage
  causal-velocity counterfactual FILE --cause A --effect B
    (--row I | --at X,Y) (--to X' | --to-grid LOW:HIGH:COUNT) [options]

  What the effect of one observation would have been, had its cause been X':
  the causal curve through it, with a band from refits on 20 random halves of
  the rows. FILE as for decide.

Question
  --cause NAME|INDEX  which column is the cause; decide helps to find out
  --effect NAME|INDEX
  --row I             the observation: row I of the table, counted from 1, the
                      header not counted
  --at X,Y            or any values of cause and effect, with decimal points
  --to X'             value of the cause, or several: 3.2,4,5
  --to-grid L:H:N     N values from L to H

Model
  --velocity NAME     class of the causal curves; default location-scale, which
                      is regressed without scores; others are fitted to scores:
                      ${columnsOf(velocityNames())}
  --basis LIST        or a velocity of your own, as for decide
  --score NAME        of those: default stein; one of
                      ${columnsOf(Object.keys(scoreEstimators))}
  --max-rows N        draw N rows at random from longer tables; default 20,000
  --seed N            default 0; the same seed gives the same bytes

${TABLE_LINES}

Output
  --out FILE.svg      a picture, too; .png has twice the pixels
  --theme T, --width N, --force   as for explain
  --json              one JSON object: causal-velocity/counterfactual@1
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

export const PAIRS_HELP = `Usage
  causal-velocity pairs FILE [options]

  FILE, or --sql QUERY, is a table as for decide. Every pair of its columns of
  numbers is decided, but for columns that only number the rows.

Which pairs
  --columns A,B,...   all pairs of these, by name or counted from 1
  --pairs LIST        a text file with two columns on each line; results of an
                      earlier run are such a list

How
  --method NAME       default "${DEFAULT_METHOD}"; see causal-velocity methods
${methodFlagLines()}
                      as for decide
  --max-rows N        from longer pairs, N rows are drawn
  --seed N            default 0
  --jobs K            threads; default all cores
  --time-limit S      seconds that one pair may take; default no limit, with
                      --queue an hour

Many machines, with @causal-velocity/queue installed beside this package
  --queue ADDRESS     a PostgreSQL database that shares the work with everybody
                      who runs causal-velocity worker; "@FILE" names a file that
                      holds the address, "${ENVIRONMENT}" the one that variables name, as
                      in its help; "${EMBEDDED}" starts a database for this command
  --jobs K            threads here; 0 leaves all the work to others
  --detach            put the work there and do not wait for it

Results, the same bytes with any number of threads
  --out FILE          ${RESULT_ENDINGS.join(", ")}: one row a pair; kept as they
                      come in FILE.journal until all are there; what it took is
                      in FILE.times.json
  --resume            go on with a run that was stopped
  --force             begin anew, over what is there
  --figure FILE       the map of all pairs: ${DRAWN_ENDINGS.join(", ")}
  --quiet             no progress on standard error
  --json              print all outcomes instead of the summary

${TABLE_LINES}

Examples
  causal-velocity pairs weather.csv --out pairs.csv --figure map.svg
  causal-velocity pairs "runs/*.parquet" --columns a,b,c --queue @address
`;

export const BENCHMARK_HELP = `Usage
  causal-velocity benchmark SUITE... [options]

  SUITE is a name from the list below, or the path of a folder or zip archive
  with pairmeta.txt in it, such as simulate --out DIR writes.

  --data PATH         folder with the archives, or with unpacked folders of the
                      same names, or one archive; default: the folder data in
                      the one that the variable CAUSAL_VELOCITY_DATA names
  --methods A,B,...   "${DEFAULT_METHOD}" unless told otherwise; "all" runs every method
${methodFlagLines()}
                      as for decide, for every method that knows them
  --n N               rows; from longer pairs N are drawn without replacement
  --resample HOW      none, the default; as the paper's scripts draw N rows:
                      paper, with replacement, for published suites;
                      paper-distinct, without, for the synthetic ones
  --seed N            default 0; pair k of a list is given seed N + k - 1
  --jobs K            threads; default all cores

  --out DIR           keep a journal of the answers and, at the end,
                      results.json, results.csv, table.md and times.json; the
                      same command resumes a run that was stopped
  --force             begin anew, over what is there
  --quiet             no progress on standard error
  --json              an array: one object for each suite and method

  Accuracy is a forced choice by the sign of the score. A pair that fails is
  told and counted as a coin; times are those of a method run alone.

Suites
${suiteLines()}
`;

function methodFlagLines(): string {
  const flags = Object.keys(METHOD_FLAGS).map((name) => `--${name}`);
  return wrap(flags.join(", "), "  ");
}

function suiteLines(): string {
  return suites.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}

export const REPRODUCE_HELP = `Usage
  causal-velocity reproduce [TABLE...] [options]

  Recomputes the tables of the paper and writes a page for each: the printed
  cell, every variant behind it, ours, the difference and its standard error.
  Without a TABLE: all of them, one to three hours on two cores.

  --data PATH         folder that holds the archives, as for benchmark; default:
                      data in the folder that CAUSAL_VELOCITY_DATA names
  --out DIR           default reproduction; a stopped run goes on from what is
                      there
  --quick             the first three pairs of each suite, in minutes
  --jobs K            worker threads; default: as many as there are cores
  --force             begin anew, whatever is there
  --quiet             no progress on standard error

Tables
${wrap([...publishedTables, ...publishedStudies].map(({ name }) => name).join(", "), "  ")}
`;

export const FIGURE_HELP = `Usage
  causal-velocity figure NAME [options]
  causal-velocity figure --list [--json]

  Recomputes a figure of the paper from simulated data. Without --out: as JSON
  on standard output, causal-velocity/figure@1.

  --out FILE          a file; its name ends in
                      ${columnsOf(DRAWN_ENDINGS)}
  --seed N            default 0; the same seed gives the same bytes
  --rows N            rows of a dataset, or of the largest where sizes differ;
                      of curve-families: curves
  --pairs N           datasets; the studies of sample size have 100, as in the
                      paper, unless told otherwise
  --theme T           light (default) or dark
  --width N           in pixels; default 760, with three panels or more 1140
  --force             write over what is there
  --list              names, labels in the paper, how long each takes, and
                      which options it has

Figures
${figureLines()}
`;

const QUEUE_LINES = `The queue, a PostgreSQL database
  needs: npm install causal-velocity @causal-velocity/queue

  --queue URL         postgres://USER:PASSWORD@HOST:PORT/DATABASE; TLS as in
                      ?sslmode=verify-full&sslrootcert=FILE
  --queue @FILE       the same from the first line of a file, as a password on
                      the command line can be read by others on the machine
                      default: the variable CAUSAL_VELOCITY_QUEUE, or PGHOST,
                      PGUSER, PGPASSWORD and PGDATABASE`;

export const WORKER_HELP = `Usage
  causal-velocity worker [options]

  Takes pairs from a queue, decides them and writes what comes out, on any
  number of machines at once. One that is stopped gives back what it has
  begun; what a killed one had is decided by others when its lease has ended.

  --jobs K            threads; default all cores
  --drain             end when no job is left; default: wait for more
  --once              end after one tile of pairs for each thread
  --quiet             nothing on standard error

${QUEUE_LINES}
`;

export const BATCH_HELP = `Usage
  causal-velocity batch list
  causal-velocity batch status ID
  causal-velocity batch results ID
  causal-velocity batch cancel ID
  causal-velocity batch retry ID
  causal-velocity batch remove ID

  list                all batches, the newest first
  status              how far a batch is
  results             what came out so far, by column: a table as CSV
  cancel              no more of its pairs are decided; what is decided stays
  retry               try again what failed by no fault of the data, and what
                      a cancel left undecided
  remove              delete a batch that is done or canceled: what came out,
                      and columns that no other batch uses

  --json              objects: causal-velocity/batches@1, batch@1,
                      removed-batch@1; results: causal-velocity/map@1

${QUEUE_LINES}
`;

function figureLines(): string {
  return paperFigures.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}

/** One line for each kind, cut to fit the terminal. */
function kindLines(): string {
  return simulators.map(({ name, summary }) => wrap(summary, `  ${name.padEnd(19)} `)).join("\n");
}

function columnsOf(names: readonly string[]): string {
  const indent = " ".repeat(22);
  return wrap(names.join(", "), indent).slice(indent.length);
}
