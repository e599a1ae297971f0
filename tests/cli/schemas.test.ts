import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Gate, MethodKind, Reason } from "@causal-velocity/core/decide/decision.js";
import type { InputErrorCode } from "@causal-velocity/core/primitives/errors.js";
import type { FindingCode, Severity } from "@causal-velocity/core/primitives/finding.js";
import { Ajv2020, type AnySchemaObject } from "ajv/dist/2020.js";
import { seededRng } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli, temporaryFile } from "./run-cli.js";

const FOLDER = fileURLToPath(new URL("../../packages/causal-velocity/schemas/", import.meta.url));
const schemas = new Map<string, AnySchemaObject>(
  readdirSync(FOLDER).map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(join(FOLDER, file), "utf8"))]),
);
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, schemas: [...schemas.values()] });

/** The record, once its schema accepts it. */
function valid(text: string, name: string): Record<string, unknown> {
  const record = JSON.parse(text);
  expect(record.schema).toBe(`causal-velocity/${name}@1`);
  const isValid = ajv.validate(`${name}.json`, record);
  expect(isValid ? [] : ajv.errors).toEqual([]);
  return record;
}

const rng = seededRng(4);
const rows = Array.from({ length: 150 }, (_, i) => {
  const dose = rng.normal();
  const noise = 0.3 * rng.normal();
  return [dose, dose ** 3 + dose + noise, i === 7 ? "NA" : rng.normal(), 5].join(",");
});
const table = temporaryFile("trial.csv", `dose,response,other,flat\n${rows.join("\n")}\n`);
const pair = [table, "--x", "dose", "--y", "response"];
const transformed = ["--with", "change = response - dose", "--where", "other > -9", "--log", "other", "--rank", "dose"];
const printed = (...args: string[]): string => {
  const { code, out, err } = runCli(args);
  expect([code, err]).toEqual([0, ""]);
  return out;
};

