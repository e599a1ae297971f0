import type { TileWork } from "@causal-velocity/queue";
import { type AnswerMessage, answerTask, type StartThread, type TaskMessage } from "@causal-velocity/threads/tiles";
import { bestRoutines, decideTile, type MapOutcome } from "causal-velocity";

/** Decides a tile; the signal is aborted when its thread is ended. */
export type DecideWork = (
  work: TileWork,
  report: (outcome: MapOutcome) => void,
  signal: AbortSignal,
) => void | Promise<void>;

export const decideHere: DecideWork = ({ tile, columns, options }, report) => {
  decideTile(tile, columns, { ...options, routines: bestRoutines() }, report);
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
        const handle = (work: TileWork, report: (outcome: MapOutcome) => void) => decide(work, report, stop.signal);
        void answerTask(message as TaskMessage, handle, send);
      },
      end: async () => stop.abort(),
    };
  };
}
