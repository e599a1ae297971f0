import { describe, expect, test } from "vitest";
import { csv, quiet, rows, studioHere } from "../../../../tests/studio/studio-here.js";
import type { Request } from "../engine/messages.js";

describe("Studio's state", () => {
  test("an example in the address is opened, decided and explained, and stays in the address", async () => {
    const { studio, bar } = studioHere("#example=additive&seed=4");
    await studio.begin();
    await quiet(studio);
    expect(studio.view).toBe("pair");
    expect(studio.pair.decided.value?.decision).toMatchObject({ verdict: "y->x", seed: 4, names: { x: "A", y: "B" } });
    expect(studio.pair.explained.value?.decision).toEqual(studio.pair.decided.value?.decision);
    expect(bar.hash).toBe("view=pair&example=additive&seed=4&x=1&y=2");
    // Whoever is sent a link wants to see what it shows.
    expect(studio.table.guess).toBe("none");
  });

  test("an example of the gallery is guessed first, also after a reload, until the reader has guessed", async () => {
    const { studio, bar } = studioHere();
    await studio.opening.openExample("additive");
    await quiet(studio);
    expect([studio.table.guess, bar.hash]).toEqual([undefined, "view=pair&example=additive&x=1&y=2&guess=open"]);
    const reloaded = studioHere(bar.hash);
    await reloaded.studio.begin();
    expect(reloaded.studio.table.guess).toBeUndefined();
    reloaded.studio.guess("x->y");
    expect(reloaded.bar.hash).toBe("view=pair&example=additive&x=1&y=2");
    const early = studioHere();
    const opening = early.studio.opening.openExample("additive");
    early.studio.guess("x->y");
    await opening;
    // One step back is where the example was chosen.
    expect(early.steps).toEqual(["view=pair&example=additive&x=1&y=2"]);
    // The address of the verdict, typed while another guess is open.
    bar.hash = reloaded.bar.hash;
    await studio.follow();
    expect(studio.table.guess).toBe("none");
  });

  test("an address of a table that is not open leads to the start, which waits for the table", async () => {
    const { studio } = studioHere("#view=pair&x=2&y=3");
    await studio.begin();
    expect([studio.view, studio.opening.awaited]).toEqual(["start", "pair"]);
  });

  test("a file shows its preview with the first two columns of numbers; nothing is decided until requested", async () => {
    const { studio, asked } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    await quiet(studio);
    expect([studio.view, studio.choice, studio.pair.preview.value?.rows.used]).toEqual(["import", { x: 2, y: 3 }, 60]);
    expect(asked).not.toContain("decide");
    studio.go("pair");
    await quiet(studio);
    expect(studio.pair.decided.value?.decision.names).toEqual({ x: "a", y: "b" });
  });

  test("a change of settings or columns decides again and can be undone", async () => {
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

  test("an option that the method does not have is kept for other methods and not sent", async () => {
    const { studio } = studioHere();
    await studio.begin();
    studio.change({ trim: 0.1, abstain: 0.9 });
    expect(studio.options).toEqual({ method: "default", seed: 0, abstain: 0.9 });
    studio.change({ method: "b-quad" });
    expect(studio.options).toEqual({ method: "b-quad", seed: 0, trim: 0.1 });
  });

  test("a first look at a tall pair is shown while all rows are used, stays if that is stopped, and goes when it is done", async () => {
    const isEndless = ({ question, ask }: Request) => question === "decide" && !("maxRows" in ask);
    const { studio, asked } = studioHere("", isEndless);
    const decisions = () => asked.filter((question) => question === "decide").length;
    const lines = Array.from({ length: 60_000 }, (_, i) => `${(i * 31) % 6007},${((i * 31) % 6007) + (i % 97)}`);
    await studio.opening.openFile(new Blob([`a,b\n${lines.join("\n")}\n`]), "tall.csv");
    studio.go("pair");
    while (!studio.pair.firstLook.value) await new Promise((resolve) => setTimeout(resolve, 5));
    const firstLook = studio.pair.firstLook.value;
    expect(firstLook.decision.rows).toMatchObject({ read: 60_000, used: 20_000 });
    expect([studio.pair.decided.busy, decisions()]).toEqual([true, 2]);
    studio.pair.stopDeciding();
    expect([studio.pair.decided.busy, studio.pair.firstLook.value]).toEqual([false, firstLook]);
    // With few rows there is no first look.
    studio.change({ maxRows: 2000 });
    await quiet(studio);
    expect([studio.pair.decided.value?.decision.rows.used, studio.pair.firstLook.value, decisions()]).toEqual([
      2000,
      undefined,
      3,
    ]);
    // Nor for methods that draw few rows by default, for which many rows may take minutes.
    studio.go("import");
    studio.undo();
    studio.change({ method: "reci" });
    studio.go("pair");
    while (decisions() < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    expect([studio.pair.decided.busy, studio.pair.firstLook.busy, decisions()]).toEqual([true, false, 4]);
  });

  test("a row that is selected, moved and released gets the exact answer", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const scene = studio.pair.scene.value;
    if (!scene) throw new Error("no scene");
    const question = studio.pair.whatIf["y->x"];
    question.select(scene, 10);
    expect(question.from).toEqual({ cause: scene.y[10], effect: scene.x[10] });
    expect(question.rowNumber).toBe(scene.rows[10]);
    question.step(scene, 3);
    await question.settle();
    expect(question.answer.value?.to.cause).toBe(question.to);
    expect(question.effect).toBe(question.answer.value?.to.effect);
    expect(question.band.value).toHaveLength(33);
    question.step(scene, 1000);
    expect(question.to).toBe(scene.axes.y.domain?.[1]);
    await question.settle();
    studio.change({ seed: 9 });
    await quiet(studio);
    // Another row is held, and has not been moved.
    expect([question.to, question.answer.value]).toEqual([question.from?.cause, undefined]);
  });

  test("the row held at first is the same in both directions, in the middle of all", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const scene = studio.pair.scene.value;
    if (!scene) throw new Error("no scene");
    const { "x->y": forward, "y->x": backward } = studio.pair.whatIf;
    expect([forward.rowNumber, forward.from]).toEqual([
      backward.rowNumber,
      { cause: backward.from?.effect, effect: backward.from?.cause },
    ]);
    const ranks = [scene.x, scene.y].map((column) => {
      const own = column[forward.selected ?? -1] ?? Number.NaN;
      return column.filter((value) => value < own).length / column.length;
    });
    for (const rank of ranks) expect(Math.abs(rank - 0.5)).toBeLessThan(0.1);
  });

  test("all pairs of the chosen columns are decided, and one of them opens with the same verdict", async () => {
    const { studio, bar } = studioHere();
    const three = new Blob([`a,b,c\n${rows.map(([kind, a, b]) => `${a},${b},${a + kind}`).join("\n")}\n`]);
    await studio.begin();
    await studio.opening.openFile(three, "three.csv");
    expect(studio.hasPairs).toBe(true);
    studio.go("pairs");
    while (!studio.pairs.isDone) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(studio.pairs.outcomes.map(({ names }) => `${names.x} ${names.y}`)).toEqual(["a b", "a c", "b c"]);
    expect(studio.pairs.options).toMatchObject({ maxRows: 5000 });
    studio.openPair(2, 3);
    await quiet(studio);
    const { margin, probability } = studio.pairs.outcomes[2].decision ?? {};
    const decision = studio.pair.decided.value?.decision;
    expect(decision).toMatchObject({ names: { x: "b", y: "c" }, margin });
    expect(decision?.probability).toBe(probability);
    studio.change({ columns: [1, 3] });
    studio.go("pairs");
    expect(bar.hash).toBe("view=pairs&x=2&y=3&columns=1.3");
    expect(studio.pairs.isFor(studio.pairsColumns, studio.pairsOptions)).toBe(false);
    studio.decidePairs();
    expect(studio.pairs.pairCount).toBe(1);
  });

  test("the address of a table is restored with its columns when the table is opened again", async () => {
    const { studio } = studioHere("#view=pair&x=3&y=2&seed=2");
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    await quiet(studio);
    expect([studio.view, studio.opening.awaited]).toEqual(["pair", undefined]);
    expect(studio.pair.decided.value?.decision).toMatchObject({ names: { x: "b", y: "a" }, seed: 2 });
    await studio.opening.openFile(new Blob([await csv.text()]), "other.csv");
    expect([studio.view, studio.choice]).toEqual(["import", { x: 2, y: 3 }]);
  });

  test("the back button leads to the verdict with its own settings, and decides it if needed", async () => {
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

  test("views are steps of the browser history, settings and pictures are not, and each step has its picture", async () => {
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

  test("a verdict outdated by settings that changed on another view is not shown again", async () => {
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

  test("text files and examples have a recipe; tables that the command line cannot read have none", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    expect(studio.recipe?.source).toEqual({ kind: "file", name: "t.csv", format: {}, columns: ["kind", "a", "b"] });
    await studio.opening.openFile(new Blob([JSON.stringify(rows.map(([, a, b]) => ({ a, b })))]), "t.json");
    expect([studio.choice, studio.recipe]).toEqual([{ x: 1, y: 2 }, undefined]);
    await studio.opening.openExample("additive");
    expect(studio.recipe?.source).toMatchObject({ kind: "simulation", simulator: "anm" });
  });

  test("going back to the current settings is no undo step, in whatever order they were set, and decides nothing again", async () => {
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

  test("going back to another table does not show this one in its place", async () => {
    const { studio, bar } = studioHere();
    await studio.begin();
    await studio.opening.openFile(csv, "t.csv");
    const before = { ...bar };
    await studio.opening.openExample("additive");
    Object.assign(bar, before);
    await studio.follow();
    expect([studio.view, studio.opening.awaited]).toEqual(["start", "import"]);
  });

  test("columns chosen in one table are not used in the next", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    await studio.opening.openFile(new Blob(["k,v,w\na,b,c\nd,e,f\n"]), "words.csv");
    expect([studio.choice, studio.settings.x]).toEqual([undefined, undefined]);
  });

  test("opening one of all pairs is no undo step", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(csv, "t.csv");
    studio.openPair(3, 2);
    expect([studio.choice, studio.canUndo]).toEqual([{ x: 3, y: 2 }, false]);
  });

  test("selecting a missing row, or none, clears the selection", async () => {
    const { studio } = studioHere("#example=additive");
    await studio.begin();
    await quiet(studio);
    const scene = studio.pair.scene.value;
    if (!scene) throw new Error("no scene");
    const question = studio.pair.whatIf["x->y"];
    question.select(scene, 3);
    await question.selectRow(scene, 99_999);
    expect([question.from, question.looked.fault?.kind]).toEqual([undefined, "input"]);
    question.select(scene, 3);
    await question.selectRow(scene, Number.NaN);
    expect([question.from, question.looked.fault]).toEqual([undefined, undefined]);
  });

  test("a column of row numbers is neither among the first two nor used by default for all pairs", async () => {
    const { studio } = studioHere();
    const numbered = rows.map(([kind, a, b], i) => `${i + 1},${a},${b},${a + kind}`);
    await studio.opening.openFile(new Blob([`id,a,b,c\n${numbered.join("\n")}\n`]), "numbered.csv");
    expect(studio.choice).toEqual({ x: 2, y: 3 });
    expect([studio.hasPairs, studio.pairsColumns.map(({ name }) => name)]).toEqual([true, ["a", "b", "c"]]);
    expect(studio.table.numericColumns.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const fewer = numbered.map((line) => line.slice(0, line.lastIndexOf(",")));
    await studio.opening.openFile(new Blob([`id,a,b\n${fewer.join("\n")}\n`]), "fewer.csv");
    expect(studio.hasPairs).toBe(false);
  });

  test("columns of the same name are distinguished by their numbers", async () => {
    const { studio } = studioHere();
    await studio.opening.openFile(new Blob(["a,a,b\n1,2,3\n4,5,7\n"]), "twice.csv");
    expect(studio.table.numericColumns.map(({ name }) => name)).toEqual(["a (1)", "a (2)", "b"]);
  });
});
