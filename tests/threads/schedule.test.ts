import { planTiles } from "@causal-velocity/core/pairs/choose-pairs.js";
import { seededRng } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { pairsOf, type ScheduleTimes, simulatedSchedule, simulatedSpeedup } from "../../bench/simulated-schedule.js";

/**
 * Milliseconds of CPU time that were measured on a chain of columns of 1,000 rows: pairs alone take 12 to 20, the median
 * is 14.5, of which each column takes 1. A thread decides at full speed after what 25 pairs take.
 */
const [FASTEST, SPREAD, SLOWEST, COLUMN, START] = [11, 2.2, 18, 1, 366];

function measuredTimes(): ScheduleTimes {
  const rng = seededRng(5).split("pairs");
  const times = Float64Array.from({ length: 1000 }, () => Math.min(SLOWEST, FASTEST + SPREAD * Math.abs(rng.normal())));
  return { pair: ({ x, y }) => times[(31 * x + y) % times.length] as number, column: COLUMN, start: START };
}

const THREADS = [2, 3, 4, 8, 16, 24, 32, 64];

describe("the schedule of tiles, simulated", () => {
  test("equal pairs that share nothing: as many at a time as there are threads", () => {
    const equal = { pair: () => 10, column: 0, start: 100 };
    // 780 pairs
    for (const threads of THREADS) {
      const milliseconds = simulatedSchedule(planTiles(pairsOf(40), 1), threads, equal);
      expect(milliseconds).toBe(100 + 10 * Math.ceil(780 / threads));
    }
    expect(simulatedSchedule(planTiles(pairsOf(4), 2), 1, { ...equal, column: 1 })).toBe(100 + 60 + (2 + 4 + 2));
  });

  test.each([
    [40, 16, 10],
    [64, 16, 13],
    [100, 16, 14],
    [200, 32, 30],
    [400, 64, 62],
  ])("of %i columns, %i threads are worth at least %i", (columns, threads, least) => {
    expect(simulatedSpeedup(pairsOf(columns), threads, measuredTimes())).toBeGreaterThan(least);
  });

  test("tiles that become smaller end sooner than tiles of one size, on any number of threads", () => {
    const times = measuredTimes();
    for (const columns of [12, 24, 40, 64]) {
      for (const threads of THREADS) {
        const guided =
          simulatedSchedule(planTiles(pairsOf(columns)), 1, times) / simulatedSpeedup(pairsOf(columns), threads, times);
        for (const side of [8, 4, 2, 1]) {
          const fixed = simulatedSchedule(planTiles(pairsOf(columns), side), threads, times);
          expect(guided / fixed, `${columns} columns, ${threads} threads, tiles of ${side}`).toBeLessThan(1.03);
        }
      }
    }
  });

  test("pairs of some columns that take four times as long keep no thread waiting", () => {
    const uneven = {
      pair: ({ x, y }: { x: number; y: number }) => (x % 10 === 1 || y % 10 === 1 ? 50 : 12.5),
      column: COLUMN,
      start: START,
    };
    expect(simulatedSpeedup(pairsOf(64), 16, uneven)).toBeGreaterThan(13.5);
  });
});
