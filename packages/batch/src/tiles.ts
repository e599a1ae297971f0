// What runs in browsers too: an entry of its own, without Node.
export { answerTile } from "./answer-tile.js";
export { type Failure, failureOf } from "./failure.js";
export { type NodeWorker, nodeThread } from "./node-thread.js";
export { type PoolSummary, runTasks, type TaskInput, type TaskResult, type TasksRequest } from "./run-tasks.js";
export { runTiles, type TilesRequest, type TilesSummary } from "./run-tiles.js";
export { serveWebTasks } from "./serve-web-tasks.js";
export type { StopSignal } from "./stop-signal.js";
export type { StartThread, Thread, ThreadEvents } from "./thread.js";
export type { TileAnswer, TileOptions, TileTask } from "./tile-task.js";
export { type WebWorker, webThread } from "./web-thread.js";
