import { gzipSync } from "node:zlib";
import { inspect } from "@causal-velocity/core/pair/inspect.js";
import { columnFromArray, float64, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { counterfactual, decide, explain, pairFromTable, parseTable, verdictSentence } from "causal-velocity";
import { allMethods as methods, type Truth } from "causal-velocity/lab";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { workbookParts, zipped } from "../../../../tests/support/workbook.js";
import { answerQuestions } from "./answer-questions.js";
import { examples } from "./examples.js";
import { faultOf, type LoadedPair, type Progress } from "./messages.js";
import { fromBase64, toBase64 } from "./table-session.js";

const ROWS = 240;
/** A curve with deterministic noise, and some cells that are not numbers. */
const cause = Array.from({ length: ROWS }, (_, i) => ((i * 37) % ROWS) / 24);
const effect = cause.map((value, i) => value * value * 0.3 + Math.sin(i * 12.9898) * (1 + value / 4));
const effectCell = (i: number) => (i === 3 ? "NA" : i === 7 ? "broken" : i === 9 ? "inf" : String(effect[i]));
const csv = `site,dose,response\n${cause.map((value, i) => `s${i},${value},${effectCell(i)}`).join("\n")}\n`;
const CHOICE = { x: 2, y: 3 };

const opened = async (content: BlobPart, name: string, format = {}) => {
  const worker = answerQuestions();
  const progress: Progress[] = [];
  const blob = new Blob([content]);
  const preview = await worker.answers.open({ blob, name, format }, (report) => progress.push(report));
  return { ...worker, preview, progress };
};

/** Loads the pair as the pool does. */
const loaded = async (content: BlobPart, name: string) => {
  const worker = await opened(content, name);
  worker.load((await worker.answers.takePair(CHOICE, () => undefined)) as LoadedPair);
  return worker;
};

const ignore = () => undefined;

describe("a table in the worker", () => {
  test("text: the preview has format, kinds, counts and first rows, and progress is reported", async () => {
    const { preview, progress, answers } = await opened(csv, "trial.csv");
    expect(preview).toMatchObject({
      name: "trial.csv",
      kind: "text",
      bytes: csv.length,
      rowCount: ROWS,
      format: { delimiter: ",", decimal: ".", header: true },
    });
    expect(preview.columns.map(({ name, numeric }) => [name, numeric])).toEqual([
      ["site", false],
      ["dose", true],
      ["response", true],
    ]);
    const [response, site] = await answers.columns({ numbers: [3, 1] }, ignore);
    expect(response).toMatchObject({ number: 3, numbers: ROWS - 3, missing: 1, infinite: 1, texts: 1 });
    expect(response.firstText).toEqual({ line: 9, cell: "broken" });
    expect(response.histogram?.bins.length).toBeGreaterThan(10);
    expect(site.histogram).toBeUndefined();
    expect([preview.lines[3], response.cells[3], site.cells[3]]).toEqual([5, "NA", "s3"]);
    expect(progress.at(-1)).toEqual({ stage: "parsing", share: 0.8 });
    expect(progress.find(({ stage }) => stage === "reading")?.share).toBe(0.8);
  });

  test("a pair given others leaves out rows where these have no number, and is decided given them", async () => {
    const dotted = cause.map((value, i) => (i === 2 ? "" : String(Math.cos(i * 7.7) + value / 9)));
    const wide = csv.split("\n").map((line, i) => (i === 0 ? `${line},age` : line && `${line},${dotted[i - 1]}`));
    const given = { ...CHOICE, given: [4] };
    const { answers, load } = await opened(wide.join("\n"), "trial.csv");
    const { dropped } = await answers.previewPair(given, ignore);
    expect(dropped[0]).toEqual({ row: 3, column: "age", reason: "missing" });
    const pair = (await answers.takePair(given, ignore)) as LoadedPair;
    expect(pair.tableRows?.slice(0, 5)).toEqual(Uint32Array.of(1, 2, 5, 6, 7));
    load(pair);
    const { decision } = await answers.decide({ method: "default", seed: 0 }, ignore);
    expect(decision.given?.columns).toEqual(["age"]);
    expect(decision.margin).toBe(decide(pairFromTable(parseTable(wide.join("\n")), given)).margin);
    // Methods that know nothing of given columns decide the pair alone.
    const { opinions } = await answers.compare({ method: "default", seed: 0 }, ignore);
    expect(opinions.filter(({ verdict }) => verdict !== undefined).length).toBeGreaterThan(5);
  });

  test("rows left out are counted like in pairFromTable, and listed", async () => {
    const { answers } = await opened(csv, "trial.csv");
    const { rows, dropped, picture, findings } = await answers.previewPair(CHOICE, ignore);
    expect([picture.kind, picture.paths[0].split("M").length - 1]).toEqual(["dots", rows.used]);
    expect(findings).toEqual(inspect(pairFromTable(parseTable(csv), CHOICE)));
    expect(rows).toEqual(pairFromTable(parseTable(csv), CHOICE).rows);
    expect(dropped).toEqual([
      { row: 4, column: "response", reason: "missing" },
      { row: 8, column: "response", reason: "text" },
      { row: 10, column: "response", reason: "infinite" },
    ]);
    const { tableRows } = await answers.takePair(CHOICE, ignore);
    expect(tableRows?.slice(0, 8)).toEqual(Uint32Array.of(1, 2, 3, 5, 6, 7, 9, 11));
  });

  const cells = cause.map((_, i) => (i === 3 ? null : i === 7 ? "broken" : i === 9 ? "inf" : effect[i]));
  const rowsOfJson = cause.map((dose, i) => ({ site: `s${i}`, dose, response: cells[i] }));
  const columnsOfJson = { site: rowsOfJson.map(({ site }) => site), dose: cause, response: cells };
  // Parquet columns have one type, so that text cells become missing values.
  const parquet = parquetWriteBuffer({
    columnData: [
      { name: "site", data: rowsOfJson.map(({ site }) => site), type: "STRING" },
      { name: "dose", data: cause, type: "DOUBLE" },
      { name: "response", data: cells.map((cell) => (typeof cell === "number" ? cell : null)), type: "DOUBLE" },
    ],
  });

  const arrow = tableToIPC(
    tableFromColumns([
      ["site", columnFromArray(rowsOfJson.map(({ site }) => site))],
      ["dose", columnFromArray(cause, float64())],
      [
        "response",
        columnFromArray(
          cells.map((cell) => (typeof cell === "number" ? cell : null)),
          float64(),
        ),
      ],
    ]),
    { format: "file" },
  ) as Uint8Array<ArrayBuffer>;

  test.each([
    ["JSON, an array of objects", JSON.stringify(rowsOfJson), "json", 1],
    ["JSON, an object of arrays", JSON.stringify(columnsOfJson), "json", 1],
    ["Parquet", parquet, "parquet", 3],
    ["Arrow", arrow, "arrow", 3],
  ])("%s gives the same pair as text, to the bit", async (_, content, kind, missing) => {
    const { preview, answers } = await opened(content as BlobPart, "trial");
    expect(preview.kind).toBe(kind);
    expect(preview.format).toBeUndefined();
    expect((await answers.columns({ numbers: [3] }, ignore))[0].missing).toBe(missing);
    const fromText = pairFromTable(parseTable(csv), CHOICE);
    const { pair } = await answers.takePair(CHOICE, ignore);
    expect(pair.x).toEqual(fromText.x);
    expect(pair.y).toEqual(fromText.y);
    expect(pair.rows.used).toBe(fromText.rows.used);
  });

  test("text in gzip and a workbook give the table of text, and a workbook its sheets", async () => {
    const fromText = pairFromTable(parseTable(csv), CHOICE);
    const rows = csv
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    const book = workbookParts(
      rows.map((row) => row.map((cell) => (Number.isNaN(Number(cell)) ? cell : Number(cell)))),
    );
    for (const [content, kind] of [
      [gzipSync(csv), "text"],
      [zipped(book), "xlsx"],
    ] as const) {
      const { preview, answers } = await opened(content as BlobPart, "trial");
      expect([preview.kind, preview.sheet, preview.sheets]).toEqual(
        kind === "text" ? [kind, undefined, undefined] : [kind, "Data", [{ name: "Data", isHidden: false }]],
      );
      const columns = await answers.columns({ numbers: [1, 2, 3] }, ignore);
      expect([preview.lines[0], ...columns.map(({ cells }) => cells[0])]).toEqual([2, ...rows[1]]);
      const { pair } = await answers.takePair(CHOICE, ignore);
      expect([pair.x, pair.y]).toEqual([fromText.x, fromText.y]);
    }
  });

  test.each([
    ["an empty file", "", "empty-table"],
    ["a workbook that is cut off", Uint8Array.of(0x50, 0x4b, 3, 4, 0), "damaged-archive"],
    ["noise", Uint8Array.from({ length: 400 }, (_, i) => (i * 197) % 256), "binary-file"],
    ["a torn table", "a,b\n1,2\n3,4\n1,2,3\n1,2,3,4\n1,2,3,4,5\n", "ragged-row"],
    ["torn JSON", '[{"a": 1,', "malformed-file"],
    ["JSON of another kind", '[1, 2, "x"]', "malformed-file"],
    ["columns of different lengths", '{"a": [1, 2], "b": [1]}', "length-mismatch"],
    ["torn Parquet", Uint8Array.of(0x50, 0x41, 0x52, 0x31, 1, 2, 3), "malformed-file"],
  ])("%s is rejected with place, value, expectation and remedy", async (_, content, code) => {
    const error = await opened(content as BlobPart, "mine.dat").catch((reason) => reason);
    const fault = faultOf(error);
    expect(fault).toMatchObject({ kind: "input", problem: { code } });
    if (fault.kind !== "input") return;
    expect(fault.problem.place).toContain('file "mine.dat"');
    for (const part of [fault.problem.value, fault.problem.expected, fault.problem.remedy]) expect(part).not.toBe("");
  });
});

describe("a pair in the worker", () => {
  const library = pairFromTable(parseTable(csv), CHOICE);

  test("verdict, sentence and explanation equal the library's", async () => {
    const { answers } = await loaded(csv, "trial.csv");
    const { decision, sentence } = await answers.decide({ method: "default", seed: 3 }, ignore);
    expect(decision).toEqual(decide(library, { seed: 3 }));
    expect(sentence).toBe(verdictSentence(decision));
    expect(await answers.explain({ decision }, ignore)).toEqual(explain(library, { seed: 3 }));
  });

  test("the counterfactual equals the library's, and the curve shown while dragging leads there", async () => {
    const { answers } = await loaded(csv, "trial.csv");
    const { rows, x, y } = await answers.scene({ seed: 0 }, ignore);
    expect([rows[3], x[3], y[3]]).toEqual([5, cause[4], effect[4]]);
    const from = { cause: x[3], effect: y[3] };
    const to = from.cause + 1;
    const expected = counterfactual(library, { direction: "x->y", from, to: [to] }, { seed: 0 });
    const answer = await answers.whatIf({ direction: "x->y", from, seed: 0, to }, ignore);
    expect(answer.to).toEqual(expected.to[0]);
    expect(answer.findings).toEqual(expected.findings);
    const curve = await answers.curve({ direction: "x->y", from, seed: 0 }, ignore);
    const at = curve.cause.findIndex((value) => value >= to);
    const share = (to - curve.cause[at - 1]) / (curve.cause[at] - curve.cause[at - 1]);
    const read = curve.effect[at - 1] + share * (curve.effect[at] - curve.effect[at - 1]);
    // Linear interpolation between 241 points: far less than a pixel.
    expect(Math.abs(read - expected.to[0].effect)).toBeLessThan(1e-3 * Math.abs(expected.to[0].effect));
  });

  test.each(["x->y", "y->x"] as const)(
    "a motion of %s brings every row where its counterfactual is",
    async (direction) => {
      const { answers } = await loaded(csv, "trial.csv");
      const { x, y } = await answers.scene({ seed: 0 }, ignore);
      const [cause, effect] = direction === "x->y" ? [x, y] : [y, x];
      const motion = await answers.motion({ direction, seed: 0 }, ignore);
      const n = cause.length;
      const at = (step: number, row: number) => motion.effect[step * n + row];
      const middle = (motion.steps - 1) / 2;
      for (const row of [0, 40, n - 1]) {
        expect(at(middle, row)).toBeCloseTo(effect[row], 4);
        for (const step of [0, middle + 3, motion.steps - 1]) {
          const from = { cause: cause[row], effect: effect[row] };
          const to = from.cause + ((step - middle) / middle) * motion.reach;
          const answer = counterfactual(library, { direction, from, to: [to] }, { seed: 0 }).to[0].effect;
          // Followed in steps of a tenth of a standard deviation, and kept as 32-bit numbers.
          expect(Math.abs(at(step, row) - answer)).toBeLessThan(1e-5 * (1 + Math.abs(answer)));
        }
      }
      // Most of a panel is empty, and there are data in it.
      const filled = motion.support.reduce((sum, value) => sum + value, 0) / motion.support.length;
      expect(motion.support).toHaveLength(motion.cells.cause * motion.cells.effect);
      expect(filled > 0.05 && filled < 0.95).toBe(true);
      expect(motion.curves.length).toBeGreaterThan(3);
    },
  );

  test("the supported part of a curve is one interval that contains the row", async () => {
    const { answers } = await loaded(csv, "trial.csv");
    const from = { cause: library.x[100], effect: library.y[100] };
    const { cause: grid, supported } = await answers.curve({ direction: "x->y", from, seed: 0 }, ignore);
    const first = supported.indexOf(1);
    const last = supported.lastIndexOf(1);
    expect(supported.slice(first, last + 1).every((flag) => flag === 1)).toBe(true);
    expect(grid[first] <= from.cause && from.cause <= grid[last]).toBe(true);
  });

  test("the comparison names methods, kinds and agreement, and can be sent between threads", async () => {
    const { answers } = await loaded(csv, "trial.csv");
    const comparison = await answers.compare({ method: "default", seed: 0 }, ignore);
    expect(structuredClone(comparison)).toEqual(comparison);
    expect(comparison.opinions.map(({ name }) => name)).toContain("igci-uniform");
    expect(comparison.opinions.find(({ name }) => name === "default")).toMatchObject({
      verdict: comparison.reference,
      uncounted: "reference",
    });
    expect(comparison.opinions.find(({ name }) => name === "resit")?.uncounted).toBe("copy");
  });
});

describe("questions without data", () => {
  test("methods report which options they have", async () => {
    const about = await answerQuestions().answers.methods({}, ignore);
    expect(about.map(({ name }) => name)).toEqual(methods.map(({ name }) => name));
    expect(about.find(({ name }) => name === "default")).toMatchObject({
      hasTrim: false,
      hasAbstain: true,
      hasUnordered: true,
    });
    expect(about.find(({ name }) => name === "b-quad")).toMatchObject({
      hasTrim: true,
      hasAbstain: false,
      hasUnordered: false,
    });
  });

  test("every example opens as a table of two columns with its truth, and has a picture in the unit square", async () => {
    const { answers } = answerQuestions();
    const pictures = await answers.thumbnails({ rows: 50 }, ignore);
    const undirected: Readonly<Record<string, Truth>> = { unrelated: "independent", "hidden-cause": "common-cause" };
    for (const { id, options } of examples) {
      const { columns, truth, rowCount } = await answers.openExample({ id }, ignore);
      expect([columns.map(({ name }) => name), rowCount]).toEqual([["A", "B"], 800]);
      expect([id, truth]).toEqual([id, options.direction ?? undirected[id]]);
      const picture = pictures.find((candidate) => candidate.id === id);
      expect(picture?.x).toHaveLength(50);
      for (const value of [...(picture?.x ?? []), ...(picture?.y ?? [])]) expect(value >= 0 && value <= 1).toBe(true);
    }
    expect(() => answers.openExample({ id: "no-such" }, ignore)).toThrow(/one of growing-noise/);
  });

  test("the example table opens with the truth about each of its pairs", async () => {
    const { columns, rowCount, lesson } = await answerQuestions().answers.openExample({ id: "eight-columns" }, ignore);
    expect([columns.map(({ name }) => name).join(""), rowCount]).toEqual(["ABCDEFGH", 800]);
    expect(lesson).toMatch(/^D drives G, F drives A, C drives H \(.*\), B drives E\. Columns of different pairs/);
  });

  test("questions without an open table are rejected", async () => {
    const { answers } = answerQuestions();
    expect(() => answers.previewPair(CHOICE, ignore)).toThrow(/no table is open/);
  });
});

test.each([0, 1, 2, 3, 24_576, 24_577, 100_000])(
  "%i bytes are encoded as standard base64 and decoded again",
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 197 + (i >> 8)) % 256);
    const text = toBase64(bytes);
    expect(text).toBe(Buffer.from(bytes).toString("base64"));
    expect(fromBase64(text)).toEqual(bytes);
  },
);
