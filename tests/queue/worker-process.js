import { connectQueue, queueAddress, runQueueWorker } from "@causal-velocity/queue";

// A worker in a process of its own, to be killed. The address is in the environment.
const connection = await connectQueue(queueAddress(undefined));
await runQueueWorker(connection, {
  jobs: 1,
  until: "drained",
  pollSeconds: 0.1,
  maintenanceSeconds: 0.5,
  script: new URL("./faulty-thread.js", import.meta.url),
});
await connection.close();