describe("what --json prints has a published schema", () => {
  test.each([
    ["decide", ["decide", ...pair], "decision"],
    ["decide --robust", ["decide", ...pair, "--robust"], "decision"],
    ["decide --stability", ["decide", ...pair, "--stability"], "decision"],
    ["decide by some of the evidence", ["decide", ...pair, "--unordered", "--without", "learned"], "decision"],
    ["decide with a closed gate", ["decide", table, "--x", "dose", "--y", "other"], "decision"],
    ["decide by another method", ["decide", ...pair, "--method", "v-lsnm", "--trim", "0.05"], "decision"],
    ["decide by training", ["decide", ...pair, "--method", "b-lin", "--fit", "paper"], "decision"],
    [
      "decide by tuned scores and a penalty",
      ["decide", ...pair, "--method", "v-lsnm", "--ridge", "0.2,0.3", "--penalty", "2:0.01"],
      "decision",
    ],
    ["decide by scores that choose", ["decide", ...pair, "--method", "b-lin", "--score", "stein-cv"], "decision"],
    ["decide by flows", ["decide", ...pair, "--method", "flow-hsic", "--velocity", "b-cubic"], "decision"],
    ["decide --given", ["decide", ...pair, "--given", "other"], "decision"],
    ["explain --given", ["explain", ...pair, "--given", "other"], "explanation"],
    ["pairs --given", ["pairs", table, "--given", "other", "--jobs", "1", "--quiet"], "pairs"],
    ["decide --compare", ["decide", ...pair, "--compare", "--max-rows", "60"], "comparison"],
    ["explain", ["explain", ...pair], "explanation"],
    ["explain of another method", ["explain", ...pair, "--method", "b-quad"], "explanation"],
    [
      "counterfactual",
      ["counterfactual", table, "--cause", "dose", "--effect", "response", "--row", "3", "--to", "0.5,9"],
      "counterfactual",
    ],
    [
      "scm",
      [
        ...["scm", table, "--cause", "dose", "--effect", "response", "--at", "0.5", "--samples", "9", "--density"],
        ...["--velocity", "b-quad"],
      ],
      "structural-model",
    ],
    ["explain --curves auto", ["explain", ...pair, "--curves", "auto", "--method", "b-lin"], "explanation"],
    [
      "counterfactual --velocity auto",
      [
        ...["counterfactual", table, "--cause", "dose", "--effect", "response", "--row", "3", "--to", "0.5"],
        ...["--velocity", "auto"],
      ],
      "counterfactual",
    ],
    [
      "scm --velocity auto",
      ["scm", table, "--cause", "dose", "--effect", "response", "--at", "0.5", "--velocity", "auto"],
      "structural-model",
    ],
    ["pairs", ["pairs", table, "--columns", "dose,response,flat", "--jobs", "1", "--quiet"], "pairs"],
    ["graph", ["graph", table, "--columns", "dose,response,other", "--jobs", "1", "--quiet"], "graph"],
    [
      "graph with knowledge",
      [
        ...["graph", table, "--columns", "dose,response,other", "--jobs", "1", "--quiet", "--max-rows", "100"],
        ...["--require", "other -> dose", "--forbid", "dose -> other", "--tiers", "dose < response"],
      ],
      "graph",
    ],
    [
      "graph with a near copy",
      [
        ...["graph", table, "--columns", "dose,response,copy", "--with", "copy = 32 + 1.8 * dose"],
        ...["--jobs", "1", "--quiet"],
      ],
      "graph",
    ],
    ["do", ["do", table, "--columns", "dose,response,other", "--set", "dose=0.5", "--quiet"], "intervention"],
    [
      "do without a way",
      ["do", table, "--columns", "dose,response,other", "--set", "other=0.5", "--of", "dose", "--jobs", "1", "--quiet"],
      "intervention",
    ],
    [
      "counterfactual --set",
      ["counterfactual", table, "--columns", "dose,response,other", "--row", "3", "--set", "dose=0.5", "--quiet"],
      "graph-counterfactual",
    ],
    ["decide, transformed", ["decide", ...pair, ...transformed, "--diff", "response"], "decision"],
    ["decide --compare, transformed", ["decide", ...pair, ...transformed, "--compare"], "comparison"],
    ["explain, transformed", ["explain", ...pair, ...transformed], "explanation"],
    ["pairs, transformed", ["pairs", table, ...transformed, "--jobs", "1", "--quiet"], "pairs"],
    [
      "graph, transformed",
      ["graph", table, "--columns", "dose,response,change", ...transformed, "--jobs", "1", "--quiet"],
      "graph",
    ],
    [
      "do, transformed",
      [
        ...["do", table, "--columns", "dose,response", ...transformed, "--require", "dose -> response"],
        ...["--set", "rank(dose)=70", "--quiet"],
      ],
      "intervention",
    ],
    [
      "counterfactual, transformed",
      [
        ...["counterfactual", table, "--cause", "dose", "--effect", "response", "--row", "3", "--to", "70"],
        ...["--rank", "dose", "--where", "other > -1"],
      ],
      "counterfactual",
    ],
    ["methods", ["methods"], "methods"],
    ["figure --list", ["figure", "--list"], "figures"],
  ])("%s", (_, args, name) => {
    valid(printed(...args, "--json"), name);
  });

  test("pairs that were screened, with what the screen has left", () => {
    const args = ["pairs", table, "--screen", "--jobs", "1", "--quiet"];
    const unscreened = [{ column: 4, name: "flat" }];
    const record = valid(printed(...args, "--json"), "pairs");
    expect(record).toMatchObject({ screen: { pairs: 6, measured: 3, dependent: 1, left: 1, unscreened } });
    expect(record.pairs).toHaveLength(1);
    expect(valid(printed(...args, "--top", "2", "--json"), "pairs")).toMatchObject({
      screen: { dependent: 1, left: 1 },
    });
    const { screen } = valid(printed("pairs", table, "--top", "2", "--jobs", "1", "--quiet", "--json"), "pairs");
    expect(screen).toEqual({ pairs: 6, measured: 3, dependent: null, left: 2, unscreened });
    expect(valid(printed("pairs", table, "--jobs", "1", "--quiet", "--json"), "pairs")).not.toHaveProperty("screen");
    const text = printed(...args).replaceAll(/\s+/g, " ");
    expect(text).toMatch(/^Of 3 screened pairs, 1 has columns that depend/);
    expect(text).toContain(
      "Columns not screened, as they have fewer than 20 numbers, two values or one in many rows: flat.",
    );
  });

  test("figure, and pictures as numbers", () => {
    valid(printed("figure", "curve-families"), "figure");
    const out = join(temporaryFolder(), "curves.json");
    printed("explain", ...pair, "--out", out);
    valid(readFileSync(out, "utf8"), "figure");
  });

  test("simulate and benchmark, on the command line and in files", () => {
    const folder = temporaryFolder();
    const [suite, results] = [join(folder, "suite"), join(folder, "results")];
    printed("simulate", "an", "--n", "60", "--pairs", "2", "--out", suite);
    valid(readFileSync(join(suite, "simulation.json"), "utf8"), "simulation");
    valid(
      printed("benchmark", suite, "--methods", "default,reci", "--jobs", "1", "--quiet", "--out", results, "--json"),
      "benchmark",
    );
    valid(readFileSync(join(results, "results.json"), "utf8"), "benchmark");
  });

  test("benchmark-graphs, on the command line and in files", () => {
    const out = join(temporaryFolder(), "results");
    const settings = ["--settings", "additive:columns=3:rows=60,mixed:columns=20:rows=50", "--graphs", "2"];
    const args = [...settings, "--methods", "cam,pc", "--jobs", "1", "--quiet", "--out", out];
    const record = valid(printed("benchmark-graphs", ...args, "--json"), "graph-benchmark");
    // Regressions on 19 columns have more coefficients than 50 rows.
    expect(record.records).toMatchObject([{ failed: 0 }, { failed: 0 }, { failed: 2 }, { failed: 0 }]);
    valid(readFileSync(join(out, "results.json"), "utf8"), "graph-benchmark");
  });

  test("errors", () => {
    const { err } = runCli(["decide", table, "--x", "dose", "--y", "flat", "--json"]);
    expect(valid(err, "error")).toMatchObject({ error: { code: "constant-column" } });
    const { error } = valid(runCli(["decide", table, "--json"]).err, "error");
    expect(error).toMatchObject({ remedy: "Choose with --x and --y, by name or by number from 1." });
  });

  test("a line of a .jsonl file is one of the pairs", () => {
    const out = join(temporaryFolder(), "pairs.jsonl");
    printed("pairs", table, "--jobs", "1", "--quiet", "--out", out);
    const pairs = readFileSync(out, "utf8").trim().split("\n");
    for (const line of pairs) {
      const isValid = ajv.validate("pairs.json#/$defs/pair", JSON.parse(line));
      expect(isValid ? [] : ajv.errors).toEqual([]);
    }
    expect(pairs).toHaveLength(6);
  });
});

