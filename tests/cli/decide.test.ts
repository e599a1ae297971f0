import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { decide, EVIDENCE_NAMES, pairFromTable, parseTable, seededRng, textWith } from "causal-velocity";
import { methodNamed as methodEntry, allMethods as methods } from "causal-velocity/lab";
import { describe, expect, test } from "vitest";
import { exampleTable } from "../../examples/example-table.js";
import { displayWidth } from "../../packages/causal-velocity/src/cli/printable.js";
import { BIN, runCli, temporaryFile } from "./run-cli.js";

const EXAMPLE = "examples/dose-response.csv";
const rng = seededRng(8);
const rows = Array.from({ length: 120 }, () => {
  const x = rng.normal();
  return { x, y: x * x + 0.3 * rng.normal() };
});
const csv = `x,y\n${rows.map(({ x, y }) => `${x},${y}\n`).join("")}`;

describe("causal-velocity decide", () => {
  test("the example that ships with the project: the verdict, how sure, the evidence, the rows", () => {
    const { code, out, err } = runCli(["decide", EXAMPLE, "--x", "dose", "--y", "response"]);
    expect(code).toBe(0);
    expect(err).toBe("");
    expect(out).toMatch(/^ {2}dose → response, (more than )?9\d% sure$/m);
    const { evidence = [], margin } = decide(pairFromTable(parseTable(exampleTable()), { x: "dose", y: "response" }));
    expect(evidence.map(({ name }) => name)).toEqual(EVIDENCE_NAMES);
    for (const { name, logOdds } of [...evidence, { name: "sum, in log odds", logOdds: margin }]) {
      const direction = logOdds < 0 ? "response → dose" : "dose → response";
      expect(out).toMatch(new RegExp(`${name} +${direction} +${Math.abs(logOdds).toFixed(2)}`));
    }
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "Calibrated on simulated mechanisms; assumes no hidden common cause of both columns.",
    );
    expect(out).toMatch(/1,000 read, 997 used, left out: 3 with a missing value/);
    // Commands to paste are for people at a terminal.
    expect(out).not.toContain("npx");
    for (const line of out.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
  });

  test("another method: its costs side by side", () => {
    const { out } = runCli(["decide", EXAMPLE, "--x", "dose", "--y", "response", "--method", "v-lsnm"]);
    expect(out).toMatch(/^ {2}dose → response$/m);
    expect(out).toMatch(/cost {4}dose → response +\d\.\d+ .*\n +response → dose +\d\.\d+/);
    expect(out).toContain("they are no probability");
  });

  test("--json of the default: probability, evidence that adds up to the margin, and the gate where it cannot tell", () => {
    const record = JSON.parse(runCli(["decide", "-", "--json"], csv).out);
    expect(record).toMatchObject({ verdict: "x->y", cause: "x", effect: "y", gate: null, reason: null });
    expect(record.probability).toBeCloseTo(1 / (1 + Math.exp(-record.margin)), 12);
    const sum = record.evidence.reduce((total: number, { logOdds }: { logOdds: number }) => total + logOdds, 0);
    expect(sum).toBe(record.margin);
    const line = `a,b\n${rows.map(({ x }) => `${x},${1 - x}\n`).join("")}`;
    expect(JSON.parse(runCli(["decide", "-", "--json"], line).out)).toMatchObject({
      verdict: "cannot-tell",
      ...{ cause: null, effect: null, gate: "linear-gaussian", reason: null, probability: null },
    });
  });

  test("--abstain asks for more, --stability reports how many halves agree", () => {
    const strict = runCli(["decide", "-", "--abstain", "0.9999999"], csv).out;
    expect(strict.replaceAll(/\s+/g, " ")).toMatch(
      /Cannot tell: the answer is below the threshold you set; x → y is (more than )?\d\d% likely\./,
    );
    expect(strict).toContain("method  default, answers from 0.9999999, seed 0");
    expect(runCli(["decide", "-", "--abstain", "0.4"], csv).err).toMatch(/--abstain: 0.4; expected a probability/);
    const { out } = runCli(["decide", "-", "--stability"], csv);
    const { stability } = JSON.parse(runCli(["decide", "-", "--stability", "--json"], csv).out);
    expect(stability).toMatchObject({ share: expect.any(Number), rows: 60 });
    expect(out).toContain(
      `halves  ${Math.round(100 * stability.share)}% of 20 random halves of 60 rows come to the same verdict`,
    );
  });

  test("codes for missing values are named with the flag that sets them aside, and the flag does", () => {
    const coded = `a,b\n${rows.map(({ x, y }, i) => `${i % 40 === 3 ? -999 : x},${y}\n`).join("")}`;
    const { out } = runCli(["decide", "-"], coded);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(/3 rows have -999 in "a", far outside all others.*--missing=-999\./);
    const { gate, findings } = JSON.parse(runCli(["decide", "-", "--json"], coded).out);
    expect(["missing-codes", null]).toContain(gate);
    expect(findings.map(({ code }: { code: string }) => code)).toContain("missing-codes");
    const set = JSON.parse(runCli(["decide", "-", "--json", "--missing=-999"], coded).out);
    expect(set.rows.dropped).toBe(3);
    expect(set.findings.map(({ code }: { code: string }) => code)).not.toContain("missing-codes");
  });

  test("rows that follow each other have no verdict; --unordered ignores their order", () => {
    const rng = seededRng(1);
    let [a, b] = [0, 0];
    const walks = Array.from({ length: 300 }, () => {
      a += rng.normal();
      b += rng.normal();
      return `${a},${b}\n`;
    });
    const table = `a,b\n${walks.join("")}`;
    expect(runCli(["decide", "-"], table).out).toContain(
      "Cannot tell: rows follow each other, which is not supported.",
    );
    const { out } = runCli(["decide", "-", "--unordered"], table);
    expect(out).toContain("method  default, rows unordered, seed 0");
    expect(out).not.toContain("follow each other");
  });

  test("an option of other methods is refused, and the methods that have it are named", () => {
    const { code, err } = runCli(["decide", "-", "--score", "kde"], csv);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, " ")).toContain("methods that have score: v-lsnm, v-anm,");
    const penalized = runCli(["decide", "-", "--penalty", "2:1"], csv).err;
    expect(penalized.replaceAll(/\s+/g, " ")).toContain("methods that have penalty: v-lsnm, v-anm,");
    const untrained = runCli(["decide", "-", "--method", "v-lsnm", "--steps", "9"], csv).err;
    expect(untrained.replaceAll(/\s+/g, " ")).toContain(
      '; --fit "paper" has steps too; methods that have steps: v-nn,',
    );
  });

  test("the example table is what its generator makes", () => {
    expect(readFileSync(EXAMPLE, "utf8")).toBe(exampleTable());
  });

  test("--json: one object with every promised field, equal to the library's answer", () => {
    const file = temporaryFile("pair.csv", csv);
    const { code, out } = runCli([
      "decide",
      file,
      "--json",
      "--method",
      "b-quad",
      "--rule",
      "absolute",
      "--trim",
      "0.05",
      "--seed",
      "7",
    ]);
    expect(code).toBe(0);
    const { names, ...expected } = decide(pairFromTable(parseTable(csv)), {
      method: "b-quad",
      rule: "absolute",
      trim: 0.05,
      seed: 7,
    });
    const record = JSON.parse(out);
    expect(record).toEqual({
      schema: "causal-velocity/decision@1",
      version: "0.1.0",
      x: names.x,
      y: names.y,
      ...expected,
      ...(expected.verdict === "x->y" ? { cause: names.x, effect: names.y } : { cause: names.y, effect: names.x }),
      ...{ probability: null, gate: null, reason: null, evidence: null },
      findings: expected.findings.map((finding) => ({ ...finding, advice: textWith(finding.advice) })),
      diagnostics: { routines: "wasm", ...expected.diagnostics },
    });
    expect(record.diagnostics.scoreError).toBeLessThan(1e-7);
    expect(Object.keys(record)).toEqual([
      ...["schema", "version", "x", "y", "verdict", "cause", "effect", "probability", "gate", "reason", "margin"],
      ...["cost", "evidence", "findings", "rows", "method", "options", "seed", "diagnostics"],
    ]);
    expect(record.margin).toBe(record.cost["y->x"] - record.cost["x->y"]);
    expect(record.rows.read).toBe(record.rows.used + record.rows.dropped);
    expect(record.rows.reasons.trimmed).toBe(record.rows.dropped);
    expect(record.findings[0]).toMatchObject({
      ...{ code: "few-rows", value: record.rows.used, sentence: `Only ${record.rows.used} rows were used.` },
    });
  });

  test("reads standard input, and swapping --x and --y flips the answer", () => {
    const forward = JSON.parse(runCli(["decide", "-", "--json"], csv).out);
    const backward = JSON.parse(runCli(["decide", "-", "--x", "2", "--y", "x", "--json"], csv).out);
    expect(forward.verdict).toBe("x->y");
    expect(backward.verdict).toBe("y->x");
    expect(Math.abs(forward.margin + backward.margin)).toBeLessThanOrEqual(1e-9 * forward.cost["y->x"]);
  });

  test("the same seed gives the same bytes, subsampling included", () => {
    const args = ["decide", "-", "--json", "--max-rows", "60", "--seed", "5"];
    const first = runCli(args, csv).out;
    expect(runCli(args, csv).out).toBe(first);
    expect(JSON.parse(first)).toMatchObject({ rows: { read: 120, used: 60, reasons: { subsampled: 60 } } });
    expect(JSON.parse(runCli([...args.slice(0, -1), "6"], csv).out).cost).not.toEqual(JSON.parse(first).cost);
  });

  test("--fit paper trains as published and says so; the exact fit is the default and goes without saying", () => {
    const trained = runCli(["decide", "-", "--method", "b-quad", "--fit", "paper"], csv).out;
    expect(trained).toMatch(/method {2}b-quad, stein scores, squared rule, paper fit, seed 0/);
    expect(runCli(["decide", "-", "--method", "b-quad"], csv).out).not.toMatch(/fit/);
    const args = ["decide", "-", "--method", "v-lsnm", "--fit"];
    const { options, diagnostics } = JSON.parse(runCli([...args, "paper", "--json"], csv).out);
    expect(options.fit).toBe("paper");
    expect(diagnostics.training["x->y"]).toEqual({
      steps: expect.any(Number),
      converged: expect.any(Boolean),
      loss: expect.any(Number),
    });
    const { code, err } = runCli([...args, "best"], csv);
    expect(code).toBe(2);
    expect(err).toMatch(/--fit: "best"; expected one of exact, paper/);
  });

  test("--size sets the size of a network; an exact fit of one is refused", () => {
    const larger = runCli(["decide", "-", "--method", "v-nn", "--size", "3x8"], csv).out;
    expect(larger).toMatch(/method {2}v-nn, stein scores, squared rule, 3x8 network, seed 0/);
    const exact = runCli(["decide", "-", "--method", "v-nn", "--fit", "exact"], csv);
    expect([exact.code, exact.err]).toEqual([2, expect.stringMatching(/--fit: "exact"; expected "paper": v-nn/)]);
    const misread = runCli(["decide", "-", "--method", "v-nn", "--size", "32"], csv);
    expect([misread.code, misread.err]).toEqual([2, expect.stringMatching(/--size: "32"; expected LxH such as 2x32/)]);
    expect(runCli(["decide", "-", "--size", "2x32", "--method", "v-lsnm"], csv).err).toMatch(
      /--size: "2x32"; expected one of the options of v-lsnm/,
    );
  });

  test("every option that is not at its default stands beside the method", () => {
    const trimmed = runCli(["decide", "-", "--method", "b-lin", "--trim", "0.1", "--fit", "paper"], csv).out;
    expect(trimmed).toContain("method  b-lin, stein scores, squared rule, trim 0.1, paper fit, seed 0");
    const followed = runCli(["decide", "-", "--method", "flow-hsic", "--velocity", "v-anm"], csv).out;
    expect(followed).toContain("method  flow-hsic, flow of v-anm, stein scores, seed 0");
    const short = runCli(["decide", "-", "--method", "loci-nn-lik", "--steps", "3"], csv).out;
    expect(short).toContain("method  loci-nn-lik, 3 steps, seed 0");
    expect(runCli(["decide", "-", "--method", "nogam", "--as-published"], csv).out).toContain(
      "nogam, as published, seed",
    );
  });

  test.each(methods.map(({ name }) => name))("--method %s answers, for people and as JSON", (method) => {
    const record = JSON.parse(runCli(["decide", "-", "--method", method, "--json"], csv).out);
    expect(record.method).toBe(method);
    expect(["x->y", "y->x", "cannot-tell"]).toContain(record.verdict);
    const details = Object.hasOwn(methodEntry(method).defaults, "score") ? "stein scores" : "seed 0";
    expect(runCli(["decide", "-", "--method", method], csv).out).toContain(`method  ${method}, ${details}`);
  });

  const withoutZero = methods.filter(({ costs, kind }) => costs === "difference" && kind !== "combined");
  test.each(withoutZero.map(({ name }) => name))(
    "costs of %s, whose zero means nothing, have a difference, no bar, no percentage and no strength",
    (method) => {
      const { out } = runCli(["decide", EXAMPLE, "--x", "dose", "--y", "response", "--method", method]);
      const words = /Its cost is \d+\.?\d* below that of the opposite direction; only this difference counts\./;
      expect(out.replaceAll(/\s+/g, " ")).toMatch(words);
      expect(out).toMatch(/cost {4}dose → response +-?\d+\.?\d*\n +response → dose +-?\d+\.?\d*\n/);
      expect(out).not.toMatch(/%|weak/);
    },
  );

  test("--as-published reaches the method, and is refused by methods without it", () => {
    const args = ["decide", "-", "--method", "igci-gaussian-slope"];
    const [ours, theirs] = [args, [...args, "--as-published"]].map((a) =>
      JSON.parse(runCli([...a, "--json"], csv).out),
    );
    expect(theirs.options).toMatchObject({ asPublished: true });
    // Without ties only the sign differs.
    expect(theirs.margin).toBeCloseTo(-ours.margin, 12);
    const refused = runCli(["decide", "-", "--method", "reci", "--as-published"], csv);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(/--as-published: true; expected\s+one of the options\s+of reci/),
    ]);
  });

  test("--basis stands for --method basis, is shown, and points at its faults; with another method it is refused", () => {
    const basis = "1, x, y, sin(x)*y, exp(-y^2)";
    const record = JSON.parse(runCli(["decide", "-", "--basis", basis, "--json"], csv).out);
    const { cost } = decide(pairFromTable(parseTable(csv)), { method: "basis", basis });
    expect(record).toMatchObject({ method: "basis", options: { basis }, cost });
    expect(runCli(["decide", "-", "--basis", basis], csv).out).toContain(`  basis   ${basis}\n`);
    const refusals = [
      [["--basis", "1, x y"], /^error: --basis, character 6: "y"; expected an operator/],
      [["--basis", "log(x)"], /^error: basis function "log\(x\)": NaN/],
      [
        ["--basis", "1, x", "--method", "b-quad"],
        /^error: --basis: "1, x"; expected\s+one of the\s+options\s+of\s+b-quad/,
      ],
    ] as const;
    for (const [args, message] of refusals) {
      const { code, err } = runCli(["decide", "-", ...args], csv);
      expect(code).toBe(2);
      expect(err).toMatch(message);
    }
  });

  test("cannot tell is an answer: exit code 0", () => {
    const same = `a,b\n${rows.map(({ x }) => `${x},${x}\n`).join("")}`;
    const { code, out } = runCli(["decide", "-"], same);
    expect(code).toBe(0);
    expect(out).toContain("Cannot tell: both directions fit equally well (linear, near-Gaussian).");
    expect(runCli(["decide", "-", "--method", "v-lsnm"], same).out).toContain(
      "Cannot tell: both directions fit equally well.",
    );
  });

  test("a verdict that is missing because there is no evidence is not called a tie", () => {
    const few = csv.split("\n").slice(0, 26).join("\n");
    const { code, out } = runCli(["decide", "-", "--method", "cds"], few);
    expect(code).toBe(0);
    expect(out).toContain("Cannot tell: too little to compare.");
    expect(out).toContain("Fewer than two levels of");
  });

  test("reading options: delimiter, decimal comma, no header, missing marks", () => {
    const text = rows
      .map(({ x, y }, i) => `${i === 3 ? "-999" : x.toFixed(5).replace(".", ",")}|${y.toFixed(5).replace(".", ",")}`)
      .join("\n");
    const args = ["decide", "-", "--delimiter", "bar", "--decimal", "comma", "--no-header", "--missing=-999", "--json"];
    expect(JSON.parse(runCli(args, text).out)).toMatchObject({
      x: "column 1",
      rows: { read: 120, used: 119, dropped: 1, reasons: { missing: 1 } },
    });
  });

  test("UTF-16, Latin-1 and a byte-order mark are read; Latin-1 is reported", () => {
    const utf16 = Buffer.from(`\ufeff${csv}`, "utf16le");
    expect(JSON.parse(runCli(["decide", "-", "--json"], utf16).out).rows.used).toBe(120);
    expect(JSON.parse(runCli(["decide", "-", "--json"], `\ufeff${csv}`).out).x).toBe("x");
    const latin = JSON.parse(
      runCli(["decide", "-", "--json"], Buffer.from(csv.replace("x,y", "température,y"), "latin1")).out,
    );
    expect(latin.x).toBe("température");
    expect(latin.findings.map(({ code }: { code: string }) => code)).toContain("encoding");
  });

  test("a header of years, or of pandas' numbers, is one; the answer says so and how to overrule it", () => {
    const body = rows.map(({ x, y }, i) => `${i},${x},${y}\n`).join("");
    for (const [head, x, y] of [
      ["country,1990,2000", "1990", "2000"],
      [",0,1", "0", "1"],
    ] as const) {
      const read = (...flags: string[]) => {
        const { code, out, err } = runCli(["decide", "-", "--x", x, "--y", y, "--json", ...flags], `${head}\n${body}`);
        expect(code, err).toBe(0);
        const { rows, findings } = JSON.parse(out);
        return { read: rows.read, finding: findings.find(({ code }: { code: string }) => code === "numeric-header") };
      };
      const { read: count, finding } = read();
      expect([count, finding?.advice]).toEqual([rows.length, "If it is data, set --no-header."]);
      expect(read("--header")).toEqual({ read: rows.length, finding: undefined });
      const { code, err } = runCli(["decide", "-", "--x", x, "--y", y, "--no-header"], `${head}\n${body}`);
      if (x === "1990") expect([code, err]).toEqual([2, expect.stringContaining('"1990": no such column')]);
    }
  });

  test("column names cannot write to the terminal", () => {
    const hostile = csv.replace("x,y", "\u001b[31mred\u0007,\u202ereversed");
    const { out } = runCli(["decide", "-"], hostile);
    expect(out).toContain("\\u001b[31mred\\u0007");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test("long column names are shortened to fit 80 columns", () => {
    const { out } = runCli(["decide", "-"], csv.replace("x,y", `${"very long name ".repeat(9)},${"z".repeat(200)}`));
    for (const line of out.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
    expect(out).toContain("…");
  });
});

describe("causal-velocity decide refuses, with exit code, code, place and remedy", () => {
  const withColumn = (name: string, cell: (i: number) => string) =>
    `a,${name}\n${rows.map(({ x }, i) => `${x},${cell(i)}\n`).join("")}`;
  test.each<[string, readonly string[], string | Uint8Array, number, string, RegExp]>([
    ["a missing file", ["no-such-file.csv"], "", 3, "unreadable-file", /file "no-such-file.csv": no such file/],
    ["a folder", ["."], "", 3, "unreadable-file", /a folder without Parquet files/],
    ["an empty file", ["-"], "", 3, "empty-table", /standard input: no text at all/],
    [
      "an old workbook",
      ["-"],
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0),
      3,
      "binary-file",
      /Excel workbook.*Save or export it as CSV/,
    ],
    [
      "a workbook that is cut off",
      ["-"],
      Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0),
      3,
      "damaged-archive",
      /cut off.*a complete workbook.*save the workbook again/,
    ],
    ["a binary file", ["-"], Uint8Array.of(1, 0, 2, 0, 3), 3, "binary-file", /NUL bytes/],
    ["one column", ["-"], "a\n1\n2\n", 3, "too-few-columns", /one column, "a"/],
    [
      "a text column",
      ["-"],
      withColumn("b", () => "red"),
      3,
      "non-numeric-column",
      /column "b": 120 of 120 cells are text, first "red" in line 2/,
    ],
    ["a constant column", ["-"], withColumn("b", () => "3.5"), 3, "constant-column", /column "b": 3.5 in all 120 rows/],
    ["too few rows", ["-"], "a,b\n1,2\n2,3\n4,1\n", 3, "too-few-rows", /3 usable rows/],
    [
      "a cut-off row",
      ["-", "--strict"],
      csv.slice(0, csv.lastIndexOf(",")),
      3,
      "ragged-row",
      /standard input, line 121: 1 cell, split at commas; expected 2/,
    ],
    ["an open quote", ["-"], `a,b\n1,"2\n`, 3, "unterminated-quote", /line 2/],
    [
      "a range that doubles cannot hold",
      ["-"],
      withColumn("b", (i) => (i < 2 ? `${i ? "-" : ""}1e300` : String(i))),
      3,
      "extreme-range",
      /column "b"/,
    ],
    ["an unknown column", ["-", "--x", "z"], csv, 2, "unknown-column", /x "z": no such column.*"x", "y"/],
    ["a column number out of range", ["-", "--x", "3"], csv, 2, "unknown-column", /number from 1 to 2/],
    ["the same column twice", ["-", "--x", "x", "--y", "1"], csv, 2, "same-column", /both are column 1, "x"/],
    [
      "a name that two columns share",
      ["-", "--x", "a", "--y", "1"],
      "a,a\n1,2\n3,4\n",
      2,
      "ambiguous-column",
      /1 or 2/,
    ],
    ["one numeric column of three", ["-"], "a,b,c\nx,2,y\nx,5,y\n", 3, "too-few-columns", /1 numeric of 3 columns/],
    ["no choice among many columns", ["-"], "a,b,c\n1,2,3\n4,5,6\n", 2, "column-not-chosen", /--x and --y/],
    [
      "an unknown method",
      ["-", "--method", "magic"],
      csv,
      2,
      "unknown-method",
      /"magic"; expected one of default, v-lsnm/,
    ],
    ["an unknown score", ["-", "--method", "b-quad", "--score", "magic"], csv, 2, "wrong-option", /one of stein/],
    [
      "an unknown rule",
      ["-", "--method", "b-quad", "--rule", "cubed"],
      csv,
      2,
      "wrong-option",
      /squared, absolute, relative/,
    ],
    [
      "a trim that is no number",
      ["-", "--method", "b-quad", "--trim", "five"],
      csv,
      2,
      "wrong-option",
      /--trim.*such as 0.05/,
    ],
    ["a trim of 1", ["-", "--method", "b-quad", "--trim", "1"], csv, 2, "wrong-option", /below 1/],
    [
      "a trim that leaves too little",
      ["-", "--method", "b-quad", "--trim", "0.9"],
      csv,
      2,
      "wrong-option",
      /--trim: 0.9, which leaves \d+ of 120 rows/,
    ],
    ["a negative seed", ["-", "--seed=-1"], csv, 2, "wrong-option", /--seed.*whole number/],
    ["a fractional seed", ["-", "--seed", "1.5"], csv, 2, "wrong-option", /--seed/],
    ["an unknown option", ["-", "--colour"], csv, 2, "wrong-option", /--colour/],
    ["no file", [], "", 2, "wrong-option", /no file; expected one FILE/],
    ["two files", ["a.csv", "b.csv"], "", 2, "wrong-option", /2 files/],
    ["contradicting options", ["-", "--header", "--no-header"], csv, 2, "wrong-option", /both/],
    [
      "a comparison with halves",
      ["-", "--compare", "--stability"],
      csv,
      2,
      "wrong-option",
      /--compare, --stability: both/,
    ],
    [
      "halves of too few rows",
      ["-", "--stability"],
      csv.split("\n").slice(0, 31).join("\n"),
      3,
      "too-few-rows",
      /halves of 15/,
    ],
    ["an unknown delimiter", ["-", "--delimiter", "x"], csv, 2, "wrong-option", /comma, semicolon, tab, bar or blank/],
  ])("%s", (_, args, input, exitCode, code, message) => {
    const plain = runCli(["decide", ...args], input);
    expect(plain.code).toBe(exitCode);
    expect(plain.out).toBe("");
    expect(plain.err.replaceAll(/\s+/g, " ")).toMatch(message);
    const json = runCli(["decide", ...args, "--json"], input);
    expect(json.code).toBe(exitCode);
    const { schema, error } = JSON.parse(json.err);
    expect(schema).toBe("causal-velocity/error@1");
    expect(error.code).toBe(code);
    for (const part of ["place", "value", "expected", "remedy"]) expect(error[part]).not.toBe("");
  });
});

