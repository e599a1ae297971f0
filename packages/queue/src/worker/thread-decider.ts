import { Worker } from "node:worker_threads";
import { type Decider, UnfitWorker } from "./decider.js";
import type { ThreadMessage } from "./serve-tiles.js";

/** Milliseconds in which a thread must have loaded. */
const START_TIMEOUT = 60_000;

/**
 * Decides in a thread of its own, which is replaced when it dies, is aborted or has thrown.
 *
 * A thread that does not even start is no fault of a pair: `UnfitWorker`.
 * @param script calls `serveTiles`     @param megabytes heap at which the thread dies; default what Node allows
 */
export function threadDecider(script: URL, megabytes?: number): Decider {
  let thread: Worker | undefined;
  const drop = async (): Promise<void> => {
    const old = thread;
    thread = undefined;
    await old?.terminate();
  };
  const start = async (): Promise<void> => {
    if (thread) return;
    const fresh = new Worker(script, {
      execArgv: [],
      ...(megabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: megabytes } }),
    });
    // Whoever waits for an answer hears of the end; an idle thread that ends is replaced.
    fresh.on("error", () => {});
    fresh.on("exit", () => {
      if (thread === fresh) thread = undefined;
    });
    thread = fresh;
    try {
      await firstMessage(fresh);
    } catch (error) {
      await drop();
      throw new UnfitWorker(`a thread that decides could not start: ${(error as Error).message}`);
    }
  };
  return {
    start,
    close: drop,
    decide: async (work, tell, signal) => {
      await start();
      const own = thread;
      if (!own) throw new UnfitWorker("a thread that decides ended before it had work");
      try {
        await answered(own, signal, tell, () => own.postMessage(work));
      } catch (error) {
        await drop();
        throw error;
      }
    },
  };
}

function firstMessage(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it takes too long")), START_TIMEOUT);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
    };
    thread.once("message", () => settle(resolve));
    thread.once("error", (error) => settle(() => reject(error)));
    thread.once("exit", (code) => settle(() => reject(new Error(`it ended with code ${code}`))));
  });
}

/** Waits until a thread has decided all it was sent, passing on its outcomes. */
function answered(
  thread: Worker,
  signal: AbortSignal,
  tell: (outcome: Extract<ThreadMessage, { outcome: unknown }>["outcome"]) => void,
  send: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let cause = "";
    const onMessage = (message: ThreadMessage): void => {
      if ("outcome" in message) tell(message.outcome);
      else if ("done" in message) settle(resolve);
      else if ("fault" in message) settle(() => reject(new Error(message.fault)));
    };
    const onError = (error: Error): void => {
      cause = `: ${error.message}`;
    };
    const onExit = (code: number): void =>
      settle(() => reject(new Error(`the thread ended${cause || ` with code ${code}`}`)));
    const onAbort = (): void => settle(() => reject(new Error("stopped")));
    const settle = (act: () => void): void => {
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
      act();
    };
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    else send();
  });
}
