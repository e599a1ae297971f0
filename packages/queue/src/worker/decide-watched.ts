import type { MapOutcome } from "causal-velocity";
import { type Decider, type TileWork, UnfitWorker } from "./decider.js";

/** How far a tile came: outcomes of its first pairs, and what is wrong with the next one, if something is. */
export interface Decided {
  readonly outcomes: readonly MapOutcome[];
  readonly fault?: string;
}

export interface Watch {
  /** Seconds for each pair. */
  readonly timeLimit: number;
  /** Ends the work between or amid pairs; no pair is to blame. */
  readonly signal: AbortSignal;
}

/** Milliseconds; timers do not count further. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Has a tile decided, each pair within its time. Without a fault and with outcomes for some pairs only, it was stopped.
 *
 * @throws UnfitWorker
 */
export async function decideWatched(decider: Decider, work: TileWork, { timeLimit, signal }: Watch): Promise<Decided> {
  const { pairs } = work.tile;
  const outcomes: MapOutcome[] = [];
  const controller = new AbortController();
  let fault: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const blame = (what: string): void => {
    fault ??= what;
    controller.abort();
  };
  const nextPair = (): void => {
    clearTimeout(timer);
    const limit = Math.min(1000 * timeLimit, LONGEST_TIMER);
    timer = setTimeout(() => blame(`the pair took longer than ${timeLimit} s`), limit);
  };
  const tell = (outcome: MapOutcome): void => {
    if (controller.signal.aborted) return;
    const expected = pairs[outcomes.length];
    if (outcome.x !== expected?.x || outcome.y !== expected.y) {
      blame(`an outcome of the pair ${outcome.x}, ${outcome.y}, which was not next`);
      return;
    }
    outcomes.push(outcome);
    nextPair();
  };
  const stop = (): void => controller.abort();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    await decider.start();
    nextPair();
    // One that does not heed its signal is left behind.
    await Promise.race([decider.decide(work, tell, controller.signal), rejectedWhen(controller.signal)]);
    if (outcomes.length < pairs.length && !signal.aborted) fault ??= "no outcome was told";
  } catch (error) {
    if (error instanceof UnfitWorker) throw error;
    if (!signal.aborted) fault ??= error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
  return fault === undefined || outcomes.length === pairs.length ? { outcomes } : { outcomes, fault };
}

function rejectedWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new Error("stopped"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
