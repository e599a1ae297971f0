import { describe, expect, test } from "vitest";
import { answerQuestions } from "../engine/answer-questions.js";
import { faultOf } from "../engine/fault.js";
import type { Request } from "../engine/messages.js";
import { Pool, type WorkerLike } from "../engine/pool.js";
import { Studio } from "./studio.svelte.js";

/** The real answers, in this thread; but for endless questions, which it is at until it is ended. */
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
        const answer = answers[question] as (ask: unknown, tell: (progress: unknown) => void) => unknown;
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

function studioHere(address = "", isEndless: (request: Request) => boolean = () => false) {
  const asked: string[] = [];
  const written: string[] = [];
  const bar = { hash: address };
  const pool = new Pool(() => workerHere(asked, isEndless), 2);
  const studio = new Studio(pool, {
    read: () => bar.hash,
    write: (hash) => {
      bar.hash = hash;
      written.push(hash);
    },
  });
  return { studio, asked, written, bar };
}

const rows = Array.from({ length: 60 }, (_, i) => [
  i % 7,
  (i * 31) % 60,
  ((i * 31) % 60) ** 2 / 60 + Math.sin(i * 78.233),
]);
const csv = new Blob([`kind,a,b\n${rows.map(([kind, a, b]) => `k${kind},${a},${b}`).join("\n")}\n`]);

/** Waits until nothing is under way. */
async function quiet(studio: Studio): Promise<void> {
  const slots = [studio.table, studio.pairPreview, studio.decided, studio.explained, studio.scene];
  do await new Promise((resolve) => setTimeout(resolve, 5));
  while (slots.some(({ busy }) => busy));
}

