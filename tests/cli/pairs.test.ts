import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decidePairs, outcomesCsv, parseTable } from "causal-velocity";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { type HeldRun, heldRun } from "./held-run.js";
import { BIN, runCli, temporaryFile } from "./run-cli.js";

const ROWS = 300;

/** Columns that drive each other, one that numbers the rows, one of text, one of a single value, and gaps. */
function manyColumns(count: number): string {
  const names = ["id", "kind", ...Array.from({ length: count }, (_, k) => `c${k + 1}`), "flat"];
  const lines = Array.from({ length: ROWS }, (_, i) => {
    let value = ((i * 149) % ROWS) / ROWS;
    const cells = Array.from({ length: count }, (_, k) => {
      // Digits far behind the point look random: a sine alone would make rows that follow each other.
      const noise = (10_000 * Math.abs(Math.sin(i * (12.9898 + 31 * k) + 1))) % 1;
      value = Math.tanh(2 * value - 0.7) + 0.6 * (noise - 0.5) * (1 + value * value);
      return k === 1 && i % 50 === 7 ? "NA" : value.toFixed(6);
    });
    return [i + 1, `k${i % 3}`, ...cells, 3].join(",");
  });
  return `${names.join(",")}\n${lines.join("\n")}\n`;
}

const csv = manyColumns(5);
const versionOf = (text: string): string => text.split("\n")[1]?.split(",").at(-3) ?? "";

/** What an undisturbed run writes. */
async function undisturbed(text: string): Promise<string> {
  return outcomesCsv(await decidePairs(parseTable(text)), runCli(["--version"]).out.trim());
}

interface Numbered {
  readonly columns: { readonly x: number; readonly y: number };
}

