import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { thumbnails } from "./example-tables.js";
import type { Answer, Ask, LoadedPair, MethodAbout, Progress, Question } from "./messages.js";
import { curvePaths, pairPicture } from "./pair-picture.js";
import { PairSession } from "./pair-session.js";
import { Playground } from "./playground.js";
import { keepTable, TableSession, unpackTable } from "./table-session.js";

type Answers = {
  readonly [Q in Question]: (ask: Ask<Q>, report: (progress: Progress) => void) => Answer<Q> | Promise<Answer<Q>>;
};

/** All answers of a worker, usable without one: those about a table and those about a loaded pair. */
export function answerQuestions(): { readonly answers: Answers; load(pair: LoadedPair): void } {
  const table = new TableSession();
  const playground = new Playground();
  let pair: PairSession | undefined;
  // A worker that only holds a table does not start WebAssembly.
  const pairSession = (): PairSession => {
    pair ??= new PairSession();
    return pair;
  };
  return {
    load: (loaded) => pairSession().load(loaded),
    answers: {
      methods: () => allMethods.map(aboutMethod),
      play({ example, play, ...options }) {
        const { pair, truth, curves } = playground.draw(example, play);
        pairSession().load({ pair });
        const picture = pairPicture(pair.x, pair.y);
        const turned = curves.map(({ cause, effect }) =>
          truth === "y->x" ? { x: effect, y: cause } : { x: cause, y: effect },
        );
        const drawn = { ...picture, curves: curvePaths(turned, picture) };
        return { truth, picture: drawn, decided: pairSession().decide(options) };
      },
      thumbnails: ({ rows }) => thumbnails(rows),
      open: (ask, report) => table.open(ask, report),
      openExample: (ask) => table.openExample(ask),
      columns: (ask) => table.columns(ask),
      previewPair: (ask) => table.previewPair(ask),
      takePair: (ask) => table.takePair(ask),
      row: (ask) => table.row(ask),
      keepTable,
      unpackTable,
      decide: (ask) => pairSession().decide(ask),
      explain: (ask) => pairSession().explain(ask),
      scene: (ask) => pairSession().scene(ask),
      motion: (ask) => pairSession().motion(ask),
      curve: (ask) => pairSession().curve(ask),
      whatIf: (ask) => pairSession().whatIf(ask),
      band: (ask) => pairSession().band(ask),
      compare: (ask) => pairSession().compare(ask),
      graphColumns: () => table.graphColumns(),
      prepareGraph: (ask) => table.prepareGraph(ask),
      graphPart: async (ask) => (await import("./graph-session.js")).foundPart(ask),
      joinGraph: async (ask) => (await import("./graph-session.js")).joined(ask),
    },
  };
}

function aboutMethod(entry: (typeof allMethods)[number]): MethodAbout {
  const { name, kind, summary, assumes, defaults } = entry;
  const { trim, abstain, unordered } = defaults;
  return {
    name,
    kind,
    summary,
    assumes,
    comfortableRows: entry.create(defaults).comfortableRows,
    hasTrim: trim !== undefined,
    defaultTrim: trim ?? 0,
    hasAbstain: abstain !== undefined,
    hasUnordered: unordered !== undefined,
  };
}
