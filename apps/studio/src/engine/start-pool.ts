import { Pool, type WorkerLike } from "./pool.js";

/** Workers on pairs: one for the verdict and its pictures, one for what readers do meanwhile, more do no more. */
const MOST_WORKERS = 2;

/** The page's one pool. */
export function startPool(): Pool {
  const spawn = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "studio" });
  return new Pool(spawn as () => WorkerLike, MOST_WORKERS);
}