describe("causal-velocity pairs", () => {
  test("writes a row a pair, the same bytes on one thread and on three, and says what so many verdicts mean", async () => {
    const [file, folder] = [temporaryFile("table.csv", csv), temporaryFolder()];
    const runs = ["1", "3"].map((jobs) => {
      const out = join(folder, `r${jobs}.csv`);
      return {
        run: runCli(["pairs", file, "--jobs", jobs, "--out", out, "--seed", "2"]),
        text: readFileSync(out, "utf8"),
      };
    });
    expect(runs.map(({ run }) => run.code)).toEqual([0, 0]);
    expect(runs[1].text).toBe(runs[0].text);
    const expected = outcomesCsv(await decidePairs(parseTable(csv), {}, { seed: 2 }), versionOf(runs[0].text));
    expect(runs[0].text).toBe(expected);
    const { out } = runs[0].run;
    expect(out).toMatch(/^Of 15 pairs, \d+ got a direction and \d+ did not[\s\S]*5 could not be decided\./);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(/directions are wrong on average/);
    expect(out).toMatch(/Surest first, with the strength of dependence.*:\n {2}c\d → c\d .* sure {2}0\.\d\d\n/);
    expect(out).toMatch(/Not decided:\n {2}c1, flat: column "flat": 3 in all 300 rows/);
    expect(existsSync(join(folder, "r1.csv.journal"))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, "r1.csv.times.json"), "utf8"))).toMatchObject({ pairs: 15, jobs: 1 });
  });

  test("the same rows as JSON Lines and Parquet, and a map", async () => {
    const [file, folder] = [temporaryFile("table.csv", csv), temporaryFolder()];
    const places = ["r.csv", "r.jsonl", "r.parquet", "map.svg", "map.png"].map((name) => join(folder, name));
    const [asCsv, asLines, asParquet, svg, png] = places as [string, string, string, string, string];
    for (const out of [asCsv, asLines]) expect(runCli(["pairs", file, "--out", out]).code).toBe(0);
    expect(runCli(["pairs", file, "--out", asParquet, "--figure", svg]).out).toContain(
      `Wrote ${asParquet} and ${svg}.`,
    );
    expect(runCli(["pairs", file, "--columns", "c1,c3,c4", "--figure", png]).code).toBe(0);
    const table = readFileSync(asCsv, "utf8").trim().split("\n").slice(1);
    const lines = readFileSync(asLines, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const bytes = readFileSync(asParquet);
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    });
    expect([table.length, lines.length, rows.length]).toEqual([15, 15, 15]);
    lines.forEach((line, i) => {
      const { x, y, verdict = null, cause = null, effect = null, probability = null, margin = null } = line;
      expect(rows[i]).toMatchObject({ x, y, verdict, cause, effect, probability, margin });
      const cells = [x, y, verdict, cause, effect, probability];
      expect(table[i]?.startsWith(cells.map((cell) => cell ?? "").join(","))).toBe(true);
    });
    expect(readFileSync(svg, "utf8")).toMatch(/drives the name (at the right|above)/);
    expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
  });

  test("takes columns and lists of pairs, results of an earlier run among them", () => {
    const [file, folder] = [temporaryFile("table.csv", csv), temporaryFolder()];
    const named = JSON.parse(runCli(["pairs", file, "--columns", "c3, 4,c1", "--json"]).out);
    expect(named.pairs.map(({ x, y }: { x: string; y: string }) => x + y)).toEqual(["c1c2", "c1c3", "c2c3"]);
    const list = temporaryFile("list.csv", "c4,c1\nid,c2\nc1,c4\n");
    const out = join(folder, "listed.csv");
    expect(runCli(["pairs", file, "--pairs", list, "--out", out]).code).toBe(0);
    const again = JSON.parse(runCli(["pairs", file, "--pairs", out, "--json"]).out);
    expect(again.pairs.map(({ x, y }: { x: string; y: string }) => x + y)).toEqual(["idc2", "c1c4"]);
  });

  test.each([
    [["--columns", "c1,nope"], 2, /--columns "nope": no such column/],
    [["--columns", "c1"], 3, /at least two columns/],
    [["--columns", "c1,c2", "--pairs", "x"], 2, /--columns, --pairs: both/],
    [["--pairs", "nowhere.csv"], 3, /file "nowhere.csv": no such file/],
    [["--out", "r.xlsx"], 2, /ends in \.csv, \.jsonl, \.parquet/],
    [["--out", "nowhere/r.csv"], 3, /nowhere/],
    [["--resume"], 2, /--resume: without --out/],
    [["--top", "0"], 2, /--top: 0; expected a whole number of pairs, from 1/],
    [["--top", "many"], 2, /--top: "many"; expected a whole number/],
    [["--screen", "--pairs", "x"], 2, /--screen: with --pairs/],
    [["--max-pairs", "0"], 2, /--max-pairs: 0; expected a whole number of pairs/],
    [
      ["--max-pairs", "14", "--jobs", "2"],
      3,
      /the table: 15 pairs of 6 columns, .* on 2 threads .*; expected at most 14 pairs\. .*--top 1000.*--screen.*--columns.*--max-pairs 15\./,
    ],
    [["--time-limit", "0"], 2, /--time-limit: 0; expected seconds/],
    [["--trim", "0.1"], 2, /--trim: 0\.1; expected/],
    [["--figure", "map.txt"], 2, /map\.txt/],
    [["--figure", "nowhere/map.svg"], 3, /--figure "nowhere\/map\.svg": no such folder/],
    [["--pairs", temporaryFile("none.txt", "")], 2, /no pairs; expected two columns on each line/],
    [["--queue", "@postgres://u:S3CRET@h/d"], 2, /^(?!.*S3CRET)/],
    [["postgres://u:S3CRET@h/d"], 2, /^(?!.*S3CRET).*2 files/],
  ])("%j is refused before anything is computed", (flags, code, message) => {
    const run = runCli(["pairs", temporaryFile("table.csv", csv), ...flags]);
    expect([run.code, run.out]).toEqual([code, ""]);
    expect(run.err.replaceAll(/\s+/g, " ")).toMatch(message);
  });

  test("a list with half a pair is refused with its line", () => {
    const list = temporaryFile("list.csv", "c1,c2\nc3\n");
    const run = runCli(["pairs", temporaryFile("table.csv", csv), "--pairs", list]);
    expect([run.code, run.err.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringMatching(/line 2: one cell/)]);
  });

  test("reports which columns it left out and why, and what was odd about the table", () => {
    const latin = Buffer.concat([
      Buffer.from(csv),
      Buffer.from("1,caf"),
      Buffer.of(0xe9),
      Buffer.from(",1,1,1,1,1,3\n"),
    ]);
    const { err, code } = runCli(["pairs", temporaryFile("table.csv", latin), "--method", "b-lin"]);
    const notes = err.replaceAll(/\s+/g, " ");
    expect(code).toBe(0);
    expect(notes).toContain("note: left out: kind (no numbers).");
    expect(notes).toMatch(/note: .*Windows-1252/);
    const plain = runCli(["pairs", temporaryFile("table.csv", csv), "--method", "b-lin"]);
    expect(plain.err.replaceAll(/\s+/g, " ")).toContain(
      "note: left out: id (numbers the rows), kind (no numbers). --columns uses",
    );
    expect(runCli(["pairs", temporaryFile("table.csv", csv), "--method", "b-lin", "--quiet"]).err).toBe("");
  });

  test("knows the pairs of its own results by number, and reads a list that comes by a pipe once", () => {
    const twins = csv.replace("c1,c2", "a,a").replace("c3,c4", "x,y");
    const [file, out] = [temporaryFile("table.csv", twins), join(temporaryFolder(), "r.csv")];
    expect(runCli(["pairs", file, "--columns", "3,4,5", "--method", "b-lin", "--out", out]).code).toBe(0);
    const again = runCli(["pairs", file, "--pairs", out, "--method", "b-lin", "--json"]);
    const columns = JSON.parse(again.out).pairs.map(({ columns: { x, y } }: Numbered) => [x, y]);
    expect(columns).toEqual([
      [3, 4],
      [3, 5],
      [4, 5],
    ]);
    for (const list of ["x;y", '"x";"y"']) {
      const args = [BIN, "pairs", file, "--pairs", "/dev/stdin", "--method", "b-lin", "--json"];
      const piped = spawnSync("sh", ["-c", `printf '${list}\\n' | "$0" "$@"`, process.execPath, ...args]);
      const [pair, ...others] = JSON.parse(piped.stdout.toString()).pairs;
      expect([pair.x, pair.y, others]).toEqual(["x", "y", []]);
    }
  });

  test("tries again with --resume what failed, but not because of the data", async () => {
    const [file, out] = [temporaryFile("table.csv", csv), join(temporaryFolder(), "r.csv")];
    const hasty = runCli(["pairs", file, "--out", out, "--time-limit", "0.001", "--quiet"]);
    expect(hasty.code).toBe(0);
    expect(hasty.err.replaceAll(/\s+/g, " ")).toMatch(
      /note: \d+ pairs failed, not because of the data.*--resume tries again/,
    );
    const patient = runCli(["pairs", file, "--out", out, "--time-limit", "9999999", "--quiet", "--resume"]);
    expect([patient.code, patient.err]).toEqual([0, ""]);
    expect(readFileSync(out, "utf8")).toBe(await undisturbed(csv));
    expect(existsSync(`${out}.journal`)).toBe(false);
  });

  test("never takes its table for the place of its results, whatever is forced", () => {
    const file = temporaryFile("table.csv", csv);
    const run = runCli(["pairs", file, "--out", file, "--force"]);
    expect([run.code, run.err.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringMatching(/which is the table/)]);
    expect(readFileSync(file, "utf8")).toBe(csv);
  });

  test("says so where what it kept is gone, and writes no results", async () => {
    const [file, out] = [temporaryFile("table.csv", csv), join(temporaryFolder(), "r.csv")];
    const journal = `${out}.journal`;
    const run = await heldRun(["pairs", file, "--out", out, "--jobs", "1", "--quiet"], "3 part", journal, 3);
    truncateSync(journal, 0);
    const { code, err } = await run.release();
    expect([code, err]).toEqual([3, expect.stringMatching(/what the run has kept: \d+ outcomes; expected 15/)]);
    expect(existsSync(out)).toBe(false);
  });

  test("never writes over results, nor over the journal of a stopped run", () => {
    const [file, out] = [temporaryFile("table.csv", csv), join(temporaryFolder(), "r.csv")];
    expect(runCli(["pairs", file, "--columns", "c1,c2", "--out", out]).code).toBe(0);
    expect(runCli(["pairs", file, "--columns", "c1,c2", "--out", out]).err).toMatch(/a\s+file\s+that\s+exists/);
    writeFileSync(`${out}.journal`, "");
    expect(runCli(["pairs", file, "--columns", "c1,c2", "--out", out]).err).toMatch(/run\s+that\s+is\s+not\s+complete/);
    expect(runCli(["pairs", file, "--columns", "c1,c2", "--out", out, "--force"]).code).toBe(0);
  });
});

