import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { decide, pairFromColumns, pairFromTable, parseTable } from "causal-velocity";
import { accuracy, audrc, type JudgedPair, paperDistinctRows, paperResampleRows, suites } from "causal-velocity/lab";
import { takeRows } from "causal-velocity/model";
import { zipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { METHOD_FLAGS } from "../../packages/causal-velocity/src/cli/method-flags.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { heldRun, recordsIn } from "./held-run.js";
import { runCli } from "./run-cli.js";

const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A folder of pairs as `simulate` writes it. */
function simulated(kind: string, pairs: number, n: number): string {
  const folder = join(temporaryFolder(), kind);
  const args = ["--pairs", String(pairs), "--n", String(n), "--no-scores", "--out", folder];
  expect(runCli(["simulate", kind, ...args]).code).toBe(0);
  return folder;
}

/** The files of a folder, as an archive's contents below a path. */
function contents(folder: string, below = ""): Record<string, Uint8Array> {
  const names = readdirSync(folder);
  return Object.fromEntries(names.map((name) => [below + name, new Uint8Array(readFileSync(join(folder, name)))]));
}

/** A folder with the given files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), "suite");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Runs a benchmark that must succeed, and gives its records. */
function benchmark(...args: string[]) {
  const { code, out, err } = runCli(["benchmark", ...args, "--json", "--quiet"]);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out).records;
}

/** Rows of a bent pair, x the cause. */
const bent = (rows: number, separator = " ") =>
  `${Array.from({ length: rows }, (_, i) => `${i / rows}${separator}${(i / rows) ** 2 + 0.1 * Math.sin(7 * i)}`).join("\n")}\n`;

let lsnm: string;
let table: (id: string) => ReturnType<typeof pairFromTable>;

beforeAll(() => {
  lsnm = simulated("gaussian-lsnm", 5, 120);
  table = (id) => pairFromTable(parseTable(read(lsnm, `pair${id}.txt`)));
});

