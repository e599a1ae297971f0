import { join } from "node:path";
import {
  decide,
  decidePairs,
  graph,
  type InputError,
  type PairOutcome,
  pairFromTable,
  pairsSentences,
  pairsSummary,
  parseTable,
  type Screened,
  seededRng,
  tableFromColumns,
} from "causal-velocity";
import { describe, expect, test, vi } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { holding } from "../cli/held-run.js";
import { withBrowser } from "../support/browser.js";
import { orSkip } from "../support/not-at-hand.js";
import { withFolderServed } from "../support/serve-folder.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const rows = Array.from({ length: 150 }, (_, i) => {
  const a = ((i * 37) % 150) / 40;
  const b = a * a + Math.sin(i * 12.9898);
  const c = Math.tanh(b - 3) + 0.5 * Math.cos(i * 78.233);
  return [i, `k${i % 3}`, a, b, i === 7 ? "" : c, Math.sin(i * 4.1), 2].map(String).join(",");
});
const csv = `id,kind,a,b,c,d,flat\n${rows.join("\n")}\n`;
const table = parseTable(csv);

/** What `decide` says of each pair by itself. */
function alone(outcomes: readonly PairOutcome[], options = {}) {
  return outcomes.map(({ x, y }) => {
    try {
      return decide(pairFromTable(table, { x, y }), options);
    } catch (error) {
      return (error as InputError).message;
    }
  });
}

