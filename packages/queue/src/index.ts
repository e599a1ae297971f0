// The database

export { type ConnectOptions, connectQueue, type QueueConnection } from "./connect-queue.js";
export type { Database, Executor, Rows } from "./database.js";
export { DatabaseError, redacted, unusableDatabase } from "./database-error.js";
export type { JobData, JobQueue, NewJob, TakenJob } from "./job-queue.js";
export { QUEUE_VARIABLE, type QueueAddress, queueAddress } from "./queue-address.js";

// Runs

export { cancelRun, type RemovedRun, removeRun, retryRun } from "./change-run.js";
export { type CompletedRun, type CompleteOptions, completeRun, type RunProgress } from "./complete-run.js";
export { type CreatedRun, createRun, MOST, type RunRequest } from "./create-run.js";
export { runResults } from "./run-outcomes.js";
export { DEFAULT_LIMITS, type RunLimits, type RunSettings } from "./run-settings.js";
export { listRuns, type RunState, type RunStatus, type RunStatusWithJobs, runStatus } from "./run-status.js";

// Workers

export { type HandleTask, serveTasksOn } from "@causal-velocity/threads/serve.js";
export { UnfitWorker } from "@causal-velocity/threads/task-thread.js";
export { nodeThread, type StartThread, type Thread, type ThreadEvents } from "@causal-velocity/threads/thread.js";
export type { TileWork } from "./load-job.js";
export { runQueueWorker, type WorkerRequest, type WorkerSummary } from "./queue-worker.js";
