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
  causal-velocity runs list|status|...    runs of pairs on the queue
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
