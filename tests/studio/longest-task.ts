import type { Page } from "playwright-core";

/** The part of a trace event that is used. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** Of the processor, without interruptions by other programs. */
  readonly tdur?: number;
}

const MARK = "the thread of this page";

/**
 * Milliseconds of the longest task in the page's thread while something is done: by the clock, and of the processor, in
 * which a busy machine makes no difference.
 */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<{ clock: number; processor: number }> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "blink.user_timing"] },
  });
  await page.evaluate((mark) => performance.mark(mark), MARK);
  await act();
  const isComplete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await isComplete;
  await session.detach();
  const here = events.find(({ name }) => name === MARK);
  const tasks = events.filter(({ name, pid, tid }) => /RunTask$/.test(name) && pid === here?.pid && tid === here?.tid);
  if (tasks.length === 0) throw new Error("the trace has no tasks of the page");
  const longest = (of: (task: TraceEvent) => number | undefined) =>
    Math.max(...tasks.map((task) => of(task) ?? 0)) / 1000;
  return { clock: longest(({ dur }) => dur), processor: longest(({ tdur }) => tdur) };
}
