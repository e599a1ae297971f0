import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

// A worker thread whose TypeScript module is named by `workerData`. Threads do not inherit the TypeScript loader, so it
// is set up here.
register();
await import(workerData);
