import type { PairsChoice } from "@causal-velocity/core/pairs/choose-pairs.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import { expect, test } from "vitest";
import { MAX_PAIRS, type PlanRequest, planRun, runEstimate } from "./plan-run.js";

const table = tableFromColumns(Array.from({ length: 2000 }, (_, k) => ({ name: `c${k}`, values: [k, 3, 1, k % 7] })));

/** A run without a screen starts no thread. */
function request(choice: PairsChoice = {}, others: Partial<PlanRequest> = {}): PlanRequest {
  const startThread = (): never => {
    throw new Error("no thread is needed");
  };
  return {
    ...{ table, choice, maxPairs: MAX_PAIRS, maxRows: 200_000, workers: 2, startThread },
    ...{ isKept: false, memory: { heap: 4e9, machine: 16e9 }, ...others },
  };
}

async function refusal(choice: PairsChoice, others: Partial<PlanRequest>): Promise<string> {
  const error = await planRun(request(choice, others)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).code).toBe("run-too-large");
  return (error as InputError).message;
}

test("a run within its limits has all its pairs, enumerated when they are needed", async () => {
  const plan = await planRun(request({}, { maxPairs: 1_999_000 }));
  expect([plan?.pairs.count, plan?.screened]).toEqual([1_999_000, undefined]);
});

test("more pairs than allowed are refused with time, memory, results and all ways out", async () => {
  expect(await refusal({}, {})).toBe(
    "the table: 1,999,000 pairs of 2,000 columns, which take about 100 minutes on 2 threads with the default method, " +
      "550 MB of memory and 660 MB of results; expected at most 1,000,000 pairs. Decide only the pairs that depend " +
      "most with option top 1000, decide only those that depend on each other with option screen, choose columns with " +
      "option columns, or allow more with option maxPairs 1999000.",
  );
});

test("outcomes that do not fit into memory are refused, with where else to keep them", async () => {
  const columns = Array.from({ length: 1400 }, (_, k) => k + 1);
  const kept = { isKept: true, memory: { heap: 2e9 }, lessMemory: "keep outcomes on disk with --out" };
  expect(await refusal({ columns }, kept)).toMatch(
    /^option columns: 979,300 pairs .*2\.7 GB of memory.*; expected a run that fits into 2 GB of memory\. Keep outcomes on disk with --out, decide only .* option top 1000, .* or choose columns with option columns\.$/,
  );
  // On disk they do not count.
  expect((await planRun(request({ columns }, { memory: { heap: 2e9 } })))?.pairs.count).toBe(979_300);
  expect(await refusal({ columns }, { memory: { machine: 3e8 } })).toMatch(/fits into 300 MB of memory/);
  // How many are decided is known before the screen.
  expect(await refusal({ columns, top: 900_000 }, kept)).toMatch(/^option columns: 900,000 pairs/);
});

test("no way out is named that would be refused for memory next", async () => {
  const lessMemory = "keep outcomes on disk with --out";
  const refused = (heap: number) => refusal({}, { isKept: true, memory: { heap }, lessMemory });
  expect(await refused(6e9)).toMatch(/, or allow more with option maxPairs 1999000\.$/);
  expect(await refused(1e9)).toMatch(
    /option columns, or keep outcomes on disk with --out and allow more with option maxPairs 1999000\.$/,
  );
  const least = await refused(1e8);
  expect(least).toMatch(
    /pairs\. Decide only .* option top 1000, .* option screen, or choose columns with option columns\.$/,
  );
  // On disk there is nothing more to save.
  expect(await refusal({}, { memory: { heap: 1e8 } })).not.toMatch(/maxPairs|disk/);
});

test("a list of pairs has other ways out", async () => {
  const pairs = [1, 2, 3].map((x) => ({ x, y: 9 }));
  expect(await refusal({ pairs }, { maxPairs: 2 })).toMatch(
    /^the list of pairs: 3 pairs of 4 columns.*Shorten the list or allow more with option maxPairs 3\.$/,
  );
});

test("estimates grow with pairs, rows up to those that are drawn, and columns", () => {
  const tall = { ...table, rowCount: 1_000_000 };
  const of = (pairs: number, columns: number, others: Partial<PlanRequest> = {}) =>
    runEstimate(pairs, columns, request({}, others));
  expect(of(2000, 10).seconds / of(1000, 10).seconds).toBeCloseTo(2, 12);
  expect(of(1000, 10, { workers: 4 }).seconds / of(1000, 10).seconds).toBeCloseTo(0.5, 12);
  expect(of(1000, 10, { table: tall }).seconds).toBe(of(1000, 10, { table: { ...tall, rowCount: 200_000 } }).seconds);
  expect(of(1000, 20, { table: tall }).memory - of(1000, 10, { table: tall }).memory).toBe(180e6);
});

test("given columns take their own time: one score for each column and set of parents", async () => {
  const seconds = (given: readonly number[]) => runEstimate(1000, 10, request({ given })).seconds;
  // 3 columns have 4 sets of others each; 4 have 8; 8 have 99 with at most four of seven.
  expect(seconds([2, 3]) / seconds([2])).toBeCloseTo(32 / 12, 12);
  expect(seconds([2, 3, 4, 5, 6, 7]) / seconds([2])).toBeCloseTo((8 * 99) / 12, 12);
  expect(seconds([2])).toBeGreaterThan(seconds([]));
  expect(await refusal({ given: ["c7"] }, {})).toMatch(
    /^the table: 1,997,001 pairs .* on 2 threads given these columns,/,
  );
});
