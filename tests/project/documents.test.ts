import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { distributionNames } from "@causal-velocity/lab/simulate/random/random-distribution.js";
import { diagnose } from "causal-velocity";
import { families, leftOutFamilies, allMethods as methods, simulate } from "causal-velocity/lab";
import { describe, expect, test } from "vitest";
import { readmePictures } from "../../scripts/readme-pictures.js";
import { ROOT, sourceFiles } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const run = (file: string, ...args: string[]) =>
  execFileSync(file, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** Words of the README, code and output included: what a newcomer reads at once. */
const README_WORDS = 900;
/** A decision is a page. */
const DECISION_LINES = 60;

describe("what the documents say is true", () => {
  // The example's mean response at a dose is 70 − 4(dose − 6)² by construction: 34, 54, 66, 70, 66.
  const PRINTED: Readonly<Record<string, RegExp>> = {
    "01-decide-a-pair.ts": /^x->y\nwith probability 0\.9\d+, from 997 of 1000 rows\n$/,
    "02-what-if.ts":
      /had the dose been 6: 7\d\.\d\n.*dose 4: mean response 5\d\.\d\n.*dose 6: mean response 6\d\.\d\n/s,
    "03-known-truth.ts": /^an: \d+ of 10 right .*\nlsnm: \d+ of 10 right .*\n$/,
    "04-your-own-velocity.ts": /^x->y with 1, x, y, x\*y\nfading: loss \d\.\d+ against \d\.\d+\n$/,
    // The patient's noise is (60 − 54)/5.2 standard deviations; at dose 6 the truth is 70 + 6.8·6/5.2 = 77.8.
    "05-explain-and-ask.ts":
      /^dose drives response, (more than )?99% sure\.\n\w+ [\w-]+: .*had the dose been 6: 7[678]\.\d \(7\d\.\d to \d\d\.\d\), supported: true\n$/s,
    "06-all-pairs.ts":
      /^rain, river: x->y\nrain, mill: x->y\nrain, salt: cannot-tell\nriver, mill: x->y\n.*Of 6 pairs, 3 got a direction/s,
    "07-graph.ts": /^(\w+ -> \w+: (0\.9\d|1\.00), explains \d+%\n){6}$/,
    "08-do.ts":
      /^moisture: mean 31\.6 now, then 3[45]\.\d(, \d\d\.\d){2}\ngrowth: .*\nyield: mean 115\.3 now, then 13[67]\.\d, .*\nyield of bed 1: 14\d\.\d, .* instead of 130\.31\n$/,
  };

  test("every example runs and prints what it should", () => {
    const examples = readdirSync(join(ROOT, "examples")).filter((file) => /^\d\d-.*\.ts$/.test(file));
    expect(examples).toEqual(Object.keys(PRINTED));
    for (const name of examples) expect(run("npx", "tsx", `examples/${name}`)).toMatch(PRINTED[name]);
  });

  test("README's example is the example file, and its screen is what npm start prints", () => {
    const code = read("examples/01-decide-a-pair.ts").split("\n").slice(1).join("\n").trim();
    expect(read("README.md")).toContain(code);
    const screen = run(
      process.execPath,
      "packages/causal-velocity/bin/causal-velocity.js",
      "decide",
      "examples/dose-response.csv",
      "--x",
      "dose",
      "--y",
      "response",
    );
    expect(read("README.md")).toContain(screen.trim());
  });

  test("the screen of docs/columns.md is what --robust adds", () => {
    const command = "packages/causal-velocity/bin/causal-velocity.js";
    const args = ["examples/dose-response.csv", "--x", "dose", "--y", "response", "--robust"];
    const screen = run(process.execPath, command, "decide", ...args);
    expect(read("docs/columns.md")).toContain(screen.slice(screen.indexOf("Does the verdict survive?")).trim());
  });

  test("the screen of docs/graphs.md is what the command prints", () => {
    const command = "packages/causal-velocity/bin/causal-velocity.js";
    const screen = run(process.execPath, command, "graph", "examples/greenhouse.csv", "--quiet");
    expect(read("docs/graphs.md")).toContain(screen.trim());
  });

  test("the screens of docs/interventions.md are what the commands print", () => {
    const path = join(temporaryFolder(), "graph.json");
    const command = (...args: string[]) =>
      run(process.execPath, "packages/causal-velocity/bin/causal-velocity.js", ...args);
    command("graph", "examples/greenhouse.csv", "--out", path, "--quiet");
    const question = ["examples/greenhouse.csv", "--graph", path, "--set", "watering=5"];
    const page = read("docs/interventions.md");
    expect(page).toContain(command("do", ...question, "--of", "yield").trim());
    expect(page).toContain(command("counterfactual", ...question, "--row", "1").trim());
  });

  const documents = [
    ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
    ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];

  test("every picture is in a document, and is what npm run make -- pictures draws", () => {
    const shown = documents.flatMap((document) =>
      [...read(document).matchAll(/!\[[^\]]+\]\(([^)]*pictures\/[^)]+)\)/g)].map(([, target]) =>
        join(dirname(document), target),
      ),
    );
    const pictures = readmePictures();
    for (const [name, svg] of Object.entries(pictures)) {
      expect(read(`docs/pictures/${name}`) === svg, `docs/pictures/${name}`).toBe(true);
    }
    // A screenshot of Studio is beside them; no two browsers draw it the same.
    const files = readdirSync(join(ROOT, "docs/pictures")).map((name) => `docs/pictures/${name}`);
    const drawn = [...Object.keys(pictures), "studio.png"].map((name) => `docs/pictures/${name}`);
    expect(files.sort()).toEqual(drawn.sort());
    expect([...new Set(shown)].sort()).toEqual(files);
  });

  test(`README has at most ${README_WORDS} words, a decision at most ${DECISION_LINES} lines`, () => {
    expect(read("README.md").split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(README_WORDS);
    // The index of decisions has a line for each of them.
    for (const document of documents.filter((name) => /^docs\/decisions\/\d/.test(name))) {
      expect(read(document).split("\n").length, document).toBeLessThanOrEqual(DECISION_LINES);
    }
  });

  test("no document holds a placeholder", () => {
    for (const document of documents) {
      expect(read(document).match(/\b(MEASURED|TODO|TBD|FIXME|XXX)\b/g), document).toBeNull();
    }
  });

  test("every relative link in the documents leads to a file", () => {
    const broken = documents.flatMap((document) =>
      [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .filter(([, target]) => !existsSync(join(ROOT, document, "..", target)))
        .map(([, target]) => `${document} links to ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("every path of a file or folder in the documents exists", () => {
    const paths = /`((?:apps|bench|docs|examples|packages|scripts|tests)\/[\w./*-]+)`/g;
    // Of a pattern, the folder.
    const placeOf = (path: string) => (path.includes("*") ? dirname(path.slice(0, path.indexOf("*") + 1)) : path);
    const wrong = documents.flatMap((document) =>
      [...read(document).matchAll(paths)]
        .filter(([, path]) => !existsSync(join(ROOT, placeOf(path))))
        .map(([, path]) => `${document} names ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test("every method has a page with formula, assumptions, failures and reference, and a measured cost", () => {
    const pages = readdirSync(join(ROOT, "docs/methods"))
      .filter((name) => name !== "README.md")
      .map((name) => read(`docs/methods/${name}`));
    const costs = read("docs/benchmarks/methods.md");
    for (const { name, milliseconds } of methods) {
      const page = pages.find((text) => text.split("\n")[2].includes(`\`${name}\``));
      expect(page, `a page whose third line names ${name}`).toBeDefined();
      for (const part of ["Idea", "Formula", "Assumptions", "When it fails", "Reference"]) {
        expect(page, `the page of ${name}`).toContain(`**${part}.**`);
      }
      expect(costs).toMatch(new RegExp(`^\\| \`${name}\` \\| [\\w-]+ \\| ${milliseconds} \\|`, "m"));
    }
  });

  test("the calibration kit's page has every family, with the mark of those left out, and every distribution", () => {
    const page = read("docs/calibration-kit.md");
    const marked = families.map(({ name }) => `\n| \`${name}\`${leftOutFamilies.includes(name) ? " †" : ""} |`);
    for (const part of [...marked, ...distributionNames.map((name) => `\`${name}\``)]) expect(page).toContain(part);
  });

  test("ARCHITECTURE has a line about every package and app", () => {
    const page = read("ARCHITECTURE.md");
    const folders = ["packages", "apps"]
      .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`))
      .filter((folder) => existsSync(join(ROOT, folder, "package.json")));
    expect(folders.filter((folder) => !page.includes(`| \`${folder}\` |`))).toEqual([]);
  });

  test("every finding of diagnose is explained on its page", () => {
    const page = read("docs/diagnostics.md");
    for (const { code } of diagnose(simulate("an", { n: 50 }).pair)) expect(page).toContain(`\n**\`${code}\`**`);
  });

  test("every method is in the list of methods", () => {
    const list = read("docs/methods/README.md");
    for (const { name } of methods) expect(list).toContain(`\`${name}\``);
  });

  test("every @deviates names a decision that exists", () => {
    const cited = sourceFiles("packages/core/src").flatMap(({ text }) => text.match(/docs\/decisions\/[\w-]+/g) ?? []);
    const decisions = readdirSync(join(ROOT, "docs/decisions"));
    expect(cited.length).toBeGreaterThan(5);
    for (const path of new Set(cited)) {
      const name = path.slice("docs/decisions/".length);
      expect(
        decisions.some((file) => file.startsWith(name)),
        path,
      ).toBe(true);
    }
  });
});
