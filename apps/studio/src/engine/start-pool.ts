import { Pool, type WorkerLike } from "./pool.js";

/** Workers for readers: one for the verdict and its pictures, one for what is done meanwhile, more do no more. */
const READER_WORKERS = 2;
/** Each worker in the background has its own memory: beyond this many, machines run short of it before cores. */
const MOST_BACKGROUND_WORKERS = 16;
/** Where a browser does not tell. */
const USUAL_CORES = 4;

/** The page's one pool: every core works in the background. */
export function startPool(): Pool {
  const spawn = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "studio" });
  const background = Math.min(navigator.hardwareConcurrency || USUAL_CORES, MOST_BACKGROUND_WORKERS);
  return new Pool(spawn as () => WorkerLike, { reader: READER_WORKERS, background });
}
