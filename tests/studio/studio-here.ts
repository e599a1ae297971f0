import { answerQuestions } from "../../apps/studio/src/engine/answer-questions.js";
import type { Request } from "../../apps/studio/src/engine/messages.js";
import { faultOf } from "../../apps/studio/src/engine/messages.js";
import { Pool, type WorkerLike } from "../../apps/studio/src/engine/pool.js";
import { Studio } from "../../apps/studio/src/state/studio.svelte.js";

/**
 * A worker in this thread with the real answers. Endless questions get none. Explanations, which take seconds and are
 * tested with the engine, are reduced to their decision.
 */
function workerHere(asked: string[], isEndless: (request: Request) => boolean): WorkerLike {
  const { answers, load } = answerQuestions();
  let isEnded = false;
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    async postMessage(request: Request) {
      const { id, question, ask, load: pair } = request;
      asked.push(question);
      if (isEndless(request)) return;
      const reply = (message: object) => !isEnded && worker.onmessage?.({ data: { id, ...message } } as MessageEvent);
      try {
        if (pair) load(pair);
        if (question === "explain") return reply({ value: ask });
        const answer = answers[question] as (ask: unknown, report: (progress: unknown) => void) => unknown;
        reply({ value: await answer(ask, (progress) => reply({ progress })) });
      } catch (error) {
        reply({ fault: faultOf(error) });
      }
    },
    terminate: () => {
      isEnded = true;
    },
  };
  return worker;
}

/** Studio without a page, with its workers in this thread, the questions it asked and the addresses it wrote. */
export function studioHere(address = "", isEndless: (request: Request) => boolean = () => false) {
  const asked: string[] = [];
  const steps: string[] = [];
  const bar = { hash: address, table: undefined as number | undefined };
  const pool = new Pool(() => workerHere(asked, isEndless), { reader: 2, background: 2 });
  const studio = new Studio(
    pool,
    {
      read: () => bar.hash,
      table: () => bar.table,
      write: (hash, isStep, table) => {
        bar.hash = hash;
        bar.table = table;
        if (isStep) steps.push(hash);
      },
    },
    "1.2.3",
  );
  return { studio, asked, steps, bar };
}

/** Rows of a word and two numbers, and the same as a file. */
export const rows = Array.from({ length: 60 }, (_, i) => [
  i % 7,
  (i * 31) % 60,
  ((i * 31) % 60) ** 2 / 60 + Math.sin(i * 78.233),
]);
export const csv = new Blob([`kind,a,b\n${rows.map(([kind, a, b]) => `k${kind},${a},${b}`).join("\n")}\n`]);

/** Waits until all answers have arrived. */
export async function quiet(studio: Studio): Promise<void> {
  const slots = [
    studio.table.preview,
    studio.pair.preview,
    studio.pair.decided,
    studio.pair.explained,
    studio.pair.scene,
  ];
  do await new Promise((resolve) => setTimeout(resolve, 5));
  while (slots.some(({ busy }) => busy));
}
