// The part that runs in browsers too, without Node. It needs nothing of the core but types.
export { runTasks, type TaskInput, type TaskResult, type TasksRequest, type TasksSummary } from "./run-tasks.js";
export {
  runTiles,
  type TileOptions,
  type TilesRequest,
  type TilesSummary,
  type TileTask,
  tileHandler,
} from "./run-tiles.js";
export {
  type AnswerMessage,
  answerTask,
  type Failure,
  failureOf,
  type HandleTask,
  serveTasksOn,
  serveWebTasks,
  type TaskMessage,
} from "./serve.js";
export { type TaskEnd, type TaskOptions, type TaskThread, taskThread, UnfitWorker } from "./task-thread.js";
export {
  type NodeWorker,
  nodeThread,
  type StartThread,
  type StopSignal,
  type Thread,
  type ThreadEvents,
  type WebWorker,
  webThread,
} from "./thread.js";
