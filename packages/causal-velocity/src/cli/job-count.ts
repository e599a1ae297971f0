import { availableParallelism } from "node:os";
import { badUsage, wholeNumber } from "./arguments.js";

const MOST_JOBS = 1024;

/** Worker threads: what `--jobs` says, or as many as there are cores. */
export function jobCount(text: string | undefined): number {
  const jobs = wholeNumber("--jobs", text) ?? availableParallelism();
  if (jobs >= 1 && jobs <= MOST_JOBS) return jobs;
  throw badUsage("--jobs", String(jobs), `1 to ${MOST_JOBS} threads`, "See the help of the command.");
}
