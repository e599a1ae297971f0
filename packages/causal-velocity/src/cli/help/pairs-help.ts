import { DEFAULT_METHOD } from "@causal-velocity/core/decide/decide.js";
import { RESULT_ENDINGS } from "../../pairs/results-writer.js";
import { DRAWN_ENDINGS } from "../drawn-file.js";
import { methodFlagLines } from "../method-flags.js";
import { TABLE_LINES } from "../table-flags.js";
import { ENVIRONMENT } from "../with-queue.js";

export const PAIRS_HELP = `Usage
  causal-velocity pairs FILE [options]

  FILE, or --sql QUERY, is a table as for decide. Every pair of its columns of
  numbers is decided, but for columns that only number the rows.

Which pairs
  --columns A,B,...   all pairs of these, by name or counted from 1; a name
                      with a comma by its number
  --pairs LIST        a text file with two columns on each line; results of an
                      earlier run, as CSV, are such a list

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
  --queue ADDRESS     a PostgreSQL database that shares the work with machines
                      that run causal-velocity worker; "@FILE": a file with the
                      address; "${ENVIRONMENT}": the address from variables, as in the
                      help of causal-velocity worker
  --jobs K            threads here; 0 leaves all the work to others
  --detach            put the work on the queue and do not wait for it

Results, the same bytes with any number of threads
  --out FILE          ${RESULT_ENDINGS.join(", ")}: one row a pair; kept as they
                      come in FILE.journal until all are there; what it took is
                      in FILE.times.json
  --resume            continue a stopped run, or try failed pairs again
  --force             begin anew, over what is there
  --figure FILE       the map of all pairs: ${DRAWN_ENDINGS.join(", ")}
  --quiet             no progress on standard error
  --json              print all outcomes instead of the summary

${TABLE_LINES}

Examples
  causal-velocity pairs weather.csv --out pairs.csv --figure map.svg
  causal-velocity pairs "runs/*.parquet" --columns a,b,c --queue @address
`;