describe("Studio's state", () => {
  test("an example in the address is opened, decided and explained, and the address tells it", async () => {
    const { studio, bar } = studioHere("#example=additive&seed=4");
    await studio.begin();
    await quiet(studio);
    expect(studio.view).toBe("pair");
    expect(studio.decided.value?.decision).toMatchObject({ verdict: "y->x", seed: 4, names: { x: "A", y: "B" } });
    expect(studio.explained.value?.decision).toEqual(studio.decided.value?.decision);
    expect(bar.hash).toBe("view=pair&example=additive&seed=4&x=1&y=2");
  });

  test("an address of a table that is not here leads to the start, which says so", async () => {
    const { studio } = studioHere("#view=pair&x=2&y=3");
    await studio.begin();
    expect([studio.view, studio.missesData]).toEqual(["start", true]);
  });

  test("a file shows its preview with the first two columns of numbers; nothing is decided before it is asked for", async () => {
    const { studio, asked } = studioHere();
    await studio.openFile(csv, "t.csv");
    await quiet(studio);
    expect([studio.view, studio.choice, studio.pairPreview.value?.rows.used]).toEqual(["import", { x: 2, y: 3 }, 60]);
    expect(asked).not.toContain("decide");
    studio.go("pair");
    await quiet(studio);
    expect(studio.decided.value?.decision.names).toEqual({ x: "a", y: "b" });
  });

  test("settings decide anew and can be taken back, columns with them", async () => {
    const { studio, bar } = studioHere();
    await studio.openFile(csv, "t.csv");
    studio.go("pair");
    await quiet(studio);
    const before = studio.decided.value?.decision;
    studio.change({ method: "reci", seed: 5 });
    await quiet(studio);
    expect(studio.decided.value?.decision).toMatchObject({ method: "reci", seed: 5 });
    studio.change({ x: 3, y: 2 });
    await quiet(studio);
    expect(studio.decided.value?.decision.names).toEqual({ x: "b", y: "a" });
    studio.undo();
    studio.undo();
    await quiet(studio);
    expect(studio.decided.value?.decision).toEqual(before);
    expect(studio.canUndo).toBe(false);
    studio.redo();
    await quiet(studio);
    expect(studio.settings).toMatchObject({ method: "reci", seed: 5, x: 2, y: 3 });
    expect(bar.hash).toBe("view=pair&method=reci&seed=5&x=2&y=3");
  });

  test("an option that the method does not have is kept for those that do, and not sent", async () => {
    const { studio } = studioHere();
    await studio.begin();
    studio.change({ trim: 0.1, abstain: 0.9 });
    expect(studio.options).toEqual({ method: "default", seed: 0, abstain: 0.9 });
    studio.change({ method: "b-quad" });
    expect(studio.options).toEqual({ method: "b-quad", seed: 0, trim: 0.1 });
  });

  test("reading a file again with other marks keeps the columns, and a file that fails keeps nothing", async () => {
    const { studio } = studioHere();
    await studio.openFile(csv, "t.csv");
    studio.change({ x: 3, y: 2 });
    await studio.openFile(csv, "t.csv", { header: false });
    expect(studio.choice).toEqual({ x: 3, y: 2 });
    expect(studio.table.value?.rowCount).toBe(61);
    await studio.openFile(new Blob([""]), "empty.csv");
    expect(studio.table.value).toBeUndefined();
    expect(studio.table.fault).toMatchObject({ problem: { code: "empty-table", place: 'file "empty.csv"' } });
    expect(studio.view).toBe("import");
  });

  test("a served table that is not there is a fault of the table, and another file can be opened", async () => {
    const { studio } = studioHere("#view=pair&x=1&y=2");
    await studio.begin();
    // Port 9 is for discarding, and browsers and Node refuse it.
    await studio.openServed({ name: "t.csv", address: "http://127.0.0.1:9/table/t.csv" });
    expect([studio.view, studio.missesData]).toEqual(["import", false]);
    expect(studio.table.fault).toMatchObject({ kind: "input", problem: { code: "unreadable-file" } });
    await studio.openFile(csv, "t.csv");
    expect([studio.table.fault, studio.table.value?.rowCount]).toEqual([undefined, 60]);
  });

  test("while a file is read, the table before is gone, and what is asked meanwhile is answered of the new one", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const opened = studio.openFile(csv, "t.csv");
    expect([studio.table.value, studio.view]).toEqual([undefined, "import"]);
    await opened;
    studio.change({ x: 2, y: 3 });
    const again = studio.openFile(csv, "t.csv", { header: false });
    expect(studio.table.value?.rowCount).toBe(60);
    studio.go("pair");
    await again;
    await quiet(studio);
    expect(studio.decided.value?.decision).toMatchObject({
      names: { x: "column 2", y: "column 3" },
      rows: { read: 61 },
    });
  });

  test("a first look at a tall pair is there while all rows are weighed, stays when that is stopped, and goes when it is done", async () => {
    const isEndless = ({ question, ask }: Request) => question === "decide" && !("maxRows" in ask);
    const { studio, asked } = studioHere("", isEndless);
    const decisions = () => asked.filter((question) => question === "decide").length;
    const lines = Array.from({ length: 60_000 }, (_, i) => `${(i * 31) % 6007},${((i * 31) % 6007) + (i % 97)}`);
    await studio.openFile(new Blob([`a,b\n${lines.join("\n")}\n`]), "tall.csv");
    studio.go("pair");
    while (!studio.glance.value) await new Promise((resolve) => setTimeout(resolve, 5));
    const glance = studio.glance.value;
    expect(glance.decision.rows).toMatchObject({ read: 60_000, used: 20_000 });
    expect([studio.decided.busy, decisions()]).toEqual([true, 2]);
    studio.stopDeciding();
    expect([studio.decided.busy, studio.glance.value]).toEqual([false, glance]);
    // Few rows need no first look, and end it.
    studio.change({ maxRows: 2000 });
    await quiet(studio);
    expect([studio.decided.value?.decision.rows.used, studio.glance.value, decisions()]).toEqual([2000, undefined, 3]);
    // Nor do methods that draw few rows themselves, for which many may take minutes.
    studio.go("import");
    studio.undo();
    studio.change({ method: "reci" });
    studio.go("pair");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([studio.decided.busy, studio.glance.busy, decisions()]).toEqual([true, false, 4]);
  });

  test("a row that is held, moved and let go gets the exact answer", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const scene = studio.scene.value;
    if (!scene) throw new Error("no scene");
    const question = studio.whatIf["y->x"];
    question.hold(scene, 10);
    expect(question.from).toEqual({ cause: scene.y[10], effect: scene.x[10] });
    expect(question.rowNumber).toBe(scene.rows[10]);
    question.step(scene, 3);
    await question.settle();
    expect(question.answer.value?.to.cause).toBe(question.to);
    expect(question.effect).toBe(question.answer.value?.to.effect);
    expect(question.band.value).toHaveLength(33);
    studio.change({ seed: 9 });
    await quiet(studio);
    expect([question.from, question.answer.value]).toEqual([undefined, undefined]);
  });
});