describe("wide tables", () => {
  const COLUMNS = 60;
  /** Columns of which some are curves of the one before, and the others on their own. */
  function mostlyUnrelated(rows: number): string {
    const noise = (i: number, k: number): number => (10_000 * Math.abs(Math.sin(i * (12.9898 + 31.7 * k) + k + 1))) % 1;
    const lines = Array.from({ length: rows }, (_, i) => {
      const cells = Array.from({ length: COLUMNS }, (_, k) => {
        const own = noise(i, k) + noise(i, k + 100);
        const cause = noise(i, k - 1) + noise(i, k + 99);
        return (k % 10 === 1 ? (cause - 1) ** 2 + 0.03 * own : own).toFixed(4);
      });
      return cells.join(",");
    });
    return `${Array.from({ length: COLUMNS }, (_, k) => `c${k + 1}`).join(",")}\n${lines.join("\n")}\n`;
  }
  const table = mostlyUnrelated(120);
  const planted = ["c1,c2", "c11,c12", "c21,c22", "c31,c32", "c41,c42", "c51,c52"];
  const pairsIn = (out: string): string[] =>
    readFileSync(out, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",", 2).join(","));

  test("20,000 columns are refused before anything is decided, with what they would take and the ways out", () => {
    const head = Array.from({ length: 20_000 }, (_, k) => `c${k}`).join(",");
    const lines = Array.from({ length: 30 }, (_, i) =>
      Array.from({ length: 20_000 }, (_, k) => (i * 7919 + k * 104_729 + ((i * k) % 13)) % 1000).join(","),
    );
    const file = temporaryFile("table.csv", `${head}\n${lines.join("\n")}\n`);
    const { code, out, err } = runCli(["pairs", file, "--jobs", "2", "--out", join(temporaryFolder(), "r.csv")]);
    expect([code, out]).toEqual([3, ""]);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(
      /199,990,000 pairs of 20,000 columns, which take about [\d.]+ days on 2 threads with the default method, \d+ GB of memory and \d+ GB of results; expected at most 1,000,000 pairs\. Decide only .* --top 1000, decide only .* --screen, or choose columns with --columns\. $/,
    );
  });

  test("--screen and --top decide few of many pairs, the same on any number of threads, and say how many", async () => {
    const [file, folder] = [temporaryFile("table.csv", table), temporaryFolder()];
    const runs = ["1", "3"].map((jobs) => {
      const out = join(folder, `s${jobs}.csv`);
      return { out, run: runCli(["pairs", file, "--screen", "--jobs", jobs, "--out", out]) };
    });
    const [first, second] = runs as [(typeof runs)[0], (typeof runs)[0]];
    expect([first.run.code, second.run.code]).toEqual([0, 0]);
    expect(pairsIn(first.out)).toEqual(planted);
    const text = readFileSync(first.out, "utf8");
    expect(readFileSync(second.out, "utf8")).toBe(text);
    expect(outcomesCsv(await decidePairs(parseTable(table), { screen: true }), versionOf(text))).toBe(text);
    expect(first.run.err).toContain("note: pairs screened: 1,770; left: 6.");
    expect(first.run.out.replaceAll(/\s+/g, " ")).toMatch(
      /^Of 1,770 screened pairs, 6 have columns that depend on each other, at most one in 20 of them by chance; the others count as independent\. Of 6 pairs, .* Among 1,770 pairs,/,
    );
    expect(JSON.parse(readFileSync(`${first.out}.times.json`, "utf8"))).toMatchObject({ pairs: 6, screened: 1770 });
    const top = runCli(["pairs", file, "--top", "2", "--out", join(folder, "top.csv"), "--quiet"]);
    expect([top.code, top.err, pairsIn(join(folder, "top.csv")).every((pair) => planted.includes(pair))]).toEqual([
      ...[0, "", true],
    ]);
    expect(top.out).toMatch(/^Of 1,770 screened pairs, the 2 whose columns depend on each other most were/);
    const none = runCli(["pairs", file, "--screen", "--columns", "c3,c4,c5,c6", "--out", join(folder, "none.csv")]);
    expect([none.code, pairsIn(join(folder, "none.csv"))]).toEqual([0, []]);
    expect(none.out).toMatch(/^Of 6 screened pairs, none has columns/);
  });

  test("a screened run that is killed resumes to the same bytes", async () => {
    const [file, folder] = [temporaryFile("table.csv", table), temporaryFolder()];
    const [whole, out] = [join(folder, "whole.csv"), join(folder, "r.csv")];
    expect(runCli(["pairs", file, "--top", "60", "--out", whole]).code).toBe(0);
    const asked = ["pairs", file, "--top", "60", "--out", out, "--jobs", "1"];
    const run = await heldRun(asked, "5 part", `${out}.journal`, 5);
    expect((await run.stop("SIGKILL")).signal).toBe("SIGKILL");
    expect(runCli(["pairs", file, "--top", "60", "--out", out, "--resume"]).code).toBe(0);
    expect(JSON.parse(readFileSync(`${out}.times.json`, "utf8")).resumed).toBe(5);
    expect(readFileSync(out, "utf8")).toBe(readFileSync(whole, "utf8"));
    expect(runCli(["pairs", file, "--top", "61", "--out", out, "--force"]).code).toBe(0);
    expect(pairsIn(out)).toHaveLength(61);
  });
});

