import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { thumbnails } from "./example-table.js";
import { keepTable, unpackTable } from "./keep-table.js";
import type { Answer, Ask, LoadedPair, MethodAbout, Progress, Question } from "./messages.js";
import { PairBench } from "./pair-bench.js";
import { TableDesk } from "./table-desk.js";

type Answers = {
  readonly [Q in Question]: (ask: Ask<Q>, tell: (progress: Progress) => void) => Answer<Q> | Promise<Answer<Q>>;
};

/** All that a worker can do, without the worker: one desk with a table, one bench with a pair. */
export function answerQuestions(): { readonly answers: Answers; load(pair: LoadedPair): void } {
  const desk = new TableDesk();
  let made: PairBench | undefined;
  // A worker that keeps a table need not start WebAssembly.
  const bench = (): PairBench => {
    made ??= new PairBench();
    return made;
  };
  return {
    load: (pair) => bench().load(pair),
    answers: {
      methods: () => allMethods.map(aboutMethod),
      thumbnails: ({ rows }) => thumbnails(rows),
      open: (ask, tell) => desk.open(ask, tell),
      openExample: (ask) => desk.openExample(ask),
      previewPair: (ask) => desk.previewPair(ask),
      takePair: (ask) => desk.takePair(ask),
      row: (ask) => desk.row(ask),
      keepTable,
      unpackTable,
      decide: (ask) => bench().decide(ask),
      explain: (ask) => bench().explain(ask),
      scene: (ask) => bench().scene(ask),
      curve: (ask) => bench().curve(ask),
      whatIf: (ask) => bench().whatIf(ask),
      band: (ask) => bench().band(ask),
      compare: (ask) => bench().compare(ask),
    },
  };
}

function aboutMethod(entry: (typeof allMethods)[number]): MethodAbout {
  const { name, family, summary, assumes, defaults } = entry;
  const { trim, abstain } = defaults;
  return {
    name,
    family,
    summary,
    assumes,
    comfortableRows: entry.create(defaults).comfortableRows,
    hasTrim: trim !== undefined,
    defaultTrim: trim ?? 0,
    hasAbstain: abstain !== undefined,
  };
}
