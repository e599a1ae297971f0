import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { version } from "@causal-velocity/core/version.js";
import { decide, pairFromTable, parseTable } from "causal-velocity";
import { publint } from "publint";
import { build } from "vite";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const PACKAGE = fileURLToPath(new URL("../../packages/causal-velocity/", import.meta.url));
const TSC = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const CSV = readFileSync(new URL("../golden/pairs/location-scale.csv", import.meta.url), "utf8");

const PROGRAM = `import { decide, pairFromTable, parseTable } from "causal-velocity";
export const answer = (text) => JSON.stringify(decide(pairFromTable(parseTable(text))));`;

let home: string;

/** An empty project with the packed tarball installed, as \`npm install causal-velocity\` would. */
beforeAll(() => {
  home = temporaryFolder();
  const npm = (args: string[], cwd: string) =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", home], PACKAGE));
  writeFileSync(join(home, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }');
  npm(["install", "--offline", "--no-audit", "--no-fund", join(home, filename)], home);
  writeFileSync(join(home, "program.js"), PROGRAM);
});

const expected = () => JSON.stringify(decide(pairFromTable(parseTable(CSV))));
const runNode = (code: string) =>
  execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: home, encoding: "utf8", input: CSV });

/** One script with everything inside, as a browser would load it. */
async function bundle(entry: string, format: "iife" | "es"): Promise<string> {
  writeFileSync(join(home, "entry.js"), entry);
  const result = await build({
    root: home,
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry: join(home, "entry.js"), formats: [format], name: "bundle" } },
  });
  const [{ output }] = result as { output: { code: string }[] }[];
  return output[0].code;
}

test("every package has the version that the code reports", () => {
  for (const folder of ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(ROOT, parent, name)),
  )) {
    const about = join(folder, "package.json");
    if (existsSync(about)) expect(JSON.parse(readFileSync(about, "utf8")).version, folder).toBe(version);
  }
});

test("the queue's package satisfies publint, and needs PostgreSQL's packages alone, each in one version", async () => {
  const folder = fileURLToPath(new URL("../../packages/queue/", import.meta.url));
  const { messages } = await publint({ pkgDir: folder, strict: true });
  expect(messages.map(({ code }) => code)).toEqual([]);
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(about.peerDependencies).toBeUndefined();
  const needed = { ...about.dependencies, ...about.optionalDependencies };
  expect(Object.keys(needed).sort()).toEqual(["pg", "pg-boss"]);
  for (const wanted of Object.values(needed)) expect(wanted).toMatch(/^\d/);
});

