import { Worker } from "node:worker_threads";
import { connectQueue, nodeThread, queueAddress, runQueueWorker } from "@causal-velocity/queue";

// A worker in its own process, to be killed. The address is in the environment.
const connection = await connectQueue(queueAddress(undefined));
await runQueueWorker(connection, {
  jobs: 1,
  until: "drained",
  pollSeconds: 0.1,
  maintenanceSeconds: 0.5,
  startThread: (events) => nodeThread(new Worker(new URL("./faulty-thread.js", import.meta.url)), events),
});
await connection.close();