describe("causal-velocity benchmark", () => {
  test("--json: every promised field, answers of the library with seed + position, metrics of the library", () => {
    const records = benchmark(lsnm, "--methods", "b-lin,v-zero", "--rule", "absolute", "--trim", "0.05", "--seed", "7");
    expect(records.map(({ suite, method }: Record<string, string>) => [suite, method])).toEqual([
      ["gaussian-lsnm", "b-lin"],
      ["gaussian-lsnm", "v-zero"],
    ]);
    for (const record of records) {
      expect(Object.keys(record)).toEqual([
        ...["suite", "method", "options", "pairs", "failed", "accuracy", "audrc", "standardError"],
        ...["effectivePairs", "answered", "accuracyAnswered", "undirected", "excluded", "secondsPerPair", "results"],
      ]);
      const options = { score: "stein", rule: "absolute", trim: 0.05, fit: "exact" } as const;
      expect(record.options).toEqual({ ...options, n: null, resample: "none", seed: 7 });
      const meta = read(lsnm, "pairmeta.txt").trimEnd().split("\n");
      expect(record.results).toEqual(
        meta.map((line, position) => {
          const id = line.slice(0, 4);
          const { verdict, margin } = decide(table(id), { ...options, method: record.method, seed: 7 + position });
          const truth = line.slice(5) === "1 1 2 2 1" ? "x->y" : "y->x";
          return { id, truth, verdict, margin, probability: null, weight: 1 };
        }),
      );
      const judged: JudgedPair[] = record.results;
      expect(record).toMatchObject({ pairs: 5, failed: 0, ...accuracy(judged), audrc: audrc(judged), excluded: {} });
      expect(record.secondsPerPair).toBeGreaterThan(0);
    }
  });

  test("--n draws rows by the library's stream; the paper's two ways draw the paper's rows", () => {
    const of = (...args: string[]) => benchmark(lsnm, "--methods", "b-quad", "--n", "60", ...args)[0].results;
    const drawn = (rows: Uint32Array, position: number) => {
      const { x, y } = table(`000${position + 1}`);
      const pair = pairFromColumns(takeRows(x, rows), takeRows(y, rows));
      return decide(pair, { method: "b-quad", seed: position }).margin;
    };
    for (const position of [0, 4]) {
      const { margin } = decide(table(`000${position + 1}`), { method: "b-quad", maxRows: 60, seed: position });
      expect(of()[position].margin).toBe(margin);
      expect(of("--resample", "paper")[position].margin).toBe(drawn(paperResampleRows(120, 60), position));
      const distinct = drawn(paperDistinctRows(120, 60), position);
      expect(of("--resample", "paper-distinct")[position].margin).toBe(distinct);
    }
    const [{ options, results }] = benchmark(lsnm, "--methods", "b-quad", "--resample", "paper-distinct");
    expect(options.n).toBe(1000);
    expect(results[0].margin).toBe(decide(table("0001"), { method: "b-quad", seed: 0 }).margin);
  });

  test("options go to the methods that know them; a basis of one's own needs no method's name", () => {
    const [lin, reci] = benchmark(lsnm, "--methods", "b-lin,reci", "--rule", "relative");
    expect(lin.options.rule).toBe("relative");
    expect(reci.options).not.toHaveProperty("rule");
    const [own] = benchmark(lsnm, "--basis", "1, x, y");
    const [named] = benchmark(lsnm, "--methods", "b-lin");
    expect(own.method).toBe("basis");
    const margins = (record: { results: { margin: number }[] }) => record.results.map(({ margin }) => margin);
    for (const [i, margin] of margins(own).entries()) expect(margin).toBeCloseTo(margins(named)[i], 9);
  });

  test("for people: an overview, every number, the settings; at most 80 columns, nothing else on standard output", () => {
    const other = simulated("gaussian-anm", 3, 100);
    const { code, out, err } = runCli(["benchmark", lsnm, other, "--methods", "b-lin,b-quad", "--n", "90"]);
    expect([code, err]).toEqual([0, ""]);
    for (const line of out.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
    expect(out).toMatch(/accuracy % \(AUDRC %\) +b-lin +b-quad\n {2}gaussian-lsnm +\d+ \(\d+\) +\d+ \(\d+\)\n/);
    expect(out).toMatch(/^ {2}suite +method +pairs +accuracy +AUDRC +± +answered +failed +ms$/m);
    expect(out).toMatch(/^ {2}gaussian-anm +b-lin +3 +\d+\.\d +\d+\.\d +\d+\.\d +100\.0 +0 +\d+\.\d$/m);
    expect(out).toContain("90 rows, resample none, seed 0");
    const asCoded = runCli(["benchmark", other, "--methods", "nogam,score", "--n", "60"]).out.replaceAll(/\s+/g, " ");
    expect(asCoded).toContain("60 rows, resample none, seed 0, not as published.");
    const ofDefault = (...flags: string[]) =>
      runCli(["benchmark", other, "--methods", "default", "--n", "60", ...flags]).out.replaceAll(/\s+/g, " ");
    expect(ofDefault()).toContain("seed 0, abstain 0.6, order of rows tested.");
    expect(ofDefault("--without", "learned", "--unordered")).toContain("order of rows ignored, without learned.");
    const wide = runCli(["benchmark", lsnm, other, "--methods", "all", "--n", "60"]).out;
    expect(wide).not.toContain("accuracy %");
    expect(wide).toMatch(
      /\n\n {2}gaussian-lsnm\n {2}default +5 .*(\n {2}[a-z]+.*)+\n\n {2}gaussian-anm\n {2}default +3 /,
    );
    for (const line of wide.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
  });
});

describe("where suites lie", () => {
  const resultsOf = (...args: string[]) =>
    benchmark(...args, "--methods", "v-zero").map((record: { results: unknown }) => record.results);

  test("an archive gives what its folder gives, wrapped in a folder of its name or not", () => {
    const archive = join(temporaryFolder(), "mine.zip");
    writeFileSync(archive, zipSync(contents(lsnm)));
    expect(resultsOf(archive)).toEqual(resultsOf(lsnm));
    writeFileSync(archive, zipSync(contents(lsnm, "mine/")));
    expect(resultsOf(archive)).toEqual(resultsOf(lsnm));
    expect(benchmark(archive, "--methods", "v-zero")[0].suite).toBe("mine");
  });

  test("every named suite is found in archives as published, and in folders of any case", () => {
    const meta = Array.from({ length: 2 }, (_, i) => `000${i + 1} ${i ? "2 2 1 1" : "1 1 2 2"} 1`).join("\n");
    const pairmeta = {
      "pairmeta.txt": bytesOf(meta),
      "pair0001.txt": bytesOf(bent(30)),
      "pair0002.txt": bytesOf(bent(31)),
    };
    const quoted = (rows: number) =>
      `"","x_pa","x_child"\n${bent(rows, ",")
        .trimEnd()
        .split("\n")
        .map((line, i) => `"${i + 1}",${line}`)
        .join("\n")}\n`;
    const truth = {
      "pairs_gt.txt": bytesOf("1\n0\n"),
      "pair_1.txt": bytesOf(quoted(30)),
      "pair_2.txt": bytesOf(quoted(31)),
    };
    const below = (folder: string, files: Record<string, Uint8Array>) =>
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${folder}/${name}`, bytes]));
    const archives: Record<string, Record<string, Uint8Array>> = {
      tuebingen: { ...pairmeta, "pair0001_des.txt": bytesOf("x --> y") },
      sim: Object.assign({}, ...["SIM", "SIM-c", "SIM-G", "SIM-ln"].map((name) => below(name, pairmeta))),
      anlsmn: Object.assign({}, ...["AN", "AN-s", "LS", "LS-s", "MN-U"].map((name) => below(name, truth))),
    };
    for (const kind of ["velocity", "sigmoid", "anm", "lsnm"]) archives[`synthetic-${kind}`] = pairmeta;
    const names = suites.map(({ name }) => name);
    const zipped = temporaryFolder();
    for (const [name, files] of Object.entries(archives)) writeFileSync(join(zipped, `${name}.zip`), zipSync(files));
    const fromArchives = resultsOf(...names, "--data", zipped);
    expect(fromArchives).toHaveLength(15);
    for (const results of fromArchives) {
      expect(results.map(({ truth: direction }: { truth: string }) => direction)).toEqual(["x->y", "y->x"]);
      expect(results[0].margin).toBe(fromArchives[0][0].margin);
    }
    for (const spelled of [(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]) {
      const unpacked = temporaryFolder();
      for (const [name, files] of Object.entries(archives)) {
        for (const [path, bytes] of Object.entries(files)) {
          const parts = path.split("/");
          const folder = join(unpacked, spelled(name), ...parts.slice(0, -1).map(spelled));
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, parts.at(-1) ?? ""), bytes);
        }
      }
      expect(resultsOf(...names, "--data", unpacked)).toEqual(fromArchives);
    }
    expect(resultsOf("sim-c", "--data", join(zipped, "sim.zip"))).toEqual([fromArchives[0]]);
    // As the repository of the paper's authors calls it.
    const theirs = temporaryFolder();
    writeFileSync(join(theirs, "Benchmark_simulated.zip"), zipSync(archives.sim));
    expect(resultsOf("sim-ln", "--data", theirs)).toEqual([fromArchives[0]]);
    const { code, err } = runCli(["benchmark", "sim", "--data", join(zipped, "tuebingen.zip")]);
    expect(code).toBe(3);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(/suite "sim": not found in ".*tuebingen\.zip"; expected sim\.zip/);
  });

  test("without a place: what to do is said", () => {
    const { code, err } = runCli(["benchmark", "sim", "--data", join(temporaryFolder(), "none"), "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(err).error).toMatchObject({
      code: "missing-suite",
      remedy: expect.stringContaining("--data PATH"),
    });
  });

  test.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
    ["no list of pairs", { "pair0001.txt": "1 2\n" }, "missing-suite", /no pairmeta\.txt/],
    ["a list that is none", { "pairmeta.txt": "hello\n" }, "malformed-truth", /pairmeta\.txt, line 1: "hello"/],
  ])("refuses a folder with %s", (_, files, code, message) => {
    const run = runCli(["benchmark", folderOf(files), "--json"]);
    expect(run.code).toBe(3);
    expect(JSON.parse(run.err).error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test.each<[string, Uint8Array, string]>([
    ["that is cut off", zipSync({ "pairmeta.txt": bytesOf("0001 1 1 2 2 1") }).subarray(0, 60), "damaged-archive"],
    ["that is none", bytesOf("x,y\n1,2\n"), "damaged-archive"],
  ])("refuses an archive %s", (_, bytes, code) => {
    const archive = join(temporaryFolder(), "a.zip");
    writeFileSync(archive, bytes);
    const run = runCli(["benchmark", archive, "--json"]);
    expect(run.code).toBe(3);
    expect(JSON.parse(run.err).error.code).toBe(code);
  });
});

describe("no pair is dropped", () => {
  test("those that fail are reported and count as half right, those without a truth and those left out stand apart", () => {
    const folder = folderOf({
      "pairmeta.txt": [
        ...["0001 1 1 2 2 1", "0002 1 1 2 2 2", "0003 1 1 2 2 1", "0004 1 1 2 2 1", "0005 1 1 2 2 1"],
        ...["0006 0 0 0 0 0", "0007 1 2 3 3 1", "0008 2 2 1 1 0.5"],
      ].join("\n"),
      "pair0001.txt": bent(60),
      "pair0002.txt": "3 1\n".repeat(60),
      "pair0004.txt": "1 2\n3\n",
      "pair0005.txt": bent(10),
      "pair0006.txt": bent(61),
      "pair0008.txt": bent(62),
    });
    const [record] = benchmark(folder, "--methods", "v-zero");
    expect(record).toMatchObject({ pairs: 6, failed: 4, undirected: { pairs: 1, answered: 1 } });
    expect(record.excluded).toEqual({ "the cause or the effect has several columns": 1 });
    const ids = record.results.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(["0001", "0002", "0003", "0004", "0005", "0006", "0008"]);
    const codes = record.results.map(({ error }: { error?: { code: string } }) => error?.code ?? null);
    expect(codes).toEqual([null, "constant-column", "unreadable-file", "ragged-row", "too-few-rows", null, null]);
    expect(record.results[1]).toMatchObject({ verdict: null, margin: null, weight: 2 });
    expect(record.results[5]).toMatchObject({ truth: null });
    const right = ({ truth, margin }: { truth: string; margin: number }) => (margin > 0 === (truth === "x->y") ? 1 : 0);
    const expected = right(record.results[0]) + 0.5 * (2 + 1 + 1 + 1) + 0.5 * right(record.results[6]);
    expect(record.accuracy).toBeCloseTo(expected / 6.5, 15);
    expect(record.answered).toBeCloseTo(1.5 / 6.5, 15);

    const { code, out } = runCli(["benchmark", folder, "--methods", "v-zero,b-lin", "--quiet"]);
    const text = out.replaceAll(/\s+/g, " ");
    expect(code).toBe(0);
    expect(text).toContain("8 failed, each counted as half right:");
    expect(out).toMatch(/^ {2}suite +method +pairs +accuracy +AUDRC +± +answered +right +failed +ms$/m);
    const share = (100 * record.accuracyAnswered).toFixed(1);
    expect(out).toMatch(
      new RegExp(`^ {2}suite +v-zero +6 +\\d+\\.\\d +\\d+\\.\\d +\\d+\\.\\d +23\\.1 +${share} +4 `, "m"),
    );
    expect(text).toContain("right: accuracy among the answered. All rows that a method takes, resample none");
    expect(text).toMatch(/suite 0002, v-zero: column "column 1": 3 in all 60 rows/);
    expect(text).toContain("and 3 more");
    expect(out).not.toMatch(/--(x|y|header|delimiter)\b/);
    expect(text).toContain("1 of 8 pairs are left out: 1 (the cause or the effect has several columns)");
    expect(text).toContain("of 1 pairs where neither causes the other, v-zero answered 100.0%");
  });

  test("pairs of weight 0 count in no accuracy, and that is reported", () => {
    const meta = (...weights: number[]) => weights.map((weight, i) => `000${i + 1} 1 1 2 2 ${weight}`).join("\n");
    const pairs = { "pair0001.txt": bent(60), "pair0002.txt": bent(61) };
    const text = (folder: string) =>
      runCli(["benchmark", folder, "--methods", "v-zero", "--quiet"]).out.replaceAll(/\s+/g, " ");
    const half = folderOf({ "pairmeta.txt": meta(0, 1), ...pairs });
    expect(Number.isFinite(benchmark(half, "--methods", "v-zero")[0].audrc)).toBe(true);
    expect(text(half)).toContain("1 of 2 pairs have weight 0: they count in no accuracy.");
    const none = folderOf({ "pairmeta.txt": meta(0, 0), ...pairs });
    expect(benchmark(none, "--methods", "v-zero")[0]).toMatchObject({ pairs: 2, accuracy: null, audrc: null });
    expect(text(none)).toContain("2 of 2 pairs have weight 0: there is no accuracy.");
  });

  test("a folder of pairs that have no direction has no accuracy", () => {
    const [record] = benchmark(simulated("hidden-cause", 2, 60), "--methods", "v-zero");
    expect(record).toMatchObject({ pairs: 0, accuracy: null, audrc: null, undirected: { pairs: 2 } });
  });
});

describe("--out: a run that can be stopped and resumed", () => {
  const FILES = ["results.json", "results.csv", "table.md"];
  const METHODS = ["--methods", "b-lin,v-zero"];
  const FLAGS = ["--methods", "v-zero", "--jobs", "1", "--quiet"];
  const journalOf = (folder: string) => join(folder, "journal.jsonl");
  let pairs: string;
  let whole: string;

  beforeAll(() => {
    pairs = simulated("gaussian-anm", 8, 100);
    whole = join(temporaryFolder(), "whole");
    expect(runCli(["benchmark", pairs, ...FLAGS, "--out", whole]).code).toBe(0);
  });

  /** Starts a run and sends a signal when three pairs are done. */
  async function stopped(out: string, signal: NodeJS.Signals) {
    const run = await heldRun(["benchmark", pairs, ...FLAGS, "--out", out], "3 output", journalOf(out), 3);
    return run.stop(signal);
  }

  function expectResumed(out: string): void {
    expect(recordsIn(journalOf(out))).toBe(3);
    expect(existsSync(join(out, "results.json"))).toBe(false);
    expect(runCli(["benchmark", pairs, ...FLAGS, "--out", out]).code).toBe(0);
    for (const name of FILES) expect(read(out, name)).toBe(read(whole, name));
    expect(recordsIn(journalOf(out))).toBe(8);
    const keys = read(out, "journal.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).key);
    expect(new Set(keys).size).toBe(9);
  }

  test("killed during the run: the same command finishes it, with the same bytes, no pair done twice", async () => {
    const out = join(temporaryFolder(), "out");
    expect((await stopped(out, "SIGKILL")).signal).toBe("SIGKILL");
    expectResumed(out);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s stops the workers, says how to resume, and exits with %i", async (signal, code) => {
    const out = join(temporaryFolder(), "out");
    const run = await stopped(out, signal);
    expect(run.code).toBe(code);
    expect(run.err).toMatch(/Stopped after 3 of 8 pairs\. They are kept in .*: the same command resumes/);
    expectResumed(out);
  });

  test("a torn last line is reported, cut off and computed again", () => {
    const out = join(temporaryFolder(), "out");
    runCli(["benchmark", lsnm, ...METHODS, "--out", out]);
    const results = read(out, "results.json");
    const journal = read(out, "journal.jsonl");
    writeFileSync(join(out, "journal.jsonl"), journal.slice(0, -40));
    rmSync(join(out, "results.json"));
    const { code, err } = runCli(["benchmark", lsnm, ...METHODS, "--out", out]);
    expect(code).toBe(0);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(/one line of .* could not be read; what was on it is/);
    expect(read(out, "results.json")).toBe(results);
  });

  test("one thread or two: the same bytes, and the record on standard output without its times", () => {
    const folders = ["1", "2"].map((jobs) => {
      const out = join(temporaryFolder(), `jobs-${jobs}`);
      const { out: printed } = runCli(["benchmark", lsnm, ...METHODS, "--jobs", jobs, "--out", out, "--json"]);
      const records = JSON.parse(printed).records.map(
        ({ secondsPerPair: _, ...record }: Record<string, unknown>) => record,
      );
      expect(JSON.parse(read(out, "results.json")).records).toEqual(records);
      return out;
    });
    for (const name of FILES) expect(read(folders[0], name)).toBe(read(folders[1], name));
    expect(readdirSync(folders[0]).sort()).toEqual(["journal.jsonl", ...FILES, "times.json"].sort());
    const csv = parseTable(read(folders[0], "results.csv"));
    expect(csv.rowCount).toBe(10);
    const [{ results }] = JSON.parse(read(folders[0], "results.json")).records;
    expect(csv.columns.find(({ name }) => name === "margin")?.values[3]).toBe(results[3].margin);
    expect(read(folders[0], "table.md")).toMatch(/\| gaussian-lsnm \| b-lin \| 5 \| \d+\.\d \|/);
  });

  test("other settings, or other data, are refused and leave everything as it is; --force begins anew", () => {
    const out = join(temporaryFolder(), "out");
    const suite = join(temporaryFolder(), "suite");
    cpSync(lsnm, suite, { recursive: true });
    runCli(["benchmark", suite, ...METHODS, "--out", out]);
    const journal = read(out, "journal.jsonl");
    for (const other of [
      ["--seed", "1"],
      ["--n", "100"],
      ["--trim", "0.1"],
      ["--resample", "paper"],
    ]) {
      const { code, err } = runCli(["benchmark", suite, ...METHODS, "--out", out, ...other]);
      expect(code).toBe(2);
      expect(err.replaceAll(/\s+/g, " ")).toMatch(/other settings or data.*--force/);
    }
    appendFileSync(join(suite, "pair0001.txt"), "0.5 0.5\n");
    expect(runCli(["benchmark", suite, ...METHODS, "--out", out]).code).toBe(2);
    expect(read(out, "journal.jsonl")).toBe(journal);
    expect(runCli(["benchmark", suite, ...METHODS, "--out", out, "--seed", "1", "--force"]).code).toBe(0);
    expect(JSON.parse(read(out, "results.json")).records[0].options.seed).toBe(1);
  });

  test("a folder with other files is not written into without --force", () => {
    const out = temporaryFolder();
    writeFileSync(join(out, "mine.txt"), "keep");
    const { code, err } = runCli(["benchmark", lsnm, ...METHODS, "--out", out]);
    expect(code).toBe(2);
    expect(err).toContain("--force");
    expect(runCli(["benchmark", lsnm, ...METHODS, "--out", out, "--force"]).code).toBe(0);
    expect(read(out, "mine.txt")).toBe("keep");
  });
});

describe("causal-velocity benchmark refuses, with exit code, code, place and remedy", () => {
  test.each<[string, readonly string[], string, RegExp]>([
    ["no suite", [], "wrong-option", /no suite/],
    ["an unknown suite", ["magic"], "wrong-option", /"magic"; expected tuebingen, .*, or the path/],
    ["a suite twice", ["sim", "sim"], "wrong-option", /"sim" twice/],
    [
      "an unknown method",
      ["sim", "--methods", "b-lin,magic"],
      "unknown-method",
      /^--methods: "magic"; expected one of default, v-lsnm/,
    ],
    ["a method twice", ["sim", "--methods", "b-lin,b-lin"], "wrong-option", /"b-lin" twice/],
    ["too few rows", ["sim", "--n", "19"], "wrong-option", /--n: 19; expected at least 20/],
    ["an unknown way to draw", ["sim", "--resample", "twice"], "wrong-option", /--resample: "twice"/],
    ["an impossible trim", ["sim", "--methods", "b-lin", "--trim", "2"], "wrong-option", /--trim: 2/],
    ["an unknown score", ["sim", "--methods", "b-lin", "--score", "magic"], "wrong-option", /--score: "magic"/],
    [
      "options that no method knows",
      ["sim", "--methods", "reci", "--rule", "squared"],
      "wrong-option",
      /--rule: known to/,
    ],
    ["a flag that no method knows", ["sim", "--as-published"], "wrong-option", /^--as-published: known to none of/],
    ["no threads", ["sim", "--jobs", "0"], "wrong-option", /--jobs: 0/],
    ["an unknown option", ["sim", "--magic"], "wrong-option", /--magic/],
  ])("%s", (_, args, code, message) => {
    const { code: exit, out, err } = runCli(["benchmark", ...args, "--json"]);
    expect([exit, out]).toEqual([2, ""]);
    expect(JSON.parse(err).error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test.each([
    ["inside a file", "package.json/run", /a part of the path is a file/],
    ["where the system makes none", "/proc/run", /cannot be made|writ/],
  ])("a folder %s, as soon as it is asked for", (_, out, message) => {
    const { code, err } = runCli(["benchmark", lsnm, "--methods", "v-zero", "--out", out, "--json"]);
    expect(code).toBe(3);
    const { error } = JSON.parse(err);
    expect(error).toMatchObject({ code: "unwritable-file", message: expect.stringMatching(message) });
  });

  test("its help names every suite and every option of a method, and fits the terminal", () => {
    const { code, out } = runCli(["benchmark", "--help"]);
    expect(code).toBe(0);
    for (const name of Object.keys(METHOD_FLAGS)) expect(out).toMatch(new RegExp(`--${name}(,|$)`, "m"));
    for (const { name } of suites) expect(out).toContain(`  ${name} `);
    for (const line of out.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
  });
});
