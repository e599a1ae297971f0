import {
  type NodeWorker,
  nodeThread,
  type StartThread,
  type WebWorker,
  webThread,
} from "@causal-velocity/threads/thread.js";

/** The parts of the runtimes that are used; the library's own types include none of them. */
interface Runtime {
  readonly process?: {
    /** Modules of Node without an import, which bundlers for browsers would refuse. */
    getBuiltinModule?(name: "node:worker_threads"): {
      readonly Worker: new (script: URL, options: { readonly execArgv: readonly string[] }) => NodeWorker;
    };
    getBuiltinModule?(name: "node:os"): { availableParallelism(): number };
  };
  readonly Worker?: new (script: URL, options: { readonly type: "module" }) => WebWorker;
  readonly navigator?: { readonly hardwareConcurrency?: number };
}

declare const Worker: NonNullable<Runtime["Worker"]>;

/** For browsers that do not say how many they have. */
const USUAL_CORES = 4;

const runtime = globalThis as unknown as Runtime;

/** Starts a thread of Node, or a worker of a browser, that decides tiles. Their scripts are beside the bundle. */
export const startTileThread: StartThread = (events) => {
  const threads = runtime.process?.getBuiltinModule?.("node:worker_threads");
  if (threads) {
    return nodeThread(new threads.Worker(new URL("./tile-worker.js", import.meta.url), { execArgv: [] }), events);
  }
  // Bundlers recognize a worker by this exact form.
  return webThread(new Worker(new URL("./tile-web-worker.js", import.meta.url), { type: "module" }), events);
};

/** How many threads run at once here. */
export function threadCount(): number {
  const parallelism = runtime.process?.getBuiltinModule?.("node:os").availableParallelism();
  return parallelism ?? (runtime.navigator?.hardwareConcurrency || USUAL_CORES);
}
