import { once } from "node:events";
import { performance } from "node:perf_hooks";
import type { BenchmarkProgress } from "@causal-velocity/lab/benchmark/run-benchmark.js";
import { printableLines, wrap } from "./printable.js";

/** Where progress is shown: standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
/** On a terminal the line is redrawn at most this often; elsewhere a line is added, rarely. */
const REDRAW_SECONDS = 0.1;
const LINE_SECONDS = 10;

/**
 * Shows how far a run is and how long it still takes: a bar that redraws itself on a terminal, now and then a line
 * elsewhere.
 *
 * @param clock seconds from any beginning     @param doing what is done with the pairs, if they are not decided
 * @param unit what is counted
 */
export function progressBar(
  stream: ProgressStream,
  clock: () => number = () => performance.now() / 1000,
  doing = "",
  unit = "pairs",
): { show(progress: BenchmarkProgress): void; end(): void } {
  const start = clock();
  const isTerminal = stream.isTTY ?? false;
  let shown = isTerminal ? -Infinity : start;
  return {
    show: (progress) => {
      const now = clock();
      const pause = isTerminal ? REDRAW_SECONDS : LINE_SECONDS;
      if (now - shown < pause && !(isTerminal && progress.done === progress.total)) return;
      shown = now;
      const line = barLine(progress, now - start, unit) + (doing && ` (${doing})`);
      stream.write(isTerminal ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    end: () => {
      if (isTerminal) stream.write("\r\u001b[2K");
    },
  };
}

function barLine({ done, total, resumed }: BenchmarkProgress, seconds: number, unit: string): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((BAR_WIDTH * done) / total);
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  const fresh = done - resumed;
  const rate = seconds > 0 ? fresh / seconds : 0;
  const speed =
    fresh > 0
      ? `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} ${unit}/s, ${timeText((total - done) / rate)} left`
      : "";
  return `${bar} ${done}/${total} ${unit}${speed}`;
}

/** A time for people: 8 s, 4 min, 2 h 5 min. */
export function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Writes a note to standard error that changes nothing about the answer. */
export function note(text: string): void {
  process.stderr.write(`${wrap(text, "note: ")}\n`);
}

/**
 * Prints text that is too long to be held, piece by piece. A reader that is slower is waited for; one that is gone wants
 * no more.
 *
 * @param isRaw whether programs get it as it is; terminals never do
 */
export async function printPieces(pieces: AsyncIterable<string>, isRaw = false): Promise<void> {
  for await (const piece of pieces) {
    if (process.stdout.destroyed || process.stdout.errored) return;
    const shown = isRaw && !process.stdout.isTTY ? piece : printableLines(piece);
    if (!process.stdout.write(shown)) await once(process.stdout, "drain").catch(() => {});
  }
}

/** Exit codes of a command that a signal stopped: shells add the signal's number to 128. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
export type SignalName = keyof typeof SIGNAL_CODES;

/** Runs something that a signal from the user stops; a second signal ends the process at once. */
export async function untilInterrupted<T>(
  action: (signal: AbortSignal) => Promise<T>,
): Promise<{ result: T; signal: SignalName | undefined }> {
  const controller = new AbortController();
  let received: SignalName | undefined;
  const listeners = (Object.keys(SIGNAL_CODES) as SignalName[]).map((name) => {
    const listener = () => {
      received = name;
      controller.abort();
    };
    process.once(name, listener);
    return { name, listener };
  });
  try {
    return { result: await action(controller.signal), signal: received };
  } finally {
    for (const { name, listener } of listeners) process.removeListener(name, listener);
  }
}

/** Thrown where the user stopped a command: what to say, and the exit code shells use for the signal. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}
