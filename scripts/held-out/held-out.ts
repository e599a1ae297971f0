import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { heldOutPair, hostileKinds, testFamilies } from "@causal-velocity/lab/simulate/held-out/held-out-pair.js";
import { runPool } from "@causal-velocity/threads/pool.js";
import { type Pair, seededRng } from "causal-velocity";
import { realPairs } from "../real-data/real-pairs.js";
import { ROOT } from "../source-files.js";
import { heldOutPage } from "./held-out-page.js";
import { realDataPage } from "./real-data-page.js";
import type { Answer } from "./serve-held-out.js";

// Runs the default on the held-out pairs and writes docs/benchmarks/held-out.md and real-data.md. The rule is in
// docs/held-out.md: once, on the final method. --look says which look it is, such as "first, 17 November 2026"; the
// answers are kept in --out, and a second run with the same --look only writes the pages.

/** One held-out pair and what the default makes of it. */
export interface HeldOutAnswer extends Answer {
  readonly set: "family" | "table" | "hostile" | "silence" | "real";
  /** Family, kind or id of the pair. */
  readonly name: string;
  readonly truth: "x->y" | "y->x" | "none";
}

interface Task extends Pick<HeldOutAnswer, "set" | "name"> {
  readonly seed: number;
  readonly n: number;
}

/** Pairs of each test family at 1,000 rows as they are, and with random table effects and random rows. */
const CLEAN_PAIRS = 100;
const TABLE_PAIRS = 300;
const TABLE_ROWS = [50, 5000] as const;
/** Pairs of each hostile kind, 1,000 rows. */
const HOSTILE_PAIRS = 60;
/** Kinds on which nobody can tell, and how many pairs of how many rows. */
const SILENT_KINDS = ["copula-exponentiated", "copula-any-margins", "copula-rounded", "unrelated-skewed"];
const MORE_SILENT_KINDS = ["linear-gaussian", "random-walks"];
const SILENT_PAIRS = [
  [200, 100],
  [1000, 100],
  [10_000, 40],
] as const;
const FIRST_SEED = { family: 1, table: 100_000, hostile: 200_000, silence: 300_000 } as const;

function planned(): Task[] {
  const many = (count: number, make: (i: number) => Task): Task[] => Array.from({ length: count }, (_, i) => make(i));
  const rowsOf = (seed: number): number =>
    Math.round(TABLE_ROWS[0] * (TABLE_ROWS[1] / TABLE_ROWS[0]) ** seededRng(seed).split("rows").uniform());
  return [
    ...testFamilies.flatMap(({ name }) => [
      ...many(CLEAN_PAIRS, (i) => ({ set: "family", name, seed: FIRST_SEED.family + i, n: 1000 })),
      ...many(TABLE_PAIRS, (i) => ({
        set: "table",
        name,
        seed: FIRST_SEED.table + i,
        n: rowsOf(FIRST_SEED.table + i),
      })),
    ]),
    ...hostileKinds.flatMap(({ name }) =>
      many(HOSTILE_PAIRS, (i) => ({ set: "hostile", name, seed: FIRST_SEED.hostile + i, n: 1000 })),
    ),
    ...[...SILENT_KINDS, ...MORE_SILENT_KINDS].flatMap((name) =>
      SILENT_PAIRS.flatMap(([n, count]) =>
        many(count, (i) => ({ set: "silence", name, seed: FIRST_SEED.silence + i, n })),
      ),
    ),
  ];
}

function drawn({ set, name, seed, n }: Task): { readonly pair: Pair; readonly truth: HeldOutAnswer["truth"] } {
  if (set === "family") return heldOutPair(seed, { family: name, n });
  return set === "table"
    ? heldOutPair(seed, { family: name, n, table: "random" })
    : heldOutPair(seed, { kind: name, n });
}

/** Decides pairs on several threads, in order; a failure ends the run. */
async function answered(
  count: number,
  make: (task: number) => { readonly pair: Pair; readonly about: Pick<HeldOutAnswer, "set" | "name" | "truth"> },
  jobs: number,
): Promise<HeldOutAnswer[]> {
  const found: HeldOutAnswer[] = [];
  const about: Pick<HeldOutAnswer, "set" | "name" | "truth">[] = [];
  await runPool<Answer>({
    script: new URL("../typescript-worker.js", import.meta.url),
    workerData: new URL("./serve-held-out.ts", import.meta.url).href,
    workers: jobs,
    tasks: count,
    input(task) {
      const made = make(task);
      about[task] = made.about;
      return { message: made.pair };
    },
    onResult(result) {
      if ("failure" in result) throw new Error(`${about[result.task].name}: ${result.failure.message}`);
      found[result.task] = { ...about[result.task], ...result.output };
      if (result.task % 100 === 0) process.stderr.write(`\r${result.task} of ${count} pairs`);
    },
  });
  return found;
}

const { values } = parseArgs({
  options: {
    look: { type: "string" },
    jobs: { type: "string", default: String(availableParallelism()) },
    out: { type: "string", default: join(ROOT, ".cache/held-out") },
  },
});
if (!values.look) throw new Error('--look is missing: name it, such as --look "first, 17 November 2026"');
mkdirSync(values.out, { recursive: true });
const file = join(values.out, `${values.look.replace(/\W+/g, "-")}.json`);

/** Answers of a look, and the commit whose method gave them. */
interface Kept {
  readonly commit: string;
  readonly answers: readonly HeldOutAnswer[];
}

/** What an earlier run of the same look left. */
function earlier(): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function look(): Promise<Kept> {
  const jobs = Number(values.jobs);
  const tasks = planned();
  const real = realPairs();
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  const answers = [
    ...(await answered(
      tasks.length,
      (task) => {
        const { pair, truth } = drawn(tasks[task]);
        return { pair, about: { set: tasks[task].set, name: tasks[task].name, truth } };
      },
      jobs,
    )),
    ...(await answered(
      real.length,
      (task) => ({ pair: real[task].pair, about: { set: "real", name: real[task].id, truth: real[task].truth } }),
      jobs,
    )),
  ];
  writeFileSync(file, JSON.stringify({ commit, answers }));
  return { commit, answers };
}

const { commit, answers } = earlier() ?? (await look());
const about = { look: values.look, commit };
writeFileSync(join(ROOT, "docs/benchmarks/held-out.md"), heldOutPage(answers, about));
writeFileSync(join(ROOT, "docs/benchmarks/real-data.md"), realDataPage(answers, about));
