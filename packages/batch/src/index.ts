export { type Journal, type JournalRequest, openJournal } from "./journal.js";
export { type PoolRequest, runPool } from "./pool.js";
export { serveTasks } from "./serve-tasks.js";
export * from "./tiles.js";
