import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A thread of a pool, whose module in TypeScript is named by `workerData`. Threads do not inherit the loader of
// TypeScript, so it is set up here.
register();
await import(workerData);
