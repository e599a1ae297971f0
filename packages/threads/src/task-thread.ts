import { type AnswerMessage, type Failure, failureOf, type TaskMessage } from "./serve.js";
import type { StartThread, StopSignal, Thread } from "./thread.js";

/** Threads do not start here. This is the fault of no task. */
export class UnfitWorker extends Error {
  override readonly name = "UnfitWorker";
}

/** How a task ended; `stopped` by its signal. */
export type TaskEnd<Output> = { readonly output: Output } | { readonly failure: Failure } | { readonly stopped: true };

export interface TaskOptions<Part> {
  /** Buffers that move to the thread instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[] | undefined;
  /** Milliseconds for the task, or for each of its parts if it reports parts. More than 24 days are no limit. */
  readonly timeLimit?: number | undefined;
  /** Ends the task and its thread at once. */
  readonly signal?: StopSignal | undefined;
  /** Called for every part, in the order in which they are done; never after the end. */
  onPart?(part: Part): void;
}

/** A thread that does one task at a time and can be used again, whatever happened to the last task. */
export interface TaskThread {
  /** Starts a thread unless there is one; ahead of its first task, if the time until then is to be used. @throws UnfitWorker */
  start(signal?: StopSignal): Promise<void>;
  /** Does a task; a thread is started if there is none. @throws UnfitWorker; what `onPart` throws */
  run<Output, Part = unknown>(input: unknown, options?: TaskOptions<Part>): Promise<TaskEnd<Output>>;
  /** Ends the thread; a start that is under way throws. */
  close(): Promise<void>;
}

/** Milliseconds in which a thread must have loaded. */
const START_TIMEOUT = 120_000;
/** Milliseconds; timers do not count further. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * A thread for tasks, replaced after it has died, was stopped, was too slow, or threw anything but an `InputError`, as
 * its state is unknown then.
 */
export function taskThread(startThread: StartThread): TaskThread {
  let thread: Thread | undefined;
  /** Receives the events of `thread`. */
  let receive: { onAnswer(answer: AnswerMessage): void; onEnd(cause: string): void } | undefined;

  let starting: Promise<void> | undefined;
  /** Whether `thread` has a task that it has not answered. */
  let isBusy = false;

  const close = async (): Promise<void> => {
    const old = thread;
    const wasBusy = isBusy;
    thread = undefined;
    isBusy = false;
    receive?.onEnd(" on request");
    await old?.end(wasBusy);
  };

  const start = async (signal?: StopSignal): Promise<void> => {
    if (thread && !starting) return;
    starting ??= load(signal).finally(() => {
      starting = undefined;
    });
    await starting;
  };

  const load = async (signal?: StopSignal): Promise<void> => {
    const fault = await new Promise<string | undefined>((resolve) => {
      const settle = (reason?: string): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        receive = undefined;
        resolve(reason);
      };
      const stop = (): void => settle();
      const timer = setTimeout(() => settle("it takes too long"), START_TIMEOUT);
      signal?.addEventListener("abort", stop);
      receive = { onAnswer: () => settle(), onEnd: (cause) => settle(`it ended${cause}`) };
      try {
        const fresh: Thread = startThread({
          onMessage: (message) => {
            if (thread === fresh) receive?.onAnswer(message as AnswerMessage);
          },
          onEnd: (cause) => {
            if (thread !== fresh) return;
            thread = undefined;
            receive?.onEnd(cause);
          },
        });
        thread = fresh;
      } catch (error) {
        settle((error as Error).message);
      }
    });
    if (fault === undefined && !signal?.aborted) return;
    await close();
    if (fault !== undefined) throw new UnfitWorker(`a thread could not start: ${fault}`);
  };

  const run: TaskThread["run"] = async <Output, Part>(
    input: unknown,
    { transfer = [], timeLimit = Infinity, signal, onPart }: TaskOptions<Part> = {},
  ): Promise<TaskEnd<Output>> => {
    if (!signal?.aborted) await start(signal);
    if (signal?.aborted) return { stopped: true };
    // It may have ended since it was ready.
    if (!thread) return { failure: { code: "worker-died", message: "the thread ended before it had work" } };
    const own = thread;
    let isFit = false;
    const end = new Promise<TaskEnd<Output>>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const letGo = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        receive = undefined;
      };
      const settle = (how: TaskEnd<Output>, leavesFit: boolean): void => {
        letGo();
        isFit = leavesFit;
        resolve(how);
      };
      const stop = (): void => settle({ stopped: true }, false);
      const fail = (code: string, message: string): void => settle({ failure: { code, message } }, false);
      const watch = (): void => {
        clearTimeout(timer);
        if (timeLimit > LONGEST_TIMER) return;
        timer = setTimeout(() => fail("timed-out", `took longer than ${timeLimit / 1000} s`), timeLimit);
      };
      receive = {
        onAnswer: (answer) => {
          isBusy = "part" in answer;
          if ("part" in answer) {
            watch();
            try {
              onPart?.(answer.part as Part);
            } catch (error) {
              letGo();
              reject(error);
            }
          } else if ("output" in answer) settle({ output: answer.output as Output }, true);
          else if ("failure" in answer) settle(answer, answer.failure.code !== "defect");
        },
        onEnd: (cause) => fail("worker-died", `the thread ended${cause}`),
      };
      signal?.addEventListener("abort", stop);
      try {
        const message: TaskMessage = { input };
        own.post(message, transfer);
        isBusy = true;
        watch();
      } catch (error) {
        // The thread has not seen it.
        settle({ failure: failureOf(error) }, true);
      }
    });
    try {
      return await end;
    } finally {
      if (!isFit) await close();
    }
  };
  return { start, run, close };
}
