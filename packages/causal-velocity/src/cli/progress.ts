import { performance } from "node:perf_hooks";
import type { BenchmarkProgress } from "../benchmark/run-benchmark.js";

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
 * @param clock seconds from any beginning
 */
export function progressBar(
  stream: ProgressStream,
  clock: () => number = () => performance.now() / 1000,
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
      stream.write(isTerminal ? `\r\u001b[2K${barLine(progress, now - start)}` : `${barLine(progress, now - start)}\n`);
    },
    end: () => {
      if (isTerminal) stream.write("\r\u001b[2K");
    },
  };
}

function barLine({ done, total, resumed }: BenchmarkProgress, seconds: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((BAR_WIDTH * done) / total);
  const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
  const fresh = done - resumed;
  const rate = seconds > 0 ? fresh / seconds : 0;
  const speed =
    fresh > 0
      ? `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} pairs/s, ${timeText((total - done) / rate)} left`
      : "";
  return `${bar} ${done}/${total} pairs${speed}`;
}

/** A time for people: 8 s, 4 min, 2 h 5 min. */
export function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
