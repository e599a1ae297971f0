import { publishedStudies } from "../../reproduce/published-sample-sizes.js";
import { publishedTables } from "../../reproduce/published-tables.js";
import { wrap } from "../printable.js";

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
