import { availableParallelism } from "node:os";
import { badUsage, wholeNumber } from "./arguments.js";

const MOST_JOBS = 1024;

/** Worker threads: what `--jobs` says, or as many as there are cores. @param fewest allowed */
export function jobCount(text: string | undefined, fewest = 1): number {
  const jobs = wholeNumber("--jobs", text) ?? availableParallelism();
  if (jobs >= fewest && jobs <= MOST_JOBS) return jobs;
  throw badUsage("--jobs", String(jobs), `${fewest} to ${MOST_JOBS} threads`, "See the help of the command.");
}
