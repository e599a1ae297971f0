// The database

export { type ConnectOptions, connectQueue, type QueueConnection } from "./database/connect-queue.js";
export type { Database, Executor, Rows } from "./database/database.js";
export { DatabaseError } from "./database/database-error.js";
export type { JobData, JobQueue, NewJob, TakenJob } from "./database/job-queue.js";
export { QUEUE_VARIABLE, type QueueAddress, queueAddress } from "./database/queue-address.js";
export { redacted } from "./database/redacted.js";
export { unusableDatabase } from "./database/unusable-database.js";

// Batches

export { batchResults } from "./batch/batch-results.js";
export { type BatchLimits, type BatchSettings, DEFAULT_LIMITS } from "./batch/batch-settings.js";
export {
  type BatchState,
  type BatchStatus,
  type BatchStatusWithJobs,
  batchStatus,
} from "./batch/batch-status.js";
export { cancelBatch } from "./batch/cancel-batch.js";
export { type BatchRequest, type CreatedBatch, createBatch, MOST } from "./batch/create-batch.js";
export { listBatches } from "./batch/list-batches.js";
export { type RemovedBatch, removeBatch } from "./batch/remove-batch.js";
export { retryBatch } from "./batch/retry-batch.js";
export { type BatchProgress, type BatchRun, type RunOptions, runBatch } from "./batch/run-batch.js";

// Workers

export { type Decider, type DecideTile, type TileWork, UnfitWorker } from "./worker/decider.js";
export { runQueueWorker, type WorkerRequest, type WorkerSummary } from "./worker/run-queue-worker.js";
export { serveTiles, type ThreadMessage } from "./worker/serve-tiles.js";

// A server of one's own

export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from "./embedded/start-embedded.js";
