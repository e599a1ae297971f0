export { type Journal, type JournalRequest, openJournal } from "./journal.js";
export { type PoolRequest, runPool, serveTasks } from "./pool.js";
export * from "./tiles.js";