describe("the schemas", () => {
  test("refuse a missing field and one more", () => {
    const record = valid(printed("decide", ...pair, "--json"), "decision");
    const { verdict: _, ...without } = record;
    expect(ajv.validate("decision.json", without)).toBe(false);
    expect(ajv.validate("decision.json", { ...record, certainty: 1 })).toBe(false);
    const [finding, ...others] = record.findings as object[];
    expect(ajv.validate("decision.json", { ...record, findings: [{ ...finding, more: 1 }, ...others] })).toBe(false);
  });

  test("know the codes, gates, reasons and kinds of the library", () => {
    const finding = schemas.get("common")?.$defs.finding.properties;
    expect(finding.code.enum.sort()).toEqual(Object.keys(FINDING_CODES).sort());
    expect(finding.severity.enum.sort()).toEqual(Object.keys(SEVERITIES).sort());
    const { gate, reason } = schemas.get("decision")?.properties ?? {};
    expect(gate.enum).toEqual([...Object.keys(GATES), null]);
    expect(reason.enum).toEqual([...Object.keys(REASONS), null]);
    const { kind } = schemas.get("methods")?.properties.methods.items.properties ?? {};
    expect(kind.enum.sort()).toEqual(Object.keys(KINDS).sort());
    const { code } = schemas.get("error")?.properties.error.properties ?? {};
    expect(code.enum.sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });

  test("are listed in docs/json.md and published with the package", () => {
    const page = readFileSync(new URL("../../docs/json.md", import.meta.url), "utf8");
    const about = JSON.parse(readFileSync(join(FOLDER, "../package.json"), "utf8"));
    expect(about.files).toContain("schemas");
    for (const name of schemas.keys()) {
      expect(page).toContain(`schemas/${name}.json`);
      expect(existsSync(join(FOLDER, `${name}.json`))).toBe(true);
    }
  });
});

/** One entry for each member of a type: a new one does not compile until the schema is thought of. */
const SEVERITIES = { fail: 1, warn: 1, note: 1, pass: 1 } satisfies Record<Severity, 1>;
const GATES = {
  ...{ independent: 1, "linear-gaussian": 1, "gaussian-copula": 1, discrete: 1, "few-rows": 1, "extreme-rows": 1 },
  ...{ "missing-codes": 1, "piled-up": 1, "ordered-rows": 1, "exact-function": 1, steps: 1 },
} satisfies Record<Gate, 1>;
const REASONS = {
  ...{ "both-fit": 1, "neither-fit": 1, "evidence-split": 1, "few-rows": 1, "below-threshold": 1 },
} satisfies Record<Reason, 1>;
const KINDS = {
  ...{ combined: 1, velocity: 1, flow: 1, information: 1, regression: 1, "location-scale": 1, score: 1 },
  ...{ histogram: 1, linear: 1 },
} satisfies Record<MethodKind, 1>;
const FINDING_CODES = {
  ...{
    "ambiguous-decimal": 1,
    "cells-outside": 1,
    "merged-cells": 1,
    "other-sheets": 1,
    encoding: 1,
    "name-or-number": 1,
    "numeric-header": 1,
    "rounded-integers": 1,
    "small-groups": 1,
    "text-cells": 1,
  },
  ...{ "no-such-text": 1, "undefined-values": 1, "unknown-condition": 1 },
  ...{ discrete: 1, "extreme-rows": 1, "few-rows": 1, "heavy-tails": 1, "integer-valued": 1, "low-density": 1 },
  ...{ subsampled: 1, support: 1, ties: 1, "anm-curvature": 1, "anm-hoyer": 1, "anm-score": 1, "both-fit": 1 },
  ...{
    "exact-function": 1,
    "gaussian-copula": 1,
    "missing-codes": 1,
    "near-copy": 1,
    "near-duplicates": 1,
    "ordered-rows": 1,
  },
  ...{ "piled-up": 1, "repeated-rows": 1, steps: 1 },
  ...{
    independent: 1,
    "linear-gaussian": 1,
    "hidden-cause": 1,
    "lsnm-criterion": 1,
    "neither-fit": 1,
    "dependent-terms": 1,
  },
  ...{ "dependent-noise": 1 },
  ...{
    fit: 1,
    "given-between": 1,
    "given-effect": 1,
    "linear-growth": 1,
    "lost-curves": 1,
    "most-causes": 1,
    "outside-support": 1,
    "score-quality": 1,
  },
  ...{ "too-few-curves": 1, "too-few-levels": 1, "velocity-equation": 1 },
  ...{ "no-way": 1, "unsure-arrow": 1, "unsure-way": 1 },
  ...{
    "ambiguous-date": 1,
    "kept-rows": 1,
    layout: 1,
    "left-out": 1,
    "mixed-units": 1,
    "number-format": 1,
    "set-aside": 1,
  },
} satisfies Record<FindingCode, 1>;
const ERROR_CODES = {
  ...{ "unreadable-file": 1, "unwritable-file": 1, "binary-file": 1, "malformed-file": 1, "empty-table": 1 },
  ...{ "unterminated-quote": 1, "stray-quote": 1, "ragged-row": 1, "too-few-columns": 1 },
  ...{ "column-not-chosen": 1, "unknown-column": 1, "ambiguous-column": 1, "same-column": 1 },
  ...{ "non-numeric-column": 1, "constant-column": 1, "extreme-range": 1, "length-mismatch": 1 },
  ...{ "not-a-column": 1, "not-a-table": 1, "not-finite": 1 },
  ...{ "too-few-rows": 1, "too-many-rows": 1, "accuracy-not-reached": 1 },
  ...{ "limit-exceeded": 1, "memory-exceeded": 1, "missing-package": 1, "missing-suite": 1, "malformed-truth": 1 },
  ...{ "damaged-archive": 1, "unsupported-archive": 1, "unknown-method": 1, "wrong-option": 1 },
  ...{
    "wrong-basis": 1,
    "wrong-expression": 1,
    "lost-curve": 1,
    "wrong-figure": 1,
    "unusable-database": 1,
    "unknown-run": 1,
  },
  ...{ "run-too-large": 1 },
} satisfies Record<InputErrorCode, 1>;
