export { type Failure, failureOf } from "./failure.js";
export { type Journal, type JournalRequest, openJournal } from "./journal.js";
export { type PoolRequest, type PoolSummary, runPool, type TaskInput, type TaskResult } from "./pool.js";
export { serveTasks } from "./serve-tasks.js";
