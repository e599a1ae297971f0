import { decideTile, type PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import type { TileWork } from "@causal-velocity/queue";
import { bestRoutines } from "@causal-velocity/routines/best-routines.js";
import { type AnswerMessage, answerTask, type TaskMessage } from "@causal-velocity/threads/serve.js";
import type { StartThread } from "@causal-velocity/threads/thread.js";

/** Decides a tile; the signal is aborted when its thread is ended. */
export type DecideWork = (
  work: TileWork,
  report: (outcome: PairOutcome) => void,
  signal: AbortSignal,
) => void | Promise<void>;

export const decideHere: DecideWork = ({ tile, columns, options }, report) => {
  decideTile(tile, columns, { ...options, routines: bestRoutines(), methods: allMethods }, report);
};

/** Stands for a thread, but works in this process, where a test can interfere. */
export function inProcess(decide: DecideWork = decideHere): StartThread {
  return ({ onMessage }) => {
    const stop = new AbortController();
    const send = (answer: AnswerMessage): void => {
      if (!stop.signal.aborted) onMessage(answer);
    };
    setImmediate(() => send({ ready: true }));
    return {
      post: (message) => {
        const handle = (work: TileWork, report: (outcome: PairOutcome) => void) => decide(work, report, stop.signal);
        void answerTask(message as TaskMessage, handle, send);
      },
      end: async () => stop.abort(),
    };
  };
}