describe("a run that is stopped", () => {
  const wide = manyColumns(6);

  /** A run that is held when each of its two threads has decided three pairs. */
  const KEPT = 6;
  const begun = (out: string): Promise<HeldRun> =>
    heldRun(["pairs", temporaryFile("table.csv", wide), "--out", out, "--jobs", "2"], "3 part", `${out}.journal`, KEPT);

  const resumedPairs = (out: string): number => JSON.parse(readFileSync(`${out}.times.json`, "utf8")).resumed;

  function resumed(out: string, ...flags: string[]) {
    return runCli(["pairs", temporaryFile("table.csv", wide), "--out", out, "--resume", ...flags]);
  }

  test("by Ctrl-C stops cleanly and resumes with --resume to the same bytes", async () => {
    const out = join(temporaryFolder(), "r.csv");
    const { code, err } = await (await begun(out)).stop("SIGINT");
    expect([code, err]).toEqual([130, expect.stringContaining(`Stopped after ${KEPT} of 21 pairs. They are kept`)]);
    expect(existsSync(out)).toBe(false);
    const run = resumed(out, "--quiet");
    expect([run.code, run.err]).toEqual([0, ""]);
    expect(resumedPairs(out)).toBe(KEPT);
    expect(readFileSync(out, "utf8")).toBe(await undisturbed(wide));
  });

  test("by kill -9, with the journal torn and damaged, resumes to the same bytes", async () => {
    const out = join(temporaryFolder(), "r.csv");
    await (await begun(out)).stop("SIGKILL");
    const journal = `${out}.journal`;
    truncateSync(journal, statSync(journal).size - 7);
    const lines = readFileSync(journal, "utf8").split("\n");
    lines[1] = lines[1]?.replace(/"margin":(-?)\d/, '"margin":$19') ?? "";
    writeFileSync(journal, lines.join("\n"));
    const run = resumed(out);
    expect(run.code).toBe(0);
    expect(run.err).toMatch(/2 lines of .* could not be read; what was on them is computed again/s);
    expect(readFileSync(out, "utf8")).toBe(await undisturbed(wide));
  });

  test("is not resumed with other data or options", async () => {
    const out = join(temporaryFolder(), "r.csv");
    await (await begun(out)).stop("SIGKILL");
    expect(resumed(out, "--seed", "4").err.replaceAll(/\s+/g, " ")).toMatch(/other settings or data/);
    expect(resumed(out, "--given", "1").err.replaceAll(/\s+/g, " ")).toMatch(/other settings or data/);
    const other = runCli(["pairs", temporaryFile("table.csv", csv), "--out", out, "--resume"]);
    expect(other.err.replaceAll(/\s+/g, " ")).toMatch(/other settings or data/);
  });

  test("by a full disk says so, keeps what was found, and resumes when there is room", async () => {
    const out = join(temporaryFolder(), "r.csv");
    const file = temporaryFile("table.csv", wide);
    // In blocks of 512 or 1,024 bytes, by shell: enough for some pairs and not for all.
    const limited = `ulimit -f 8; exec "$0" "$@"`;
    const run = spawnSync("sh", ["-c", limited, process.execPath, BIN, "pairs", file, "--out", out, "--quiet"]);
    expect(run.status).toBe(3);
    expect(run.stderr.toString().replaceAll(/\s+/g, " ")).toMatch(
      /\.journal": larger than files may be there; .*\(ulimit -f\), or/,
    );
    expect(existsSync(out)).toBe(false);
    const again = resumed(out);
    expect(again.code).toBe(0);
    expect(resumedPairs(out)).toBeGreaterThan(0);
    expect(readFileSync(out, "utf8")).toBe(await undisturbed(wide));
  });
});