describe("decidePairs", () => {
  test("gives what decide gives for every pair of measured columns, to the bit, on any number of threads", async () => {
    const seen: number[] = [];
    const options = { seed: 2, maxRows: 120 };
    const one = await decidePairs(table, {}, { ...options, jobs: 1, onProgress: ({ done }) => seen.push(done) });
    const three = await decidePairs(table, {}, { ...options, jobs: 3 });
    expect(one.map(({ names }) => names.x + names.y).join(" ")).toBe("ab ac ad aflat bc bd bflat cd cflat dflat");
    expect(one.map(({ decision, problem }) => decision ?? problem.message)).toEqual(alone(one, options));
    expect(three).toEqual(one);
    expect([seen.at(-1), [...seen].sort((a, b) => a - b)]).toEqual([10, seen]);
  });

  test("takes columns and pairs by name or number, each pair once", async () => {
    const named = await decidePairs(table, { columns: ["c", 3, "c"] }, { jobs: 1 });
    expect(named.map(({ x, y }) => [x, y])).toEqual([[3, 5]]);
    const listed = await decidePairs(table, {
      pairs: [
        { x: "d", y: "a" },
        { x: 3, y: 6 },
        { x: "id", y: "a" },
      ],
    });
    expect(listed.map(({ x, y }) => [x, y])).toEqual([
      [1, 3],
      [3, 6],
    ]);
    expect(listed.map(({ decision }) => decision)).toEqual(alone(listed));
  });

  test("refuses what it cannot do before it begins", async () => {
    await expect(decidePairs(table, { columns: ["e", "a"] })).rejects.toThrow(/option columns "e"/);
    await expect(decidePairs(table, { columns: ["a"] })).rejects.toMatchObject({ code: "too-few-columns" });
    await expect(decidePairs(table, { pairs: [{ x: "a", y: 3 }] })).rejects.toMatchObject({ code: "same-column" });
    await expect(decidePairs(table, { pairs: [{ x: "a" }] })).rejects.toThrow(/pair 1: no y/);
    await expect(decidePairs(table, {}, { method: "no-such" })).rejects.toMatchObject({ code: "unknown-method" });
    await expect(decidePairs(table, {}, { trim: 0.1 })).rejects.toThrow(/trim/);
  });

  test("an abort ends it at once, also before it begins", async () => {
    await expect(decidePairs(table, {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    const stop = new AbortController();
    const running = decidePairs(table, {}, { jobs: 1, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(running).rejects.toThrow(/abort/i);
  });

  test("a pair that takes too long has a problem, and the others of its tile their verdicts", async () => {
    // A thread is held at its second pair: the first thread at a–c, the next one after b–c, when a–c is tried again.
    for (const [name, value] of Object.entries(holding("1 part", join(temporaryFolder(), "mark"))))
      vi.stubEnv(name, value);
    const deciding = decidePairs(table, { columns: ["a", "b", "c"] }, { jobs: 1, timeLimit: 3000 });
    const outcomes = await deciding.finally(() => vi.unstubAllEnvs());
    expect(outcomes.map(({ names, decision, problem }) => [names.x + names.y, decision ?? problem])).toEqual([
      ["ab", decide(pairFromTable(table, { x: "a", y: "b" }))],
      ["ac", { code: "internal", message: "took longer than 3 s" }],
      ["bc", decide(pairFromTable(table, { x: "b", y: "c" }))],
    ]);
  });

  test("in a browser, workers give the same bits", async ({ skip }) => {
    const outcomes = await decidePairs(table, {}, { seed: 2, jobs: 2 });
    const inBrowser = await orSkip(
      skip,
      withBrowser((page) =>
        withFolderServed(ROOT, async (origin) => {
          await page.goto(`${origin}/tests/same-bytes/page.html`);
          // As text: the test runner would rewrite the import.
          const address = JSON.stringify(`${origin}/packages/causal-velocity/dist/index.js`);
          return page.evaluate(`(async () => {
            const library = await import(${address});
            const table = library.parseTable(${JSON.stringify(csv)});
            const pairs = await library.decidePairs(table, {}, { seed: 2, jobs: 2 });
            return { pairs, graph: await library.findGraph(table, { seed: 2, jobs: 2 }) };
          })()`);
        }),
      ),
    );
    expect(inBrowser).toEqual({ pairs: outcomes, graph: graph(table, { seed: 2 }) });
  });

  const wide = tableFromColumns(
    Array.from({ length: 70 }, (_, k) => {
      const rng = seededRng(3).split(`column ${k >> 1}`);
      const cause = Array.from({ length: 60 }, () => rng.normal());
      // Columns 11 and 12 depend on each other, the higher ones rise and fall with the lower; the others do not.
      const isEffect = k % 2 === 1 && k < 12;
      const other = seededRng(3).split(`noise ${k}`);
      const own = cause.map((value) => (isEffect ? value * value + 0.2 * other.normal() : other.normal()));
      return { name: `c${k + 1}`, values: k % 2 === 0 && k < 12 ? cause : own };
    }),
  );
  const planted = [1, 3, 5, 7, 9, 11].map((x) => `${x} ${x + 1}`);
  const names = (outcomes: readonly PairOutcome[]) => outcomes.map(({ x, y }) => `${x} ${y}`);

  test("with screen, decides the pairs that depend on each other among all, on any number of threads", async () => {
    let screened: Screened | undefined;
    const progress: number[] = [];
    const options = {
      onScreened: (own: Screened) => {
        screened = own;
      },
      onScreening: ({ done, total }: { done: number; total: number }) => progress.push(done / total),
    };
    const one = await decidePairs(wide, { screen: true }, { ...options, jobs: 1 });
    expect(await decidePairs(wide, { screen: true }, { jobs: 3 })).toEqual(one);
    expect(names(one)).toEqual(planted);
    expect(screened).toMatchObject({ pairs: 2415, dependent: 6, unscreened: [] });
    expect([screened?.left.count, progress.at(-1)]).toEqual([6, 1]);
    // They are judged as some of 2,415: without the screen, they get the same.
    const all = await decidePairs(wide, {}, { jobs: 2, method: "b-lin" });
    const some = await decidePairs(wide, { screen: true }, { jobs: 2, method: "b-lin" });
    expect(some).toEqual(all.filter(({ x, y }) => planted.includes(`${x} ${y}`)));
    const said = pairsSentences(pairsSummary(one, screened)).join(" ");
    expect(said).toMatch(/^Of 2,415 screened pairs, 6 have columns that depend on each other, at most one in 20/);
  });

  test("with top, decides so many that depend most", async () => {
    const top = await decidePairs(wide, { top: 8 }, { jobs: 2, method: "b-lin" });
    expect(top).toHaveLength(8);
    expect(names(top)).toEqual(expect.arrayContaining(planted));
    const few = await decidePairs(wide, { top: 3, screen: true }, { jobs: 2, method: "b-lin" });
    expect(few).toHaveLength(3);
    expect(planted).toEqual(expect.arrayContaining(names(few)));
    expect(await decidePairs(wide, { top: 10_000, columns: [20, 21, 22] }, { method: "b-lin" })).toHaveLength(3);
    const unrelated = await decidePairs(wide, { screen: true, columns: [20, 21, 22] });
    expect(unrelated).toEqual([]);
  });

  test("stops while it screens", async () => {
    const stop = new AbortController();
    const running = decidePairs(wide, { top: 5 }, { jobs: 1, signal: stop.signal, onScreening: () => stop.abort() });
    await expect(running).rejects.toThrow(/abort/i);
  });

  test("refuses more pairs than allowed before any is decided, and says what they would take", async () => {
    const deciding = decidePairs(wide, {}, { maxPairs: 2414, jobs: 2 });
    await expect(deciding).rejects.toMatchObject({ code: "run-too-large" });
    await expect(deciding).rejects.toThrow(
      /the table: 2,415 pairs of 70 columns, which take about [\d.]+ seconds on 2 threads .* of memory and .* of results; expected at most 2,414 pairs\. .*option top.*option screen.*option columns.*option maxPairs 2415\./,
    );
    await expect(decidePairs(wide, { screen: true }, { maxPairs: 5 })).rejects.toThrow(
      /6 pairs that depend on each other of 70 columns.*expected at most 5 pairs/,
    );
    expect(await decidePairs(wide, { top: 3 }, { maxPairs: 2, method: "b-lin" })).toHaveLength(3);
  });

  test.each([
    [{ jobs: 0 }, /option jobs: 0; expected/],
    [{ jobs: 1.5 }, /option jobs: 1\.5; expected/],
    [{ timeLimit: 0 }, /option timeLimit: 0; expected/],
    [{ maxPairs: 0 }, /option maxPairs: 0; expected/],
  ])("refuses %j", async (options, message) => {
    await expect(decidePairs(table, {}, options)).rejects.toThrow(message);
  });

  test("takes a time limit without end for none", async () => {
    const outcomes = await decidePairs(table, {}, { jobs: 1, timeLimit: Infinity, method: "b-lin" });
    expect(outcomes.filter(({ problem }) => problem?.code === "internal")).toEqual([]);
  });
});