describe("causal-velocity stands rough handling", () => {
  const shell = (command: string) =>
    spawnSync("bash", ["-c", command], { encoding: "utf8", env: { ...process.env, NODE: process.execPath, BIN } });

  test("a reader that closes early, a closed standard error, a full disk", () => {
    expect(shell(`"$NODE" "$BIN" decide ${EXAMPLE} --x 2 --y 3 | head -1; exit \${PIPESTATUS[0]}`).status).toBe(0);
    expect(shell('"$NODE" "$BIN" decide no-such-file 2>&-').status).toBe(3);
    const full = shell(`"$NODE" "$BIN" decide ${EXAMPLE} --x 2 --y 3 > /dev/full`);
    expect([full.status, full.stderr]).toEqual([3, "error: the answer could not be written (ENOSPC).\n"]);
    // In several pieces.
    const pieces = shell(`"$NODE" "$BIN" pairs ${EXAMPLE} --quiet --json > /dev/full`);
    expect([pieces.status, pieces.stderr]).toEqual([3, full.stderr]);
  });

  test("wide and endless names stay within 80 columns, equal names are distinguished", () => {
    const wide = runCli(["decide", "-"], csv.replace("x,y", `${"温度測定値".repeat(9)},${"高さ".repeat(20)}`)).out;
    for (const line of wide.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    const endless = csv.replace("x,y", `${"a".repeat(300)},y`).replace(/,[^,\n]*\n/, (cells) => `${cells}1,oops\n`);
    for (const line of runCli(["decide", "-"], endless).out.split("\n"))
      expect(displayWidth(line)).toBeLessThanOrEqual(80);
    expect(runCli(["decide", "-"], csv.replace("x,y", "a,a")).out).toContain("a [x] → a [y]");
  });
});

describe("causal-velocity", () => {
  test("--help and --version", () => {
    expect(runCli(["--help"]).out).toContain("Usage");
    expect(runCli([]).out).toBe(runCli(["--help"]).out);
    expect(runCli(["decide", "--help"]).out).toContain("--max-rows N");
    expect(runCli(["help", "decide"]).out).toBe(runCli(["decide", "--help"]).out);
    expect(runCli(["--version"]).out).toBe("0.1.0\n");
    const commands = [
      ...["decide", "explain", "counterfactual", "scm", "studio", "simulate", "benchmark", "reproduce", "figure"],
      ...["worker", "runs", "demo", "pairs", "graph", "do", "benchmark-graphs"],
    ];
    for (const args of [["--help"], ...commands.map((name) => [name, "--help"]), ["methods"]]) {
      for (const line of runCli(args).out.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
    }
  });

  test("methods lists every method with kind, assumptions, options, cost, source and exempt laws, also as JSON", () => {
    const { out } = runCli(["methods"]);
    const records = JSON.parse(runCli(["methods", "--json"]).out).methods as {
      name: string;
      kind: string;
      assumes: string;
      milliseconds: number;
      options: object;
      reference: string;
      default: boolean;
    }[];
    expect(records.map(({ name }) => name)).toEqual(methods.map(({ name }) => name));
    expect(records.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...[
          "v-lsnm",
          "v-anm",
          "v-pnl",
          "b-lin",
          "b-lin-exp",
          "b-quad",
          "b-quad-exp",
          "b-cubic",
          "b-trig",
          "v-nn",
          "v-anm-nn",
          "v-lsnm-nn",
          "basis",
          "v-zero",
        ],
        ...["igci-uniform", "igci-gaussian", "igci-uniform-slope", "igci-gaussian-slope", "reci", "reci-cubic", "cds"],
        ...["cdci-ckl", "cdci-ckm", "cdci-chd", "cdci-ccs", "cdci-ctv", "anm-gp", "anm-gp-ml", "resit", "lingam"],
      ]),
    );
    expect(records.filter((record) => record.default).map(({ name }) => name)).toEqual(["default"]);
    const plain = out.replaceAll(/\s+/g, " ");
    for (const { name, assumes, milliseconds, reference } of records) {
      expect(out).toMatch(new RegExp(`^ {2}${name} `, "m"));
      expect(milliseconds, `${name}: run npm run bench -- methods`).toBeGreaterThan(0);
      for (const words of [`assumes: ${assumes} ${milliseconds} ms`, reference]) expect(plain).toContain(words);
    }
    expect(plain).toContain("with --as-published depends on the order of the rows and the sign of a column: published");
    expect(plain).toContain("with --fit paper depends on the sign of a column: training starts at random parameters");
    expect(plain).toContain('with --basis "1, x, sin(x + y)" depends on the sign of a column: a change');
    expect(plain).toContain("options: --score stein, --rule squared, --trim 0");
  });

  test("an unknown command is bad usage", () => {
    const { code, err } = runCli(["conclude"]);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, " ")).toContain(
      'unknown command "conclude"; expected decide, explain, pairs, graph, do, studio, counterfactual, scm, methods, simulate, benchmark, benchmark-graphs, reproduce, figure, worker, runs or demo',
    );
  });
});
