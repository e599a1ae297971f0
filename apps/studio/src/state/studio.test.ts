import { describe, expect, test, vi } from "vitest";
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

const rows = Array.from({ length: 60 }, (_, i) => [
  i % 7,
  (i * 31) % 60,
  ((i * 31) % 60) ** 2 / 60 + Math.sin(i * 78.233),
]);
const csv = new Blob([`kind,a,b\n${rows.map(([kind, a, b]) => `k${kind},${a},${b}`).join("\n")}\n`]);

/** Waits until nothing is under way. */
async function quiet(studio: Studio): Promise<void> {
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

describe("Studio's state", () => {
  test("an example in the address is opened, decided and explained, and the address tells it", async () => {
    const { studio, bar } = studioHere("#example=additive&seed=4");
    await studio.begin();
    await quiet(studio);
    expect(studio.view).toBe("pair");
    expect(studio.pair.decided.value?.decision).toMatchObject({ verdict: "y->x", seed: 4, names: { x: "A", y: "B" } });
    expect(studio.pair.explained.value?.decision).toEqual(studio.pair.decided.value?.decision);
    expect(bar.hash).toBe("view=pair&example=additive&seed=4&x=1&y=2");
  });

  test("an address of a table that is not here leads to the start, which says so", async () => {
    const { studio } = studioHere("#view=pair&x=2&y=3");
    await studio.begin();
    expect([studio.view, studio.opening.awaited]).toEqual(["start", "pair"]);
  });

  test("a file shows its preview with the first two columns of numbers; nothing is decided before it is asked for", async () => {
    const { studio, asked } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    await quiet(studio);
    expect([studio.view, studio.choice, studio.pair.preview.value?.rows.used]).toEqual(["import", { x: 2, y: 3 }, 60]);
    expect(asked).not.toContain("decide");
    studio.go("pair");
    await quiet(studio);
    expect(studio.pair.decided.value?.decision.names).toEqual({ x: "a", y: "b" });
  });

  test("settings decide anew and can be taken back, columns with them", async () => {
    const { studio, bar } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.go("pair");
    await quiet(studio);
    const before = studio.pair.decided.value?.decision;
    studio.change({ method: "reci", seed: 5 });
    await quiet(studio);
    expect(studio.pair.decided.value?.decision).toMatchObject({ method: "reci", seed: 5 });
    studio.change({ x: 3, y: 2 });
    await quiet(studio);
    expect(studio.pair.decided.value?.decision.names).toEqual({ x: "b", y: "a" });
    studio.undo();
    studio.undo();
    await quiet(studio);
    expect(studio.pair.decided.value?.decision).toEqual(before);
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
    await studio.opening.openFile(csv, "t.csv");
    studio.change({ x: 3, y: 2 });
    await studio.opening.openTable(csv, "t.csv", { header: false });
    expect(studio.choice).toEqual({ x: 3, y: 2 });
    expect(studio.table.preview.value?.rowCount).toBe(61);
    await studio.opening.openFile(new Blob([""]), "empty.csv");
    expect(studio.table.preview.value).toBeUndefined();
    expect(studio.table.preview.fault).toMatchObject({ problem: { code: "empty-table", place: 'file "empty.csv"' } });
    expect(studio.view).toBe("import");
  });

  test("a served table that is not there is a fault of the table, and another file can be opened", async () => {
    const { studio } = studioHere("#view=pair&x=1&y=2");
    await studio.begin();
    // Port 9 is for discarding, and browsers and Node refuse it.
    await studio.opening.openServed({ name: "t.csv", address: "http://127.0.0.1:9/table/t.csv" });
    expect([studio.view, studio.opening.awaited]).toEqual(["import", undefined]);
    expect(studio.table.preview.fault).toMatchObject({ kind: "input", problem: { code: "unreadable-file" } });
    await studio.opening.openFile(csv, "t.csv");
    expect([studio.table.preview.fault, studio.table.preview.value?.rowCount]).toEqual([undefined, 60]);
  });

  test("while a file is read, the table before is gone, and what is asked meanwhile is answered of the new one", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const opened = studio.opening.openTable(csv, "t.csv");
    expect([studio.table.preview.value, studio.view]).toEqual([undefined, "import"]);
    await opened;
    studio.change({ x: 2, y: 3 });
    const again = studio.opening.openTable(csv, "t.csv", { header: false });
    expect(studio.table.preview.value?.rowCount).toBe(60);
    studio.go("pair");
    await again;
    await quiet(studio);
    expect(studio.pair.decided.value?.decision).toMatchObject({
      names: { x: "column 2", y: "column 3" },
      rows: { read: 61 },
    });
  });

  test("a first look at a tall pair is there while all rows are weighed, stays when that is stopped, and goes when it is done", async () => {
    const isEndless = ({ question, ask }: Request) => question === "decide" && !("maxRows" in ask);
    const { studio, asked } = studioHere("", isEndless);
    const decisions = () => asked.filter((question) => question === "decide").length;
    const lines = Array.from({ length: 60_000 }, (_, i) => `${(i * 31) % 6007},${((i * 31) % 6007) + (i % 97)}`);
    await studio.opening.openFile(new Blob([`a,b\n${lines.join("\n")}\n`]), "tall.csv");
    studio.go("pair");
    while (!studio.pair.glance.value) await new Promise((resolve) => setTimeout(resolve, 5));
    const glance = studio.pair.glance.value;
    expect(glance.decision.rows).toMatchObject({ read: 60_000, used: 20_000 });
    expect([studio.pair.decided.busy, decisions()]).toEqual([true, 2]);
    studio.pair.stopDeciding();
    expect([studio.pair.decided.busy, studio.pair.glance.value]).toEqual([false, glance]);
    // Few rows need no first look, and end it.
    studio.change({ maxRows: 2000 });
    await quiet(studio);
    expect([studio.pair.decided.value?.decision.rows.used, studio.pair.glance.value, decisions()]).toEqual([
      2000,
      undefined,
      3,
    ]);
    // Nor do methods that draw few rows themselves, for which many may take minutes.
    studio.go("import");
    studio.undo();
    studio.change({ method: "reci" });
    studio.go("pair");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([studio.pair.decided.busy, studio.pair.glance.busy, decisions()]).toEqual([true, false, 4]);
  });

  test("a row that is held, moved and let go gets the exact answer", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const scene = studio.pair.scene.value;
    if (!scene) throw new Error("no scene");
    const question = studio.pair.whatIf["y->x"];
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

  test("a map decides all pairs of the columns chosen, and opens one of them with the same verdict", async () => {
    const { studio, bar } = studioHere();
    const three = new Blob([`a,b,c\n${rows.map(([kind, a, b]) => `${a},${b},${a + kind}`).join("\n")}\n`]);
    await studio.begin();
    await studio.opening.openFile(three, "three.csv");
    expect(studio.hasMap).toBe(true);
    studio.go("map");
    while (!studio.map.isDone) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(studio.map.outcomes.map(({ names }) => `${names.x} ${names.y}`)).toEqual(["a b", "a c", "b c"]);
    expect(studio.map.options).toMatchObject({ maxRows: 5000 });
    studio.openPair(2, 3);
    await quiet(studio);
    const { score, confidence } = studio.map.outcomes[2].decision ?? {};
    expect(studio.pair.decided.value?.decision).toMatchObject({ names: { x: "b", y: "c" }, score, confidence });
    studio.change({ columns: [1, 3] });
    studio.go("map");
    expect(bar.hash).toBe("view=map&x=2&y=3&columns=1.3");
    expect(studio.map.isFor(studio.mapColumns, studio.mapOptions)).toBe(false);
    studio.startMap();
    expect(studio.map.pairCount).toBe(1);
  });

  test("the address of a table leads there once the table is opened again, with its columns", async () => {
    const { studio } = studioHere("#view=pair&x=3&y=2&seed=2");
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    await quiet(studio);
    expect([studio.view, studio.opening.awaited]).toEqual(["pair", undefined]);
    expect(studio.pair.decided.value?.decision).toMatchObject({ names: { x: "b", y: "a" }, seed: 2 });
    await studio.opening.openFile(new Blob([await csv.text()]), "other.csv");
    expect([studio.view, studio.choice]).toEqual(["import", { x: 2, y: 3 }]);
  });

  test("a project with its table reopens where it was saved, with the same score", async () => {
    const { studio } = studioHere();
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    studio.change({ x: 3, y: 2, seed: 6 });
    studio.go("pair");
    await quiet(studio);
    const saved = await studio.projectFile(true);
    const { sentence, decision } = studio.pair.decided.value ?? {};
    const { score, confidence } = decision ?? {};
    expect(JSON.parse(saved).verdict).toEqual({ sentence, score, confidence });

    const { studio: other } = studioHere();
    await other.begin();
    await other.opening.openFile(new Blob([saved]), "t.project.json");
    await quiet(other);
    expect([other.view, other.table.file?.name, other.settings]).toEqual(["pair", "t.csv", { ...studio.settings }]);
    expect([other.project.isItsTable, other.projectVerdict?.isSame]).toEqual([true, true]);
    other.change({ seed: 7 });
    expect(other.projectVerdict).toBeUndefined();
    await other.opening.openFile(csv, "again.csv");
    expect(other.project.opened).toBeUndefined();
  });

  test("a project without its table waits for it, and tells another one by its fingerprint", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.go("pair");
    await quiet(studio);
    const saved = new Blob([await studio.projectFile(false)]);
    expect(await saved.text()).not.toContain("content");
    for (const [blob, isSame] of [
      [csv, true],
      [new Blob([await csv.text(), "k1,1,1\n"]), false],
    ] as const) {
      const { studio: other } = studioHere();
      await other.begin();
      await other.opening.openFile(saved, "t.project.json");
      expect([other.view, other.opening.awaited, other.project.opened?.table?.name]).toEqual([
        "start",
        "pair",
        "t.csv",
      ]);
      await other.opening.openFile(blob, "copy.csv");
      await quiet(other);
      expect([other.view, other.project.isItsTable]).toEqual(["pair", isSame]);
      expect(other.projectVerdict?.isSame).toBe(isSame ? true : undefined);
    }
  });

  test("a project keeps how its table was read, with the table inside or without it", async () => {
    const { studio } = studioHere();
    await studio.opening.openTable(csv, "t.csv", { header: false, missing: ["k3"] });
    studio.go("pair");
    await quiet(studio);
    for (const isWhole of [true, false]) {
      const { studio: other } = studioHere();
      await other.opening.openFile(new Blob([await studio.projectFile(isWhole)]), "t.project.json");
      if (!isWhole) await other.opening.openFile(csv, "t.csv");
      await quiet(other);
      expect(other.table.format).toEqual({ header: false, missing: ["k3"] });
      expect([other.table.preview.value?.rowCount, other.projectVerdict?.isSame]).toEqual([61, true]);
    }
  });

  test("a project that waits for its table leaves no verdict of the table before", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.change({ x: 3, y: 2 });
    const saved = new Blob([await studio.projectFile(false)]);
    studio.change({ x: 2, y: 3 });
    studio.go("pair");
    await quiet(studio);
    await studio.opening.openFile(saved, "t.project.json");
    expect([studio.view, studio.pair.decided.value, studio.choice]).toEqual(["start", undefined, { x: 3, y: 2 }]);
  });

  test.each([
    ["a file", true],
    ["an example", false],
  ])("%s that is opened while the project's table is compared is not taken for that table", async (_, isFile) => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    const saved = new Blob([await studio.projectFile(false)]);
    let isHeld = false;
    const { studio: other } = studioHere("", ({ question }) => isHeld && question === "keepTable");
    await other.opening.openFile(saved, "t.project.json");
    // A file ends the worker that compares; an example waits for it.
    isHeld = isFile;
    const comparing = other.opening.openFile(csv, "t.csv");
    while (!other.table.preview.value) await new Promise((resolve) => setTimeout(resolve));
    if (isFile) await other.opening.openFile(new Blob([await csv.text()]), "same.csv");
    else await other.opening.openExample("additive");
    await comparing;
    expect([other.project.opened, other.project.isItsTable]).toEqual([undefined, undefined]);
    expect([other.table.file?.name, other.table.example]).toEqual(
      isFile ? ["same.csv", undefined] : [undefined, "additive"],
    );
  });

  test("a project of an example opens it, and a damaged project says what is wrong", async () => {
    const { studio } = studioHere("#example=additive&seed=2");
    await studio.begin();
    await quiet(studio);
    const saved = await studio.projectFile(true);
    const { studio: other } = studioHere();
    await other.begin();
    await other.opening.openFile(new Blob([saved]), "p.json");
    await quiet(other);
    expect([other.table.example, other.settings.seed, other.projectVerdict?.isSame]).toEqual(["additive", 2, true]);
    await other.opening.openFile(new Blob([saved.slice(0, 150)]), "cut.json");
    expect(other.view).toBe("import");
    expect(other.table.preview.fault).toMatchObject({
      problem: { code: "malformed-file", place: 'project "cut.json"' },
    });
  });

  test("the way back leads to the verdict with its own settings, decided if it is not there", async () => {
    const { studio, bar } = studioHere();
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    studio.go("pair");
    await quiet(studio);
    const [verdict, before] = [studio.pair.decided.value?.decision, { ...bar }];
    studio.go("import");
    studio.change({ maxRows: 50 });
    Object.assign(bar, before);
    await studio.follow();
    await quiet(studio);
    expect([studio.view, studio.settings.maxRows]).toEqual(["pair", undefined]);
    expect(studio.pair.decided.value?.decision).toEqual(verdict);
    expect(bar.hash).toBe(before.hash);
  });

  test("views are steps of the way back, settings and pictures are not, and each step has its picture", async () => {
    const { studio, bar, steps } = studioHere();
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    studio.go("pair");
    const before = { ...bar };
    studio.showPicture("noise");
    studio.change({ seed: 3 });
    expect([steps, bar.hash]).toEqual([
      ["view=import&x=2&y=3", "view=pair&x=2&y=3"],
      "view=pair&picture=noise&seed=3&x=2&y=3",
    ]);
    Object.assign(bar, before);
    await studio.follow();
    expect([studio.picture, studio.settings.seed]).toEqual(["curves", 0]);
  });

  test("a verdict that settings made elsewhere have outdated is not shown again", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.go("pair");
    await quiet(studio);
    studio.go("import");
    studio.change({ seed: 9 });
    studio.go("pair");
    expect([studio.pair.decided.value, studio.pair.decided.busy]).toEqual([undefined, true]);
    await quiet(studio);
    expect(studio.pair.decided.value?.decision.seed).toBe(9);
  });

  test("text and examples have a way to do the same elsewhere; other tables, which the program could not read, have none", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    expect(studio.recipe?.source).toEqual({ kind: "file", name: "t.csv", format: {}, columns: ["kind", "a", "b"] });
    await studio.opening.openFile(new Blob([JSON.stringify(rows.map(([, a, b]) => ({ a, b })))]), "t.json");
    expect([studio.choice, studio.recipe]).toEqual([{ x: 1, y: 2 }, undefined]);
    await studio.opening.openExample("additive");
    expect(studio.recipe?.source).toMatchObject({ kind: "simulation", simulator: "anm" });
  });

  test("the way back to the settings one has is no step, in whatever order they were set, and decides nothing anew", async () => {
    const { studio, bar, asked } = studioHere();
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    studio.change({ maxRows: 50 });
    studio.go("pair");
    await quiet(studio);
    const before = { ...bar };
    studio.go("import");
    Object.assign(bar, before);
    asked.length = 0;
    await studio.follow();
    await quiet(studio);
    expect([studio.view, asked]).toEqual(["pair", []]);
    studio.undo();
    expect([studio.settings.maxRows, studio.canUndo]).toEqual([undefined, false]);
  });

  test("the way back to another table does not show this one in its place", async () => {
    const { studio, bar } = studioHere();
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    const before = { ...bar };
    await studio.opening.openExample("additive");
    Object.assign(bar, before);
    await studio.follow();
    expect([studio.view, studio.opening.awaited]).toEqual(["start", "import"]);
  });

  test("columns chosen in one table are not sought in the next", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    await studio.opening.openFile(new Blob(["k,v,w\na,b,c\nd,e,f\n"]), "words.csv");
    expect([studio.choice, studio.settings.x]).toEqual([undefined, undefined]);
  });

  test("what is opened while a project opens is what stays, however far the project is", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    const saved = await studio.projectFile(true);
    for (const stage of ["looked into", "read", "unpacked"]) {
      let opened: Promise<void> | undefined;
      const interrupt = () => {
        opened ??= other.opening.openExample("additive");
      };
      const { studio: other } = studioHere("", ({ question }) => {
        if (question === "unpackTable") interrupt();
        return false;
      });
      const blob = new Blob([saved]);
      const { slice, text } = blob;
      blob.slice = (...range) => {
        if (stage === "looked into") interrupt();
        return slice.apply(blob, range);
      };
      blob.text = () => {
        if (stage === "read") interrupt();
        return text.apply(blob);
      };
      await other.opening.openFile(blob, "t.project.json");
      await opened;
      await quiet(other);
      expect([stage, other.table.example, other.view]).toEqual([stage, "additive", "pair"]);
      expect([other.table.preview.fault, other.project.opened]).toEqual([undefined, undefined]);
    }
  });

  test("of two files the one that was opened last stays, also when the first is served and comes late", async () => {
    const { studio } = studioHere();
    const slow = new Blob([await csv.text()]);
    slow.slice = () => ({ text: () => new Promise((resolve) => setTimeout(() => resolve("kind"), 50)) }) as Blob;
    await Promise.all([studio.opening.openFile(slow, "slow.csv"), studio.opening.openFile(csv, "last.csv")]);
    expect(studio.table.file?.name).toBe("last.csv");
    vi.stubGlobal("fetch", () => new Promise((resolve) => setTimeout(() => resolve(new Response(csv)), 50)));
    const served = studio.opening.openServed({ name: "served.csv", address: "./table/served.csv" });
    await Promise.all([served, studio.opening.openFile(csv, "later.csv")]);
    vi.unstubAllGlobals();
    expect([studio.table.file?.name, studio.table.preview.fault]).toEqual(["later.csv", undefined]);
  });

  test("a pair opened from the map is no step to take back", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.openPair(3, 2);
    expect([studio.choice, studio.canUndo]).toEqual([{ x: 3, y: 2 }, false]);
  });

  test("a row that is not there, or none, lets go of the one that was held", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const scene = studio.pair.scene.value;
    if (!scene) throw new Error("no scene");
    const question = studio.pair.whatIf["x->y"];
    question.hold(scene, 3);
    await question.holdRow(scene, 99_999);
    expect([question.from, question.looked.fault?.kind]).toEqual([undefined, "input"]);
    question.hold(scene, 3);
    await question.holdRow(scene, Number.NaN);
    expect([question.from, question.looked.fault]).toEqual([undefined, undefined]);
  });

  test("a column that numbers the rows is neither among the first two nor on the first map", async () => {
    const { studio } = studioHere();
    const numbered = rows.map(([kind, a, b], i) => `${i + 1},${a},${b},${a + kind}`);
    await studio.opening.openFile(new Blob([`id,a,b,c\n${numbered.join("\n")}\n`]), "numbered.csv");
    expect(studio.choice).toEqual({ x: 2, y: 3 });
    expect([studio.hasMap, studio.mapColumns.map(({ name }) => name)]).toEqual([true, ["a", "b", "c"]]);
    expect(studio.table.numericColumns.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const fewer = numbered.map((line) => line.slice(0, line.lastIndexOf(",")));
    await studio.opening.openFile(new Blob([`id,a,b\n${fewer.join("\n")}\n`]), "fewer.csv");
    expect(studio.hasMap).toBe(false);
  });

  test("columns of one name are told apart by their numbers", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(new Blob(["a,a,b\n1,2,3\n4,5,7\n"]), "twice.csv");
    expect(studio.table.numericColumns.map(({ name }) => name)).toEqual(["a (1)", "a (2)", "b"]);
  });
});
