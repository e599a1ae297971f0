import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./source-files.js";

// Writes docs/reliability.md: what is promised, what tests it, and how many tests of it passed in the last `npm test`
// and `npm run test:rest` on this machine.

/** A promise, and the files and folders of its tests; a folder ends in a slash. */
interface Promised {
  readonly promise: string;
  readonly tests: readonly string[];
}

const PROMISES: Readonly<Record<string, readonly Promised[]>> = {
  "The answer": [
    {
      promise:
        "The same input, options, seed and kind of routines give the same bytes, in Node 20, 22 and 24, in threads and in the browser.",
      tests: ["tests/same-bytes/", "tests/laws/methods.test.ts"],
    },
    {
      promise:
        "Every method obeys swap, row order, shift, scale and sign, or its exemption is named and shown to be needed.",
      tests: ["tests/laws/"],
    },
    {
      promise:
        "On a circle, a grid, outliers of 10⁹ and other degenerate rows, swapping the columns swaps the answer of every method, or there is none.",
      tests: ["tests/laws/degenerate.test.ts"],
    },
    {
      promise: "Scores, fits, flows and rivals agree with independent implementations.",
      tests: ["tests/golden/"],
    },
    {
      promise: "Known mechanisms give their known answers.",
      tests: ["tests/closed-forms/"],
    },
    { promise: "TypeScript and WebAssembly routines agree.", tests: ["tests/contracts/"] },
  ],
  "What comes in": [
    {
      promise: "Tables as people save them are read right, or a finding says what is doubtful.",
      tests: ["tests/tables/as-saved.test.ts"],
    },
    {
      promise: "Any text gives a table or an `InputError`, never another error.",
      tests: ["tests/properties/", "tests/tables/"],
    },
    {
      promise:
        "Reading stops at its limits, waits for no device or silent pipe, keeps only the columns needed, and decides header and decimal mark as all cells would.",
      tests: ["packages/core/src/table/", "tests/cli/bounds.test.ts"],
    },
    {
      promise:
        "A wrong argument or option of `causal-velocity`, and a wrong column or pair in `causal-velocity/model` and `/lab`, is an `InputError` with place and value (what else these take, and what was changed by hand within tables and answers, relies on types); NaN means the same in arrays and files.",
      tests: ["tests/properties/misuse.test.ts"],
    },
    {
      promise:
        "A graph is found of any columns, also with heavy tails, near copies, sums and products of columns and hardly any values; a near copy changes the arrows among the others in at most 2% of tables.",
      tests: ["tests/properties/hard-tables.test.ts", "packages/core/src/graph/near-copies.test.ts"],
    },
  ],
  "What goes out": [
    {
      promise: "Output, exit codes, messages and files of the command are those that are documented.",
      tests: ["tests/cli/"],
    },
    {
      promise: "Nothing that a terminal or a spreadsheet would run is written raw, by any command.",
      tests: ["tests/cli/hostile-names.test.ts", "packages/core/src/primitives/output-text.test.ts"],
    },
    {
      promise:
        "A file is there in whole, as it was, or not at all, whatever the disk does; no link is followed but one to a file of the user, and no pipe that nobody reads is waited for.",
      tests: ["tests/cli/write-files.test.ts", "tests/cli/pairs-faults.test.ts"],
    },
    {
      promise:
        "Studio shows the library's numbers, works offline, is accessible and sends nothing; a served table is given for its key alone.",
      tests: ["tests/studio/", "packages/causal-velocity/src/studio/"],
    },
  ],
  "Many pairs": [
    {
      promise:
        "Many pairs give what one pair gives, on any number of threads, through the queue, and after a run was stopped or killed.",
      tests: ["tests/threads/", "tests/queue/", "tests/cli/pairs.test.ts", "tests/cli/pairs-faults.test.ts"],
    },
    {
      promise: "Pairs are never all in memory; a run that is too large is refused before it begins.",
      tests: ["packages/core/src/pairs/", "packages/causal-velocity/src/pairs/"],
    },
    {
      promise: "One run at a time writes a file; a lock of a process that is gone is taken over.",
      tests: ["tests/threads/journal.test.ts"],
    },
    {
      promise: "Any number of processes may start on an empty database, also before it answers.",
      tests: ["tests/queue/first-use.test.ts", "tests/queue/server.test.ts"],
    },
    {
      promise: "Memory and handles do not grow (`npm run soak`, ten minutes).",
      tests: ["tests/contracts/memory.test.ts"],
    },
  ],
  "What you install": [
    { promise: "The published packages hold what they say, with types, and install alone.", tests: ["tests/package/"] },
    {
      promise: "Documents, examples and pictures are up to date; checks catch what they are for.",
      tests: ["tests/project/"],
    },
  ],
};