describe("the published package", () => {
  test("holds the bundle, its types, the command, README and LICENSE, and depends on nothing", () => {
    const installed = join(home, "node_modules", "causal-velocity");
    expect(readdirSync(installed).sort()).toEqual(["LICENSE", "README.md", "bin", "dist", "package.json", "schemas"]);
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(installed, "package.json"), "utf8"),
    );
    expect([dependencies, peerDependencies, optionalDependencies]).toEqual([undefined, undefined, undefined]);
    expect(readdirSync(join(home, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "causal-velocity",
    ]);
  });

  test("satisfies publint", async () => {
    const { messages } = await publint({ pkgDir: PACKAGE, strict: true });
    expect(messages.map(({ code }) => code)).toEqual([]);
  });

  test("imports in Node and gives the core's bytes", () => {
    const code =
      'import { answer } from "./program.js"; import { readFileSync } from "node:fs"; process.stdout.write(answer(readFileSync(0, "utf8")));';
    expect(runNode(code)).toBe(expected());
  });

  test("gives the same bytes in a worker", () => {
    writeFileSync(
      join(home, "worker.js"),
      'import { parentPort, workerData } from "node:worker_threads"; import { answer } from "./program.js"; parentPort.postMessage(answer(workerData));',
    );
    const code =
      'import { Worker } from "node:worker_threads"; import { readFileSync } from "node:fs";' +
      'new Worker("./worker.js", { workerData: readFileSync(0, "utf8"), execArgv: [] }).on("message", (text) => process.stdout.write(text));';
    expect(runNode(code)).toBe(expected());
  });

  test("gives the same bytes where there is nothing but the language: no process, no DOM, no console", async () => {
    const script = await bundle(PROGRAM, "iife");
    const context = createContext({});
    runInContext(`${script}; this.answer = bundle.answer;`, context);
    expect(runInContext(`answer(${JSON.stringify(CSV)})`, context)).toBe(expected());
  });

  test("shakes: importing the parser alone leaves scores, velocities and fits behind", async () => {
    const code = await bundle('export { parseTable } from "causal-velocity";', "es");
    expect(code).toContain("unterminated-quote");
    for (const other of ["choleskyInPlace", "monomial", "leastSquares", "v-lsnm", "threefry"])
      expect(code).not.toContain(other);
  });

  const FIGURE = `{ id: "f", title: "T", caption: "C", panels: [{ title: "", x: { kind: "number", label: "x" },
    y: { kind: "number", label: "y" }, marks: [{ kind: "dots", tone: "ink", x: Float64Array.of(1), y: Float64Array.of(1) }] }] }`;

  test("draws in Node, with the renderer and the font it brings, which have their licenses beside them", () => {
    const code = `import { figureSvg, svgPng } from "causal-velocity/draw/node";
      const svg = figureSvg(${FIGURE}, { theme: "light" });
      const png = await svgPng(svg);
      process.stdout.write(JSON.stringify([svg.match(/<circle/g).length, png.length > 5000, [...png.subarray(1, 4)]]));`;
    expect(JSON.parse(runNode(code))).toEqual([1, true, [...Buffer.from("PNG")]]);
    const dist = join(home, "node_modules", "causal-velocity", "dist");
    const licenses = readFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of [
      "@observablehq/plot",
      "d3-scale",
      "linkedom",
      "htmlparser2",
      "@resvg/resvg-wasm",
      "dejavu-fonts-ttf",
    ]) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, "m"));
    }
    expect(licenses).toContain("Bitstream Vera Fonts Copyright");
  });

  test("loads nothing that draws in order to decide, by library and by command", () => {
    const dist = join(home, "node_modules", "causal-velocity", "dist");
    const reached = (entry: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(entry)) return seen;
      seen.add(entry);
      const code = readFileSync(join(dist, entry), "utf8");
      for (const [, file] of code.matchAll(/^(?:import|export)\b[^"\n]*"\.\/([^"]+)";$/gm)) reached(file, seen);
      return seen;
    };
    const code = (entry: string) =>
      [...reached(entry)].map((file) => readFileSync(join(dist, file), "utf8")).join("\n");
    expect(code("draw.js")).toContain("@observablehq/plot");
    for (const entry of ["index.js", "cli.js", "worker.js"])
      expect(code(entry)).not.toMatch(/@observablehq|linkedom|resvg/);
  });

  test("draws in browsers: its entry bundles without Node", async () => {
    const code = await bundle('export { drawFigure } from "causal-velocity/draw";', "es");
    expect(code).toContain("cv-figure");
    expect(code).not.toMatch(/from "node:|linkedom|resvg/);
  });

  test("is typed where it draws, for pages and for Node", () => {
    const folder = join(home, "types-draw");
    mkdirSync(folder);
    writeFileSync(
      join(folder, "consumer.ts"),
      `import type { Explanation, Figure } from "causal-velocity";
       import { drawFigure, reportHtml, svgText } from "causal-velocity/draw";
       import { figureSvg, svgPng } from "causal-velocity/draw/node";
       export const shown = (figure: Figure): SVGSVGElement => drawFigure(figure, { document, theme: "css" });
       export const text = (figure: Figure): string => svgText(shown(figure));
       export const png = (figure: Figure): Promise<Uint8Array> => svgPng(figureSvg(figure, { theme: "dark", width: 600 }));
       export const page = (explanation: Explanation): string => reportHtml(explanation, { version: "1", svgOf: figureSvg });
       // @ts-expect-error no such theme
       drawFigure({} as Figure, { document, theme: "sepia" });`,
    );
    const compilerOptions = {
      module: "NodeNext",
      target: "ES2022",
      lib: ["ES2022", "DOM"],
      types: [],
      strict: true,
      noEmit: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
    expect(execFileSync(process.execPath, [TSC, "-p", folder], { encoding: "utf8" })).toBe("");
  });

  test("runs its command", () => {
    const bin = join(home, "node_modules", ".bin", "causal-velocity");
    const out = execFileSync(bin, ["decide", "-", "--json"], { cwd: home, encoding: "utf8", input: CSV });
    const { names, diagnostics, ...decision } = JSON.parse(expected());
    expect(JSON.parse(out)).toMatchObject({ ...decision, diagnostics, x: names.x, y: names.y });
  });

  test("says how to install the queue, which it does not contain, if it is asked for", () => {
    const bin = join(home, "node_modules", ".bin", "causal-velocity");
    for (const command of [["worker"], ["runs", "list"]]) {
      const { status, stderr } = spawnSync(bin, [...command, "--queue", "postgres://h/d"], {
        cwd: home,
        encoding: "utf8",
      });
      expect(stderr.replace(/\s+/g, " ")).toMatch(
        /not installed; .*npm install causal-velocity @causal-velocity\/queue/,
      );
      expect(status).toBe(2);
    }
  });

  test("runs its benchmark, worker threads included", () => {
    const bin = join(home, "node_modules", ".bin", "causal-velocity");
    const run = (...args: string[]) => execFileSync(bin, args, { cwd: home, encoding: "utf8" });
    run("simulate", "an", "--pairs", "2", "--n", "60", "--no-scores", "--out", "suite");
    const [{ pairs, failed }] = JSON.parse(run("benchmark", "./suite", "--jobs", "2", "--json", "--quiet")).records;
    expect([pairs, failed]).toEqual([2, 0]);
  });

  test.each([
    ["NodeNext", "NodeNext"],
    ["ESNext", "Bundler"],
  ])("is typed for module %s, resolution %s, without DOM or Node types", (module, moduleResolution) => {
    const folder = join(home, `types-${moduleResolution}`);
    mkdirSync(folder);
    writeFileSync(
      join(folder, "consumer.ts"),
      `import { decide, InputError, pairFromColumns, type Verdict } from "causal-velocity";
       import { type StandardPair, standardize } from "causal-velocity/model";
       const pair = pairFromColumns(new Float64Array(3), [1, 2, 3]);
       export const verdict: Verdict = decide(pair, { method: "b-quad", trim: 0.05 }).verdict;
       export const code = (error: unknown) => (error instanceof InputError ? error.code : undefined);
       // @ts-expect-error only standardize makes a StandardPair
       export const fake: StandardPair = { ...pair, scale: { x: { mean: 0, sd: 1 }, y: { mean: 0, sd: 1 } } };
       export const real: StandardPair = standardize(pair);
       // @ts-expect-error a misspelled option
       decide(pair, { metod: "b-quad" });`,
    );
    const options = {
      module,
      moduleResolution,
      target: "ES2022",
      lib: ["ES2022"],
      types: [],
      strict: true,
      noEmit: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["consumer.ts"] }));
    execFileSync(process.execPath, [TSC, "-p", folder], { encoding: "utf8" });
  });
});