interface Counts {
  readonly date: string;
  readonly files: Readonly<Record<string, number>>;
}

function countsOf(tier: string): Counts[] {
  const file = join(ROOT, `.cache/test-counts/${tier}.json`);
  return existsSync(file) ? [JSON.parse(readFileSync(file, "utf8")) as Counts] : [];
}

const runs = [...countsOf("quick"), ...countsOf("rest")];
const passed = (tests: readonly string[]): number =>
  runs
    .flatMap(({ files }) => Object.entries(files))
    .filter(([path]) => tests.some((test) => (test.endsWith("/") ? path.startsWith(test) : path === test)))
    .reduce((sum, [, count]) => sum + count, 0);
const grouped = (count: number): string => count.toLocaleString("en-US");

function section([title, promises]: [string, readonly Promised[]]): string {
  const lines = promises.map(({ promise, tests }) => {
    const count = passed(tests);
    return `| ${promise} | ${tests.map((test) => `\`${test.replace(/\/$/, "")}\``).join(", ")} | ${count === 0 ? "not run" : grouped(count)} |`;
  });
  return `## ${title}\n\n| promise | tested in | tests passed |\n| --- | --- | ---: |\n${lines.join("\n")}\n`;
}

const total = runs.flatMap(({ files }) => Object.values(files)).reduce((sum, count) => sum + count, 0);
writeFileSync(
  join(ROOT, "docs/reliability.md"),
  `# What is promised, and how it is tested

Made by \`npm run make -- reliability\` from the last \`npm test\` and \`npm run test:rest\` (${runs.map(({ date }) => date).join(", ")}); regenerate, do not edit. ${grouped(total)} tests passed in all; a test may count for several promises. [Which tests run when](testing.md).

${Object.entries(PROMISES).map(section).join("\n")}
## How hard it was tried

- **Killed.** In every gate: \`pairs\` at each of its file writes, workers and the coordinator by \`kill -9\`, PostgreSQL stopped and started. After each, every pair is there once, with the same bytes. Version 0.1.0 survived 30 kills of \`pairs\`, 96 of workers and 36 of PostgreSQL by people who tried to break it.
- **First use.** 12 processes start together on an empty database: twice in the gate, ten times in \`npm run test:long\` (120 of 120 ended well).
- **Made-up tables.** Each property of the reader is tried on hundreds of made-up files in the gate and on 25 times as many, of a fresh seed, in \`npm run test:long\`. 9,000 fuzzed tables by others: no crash, no wrong value.
- **Tables as people save them.** 20,006 made-up tables of 30 countries (2026-11-19): in 1,582 nobody can tell whether the first row names the columns; of the other 18,424, 18,357 were read right, 67 wrong with a finding that says so, none wrong in silence. 271 of those that were read right have a warning, all about numbers such as 1.234 in every cell. Delimiter and header as DuckDB's \`sniff_csv\` has them: both are right in 12,737, the reader alone in 5,682, DuckDB alone in 2 (with a finding), none in 3. Version 0.1.0 read 1,060 of 3,689 wrong in silence. Every gate tries 1,000.
- **Native code.** 20,000 damaged files of Parquet, JSON and zstd did not end DuckDB (2026-11-19); every gate tries 60 others, \`npm run test:long\` 1,500. JSON and Parquet nested 100,000 levels deep do end it; as it runs in a process of its own, they are errors of the input.
- **Too much.** An endless pipe or list of pairs, a graph file of 60,000 columns, \`/dev/zero\`, a line of 2,000,000 cells, 300,000 columns, 20,000 columns in pairs, a full disk, a file of more than 500 MB (\`npm run test:long\`).
- **Ten minutes without a pause.** \`npm run soak\`, on a machine with much other work (2026-11-18): 49 rounds of decisions, reports, \`pairs\` on threads, a queue's worker and Studio's server in one process. JavaScript's memory was 45 MB in the second minute and 47 to 48 MB in the last six, the process 220 to 229 MB; 39 to 43 open files, 7 to 9 handles and 13 threads throughout. An earlier run ended when Node 20.20 itself aborted (exit code 134) while a thread was terminated. Since then a thread without a task ends by itself, and before that Node waits for its compiler. A thread that is stopped in the middle of its work, as by Ctrl-C, is still terminated and can meet that fault of Node: it was seen once, in a run of the tests, and is too rare to be provoked (300 threads that were terminated, and 300 that ended by themselves, all ended well). Journals resume.

## What is not promised

- That a verdict is right: [how often it is](benchmarks/held-out.md), and [what it cannot tell you](../README.md#what-it-cannot-tell-you).
- The same last digits with other routines (\`plainRoutines\`), or in another version.
- Anything about a database or a disk that loses what it has confirmed.
`,
);
