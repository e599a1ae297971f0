import { describe, expect, test } from "vitest";
import { equationFaults } from "../../scripts/equation-faults.js";
import { layerFaults } from "../../scripts/layer-faults.js";

// The checks themselves run in `npm run check`; these tests show that they find violations.
describe("the layer check", () => {
  const inCore = (folder: string, text: string) => layerFaults({ path: `packages/core/src/${folder}/file.ts`, text });

  test.each([
    ["an import against the data flow", "pair", 'import { stein } from "../score/stein.js";', /runs the other way/],
    ["score importing velocity", "score", 'import type { X } from "../velocity/basis.js";', /runs the other way/],
    ["fit importing flow", "fit", 'import { flow } from "../flow/flow.js";', /runs the other way/],
    ["flow importing decide", "flow", 'import { decide } from "../decide/decide.js";', /runs the other way/],
    ["a re-export against the data flow", "primitives", 'export { x } from "../pair/pair.js";', /runs the other way/],
    ["a package", "fit", 'import x from "left-pad";', /nothing from outside/],
    ["a Node module", "fit", 'import x from "node:fs";', /nothing from outside/],
    ["an index", "fit", 'import { x } from "../index.js";', /runs the other way/],
    ["an unknown folder", "misc", 'import { x } from "../fit/gof.js";', /does not place in the data flow/],
    ["Math.exp", "fit", "export const x = Math.exp(1);", /Math\.exp, which differs between engines/],
    ["Math.hypot", "fit", "export const x = Math.hypot(1, 2);", /Math\.hypot/],
    ["Math taken apart", "fit", "const { exp } = Math;\nexport { exp };", /passes Math around/],
    ["Math by name", "fit", 'export const x = Math["exp"](1);', /passes Math around/],
    ["an import at run time", "fit", 'export const x = import("node:fs");', /imports at run time/],
    ["the machine's language", "fit", "export const x = (1).toLocaleString();", /toLocaleString/],
    ["a power", "fit", "export const x = 2 ** 0.5;", /\*\*/],
    ["chance", "fit", "export const x = Math.random();", /Math\.random/],
    ["the clock", "fit", "export const x = Date.now();", /no clock/],
  ])("catches %s", (_, folder, text, message) => {
    const faults = inCore(folder, text);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(message);
  });

  test("lets exact arithmetic and the data flow pass", () => {
    const text =
      'import { log } from "../primitives/elementary.js";\nexport const x = Math.sqrt(Math.PI) + log(2); // 2 ** 3, Math.exp';
    expect(inCore("score", text)).toEqual([]);
  });

  test("keeps dependencies out of the published package", () => {
    const published = (file: string, text: string) =>
      layerFaults({ path: `packages/causal-velocity/src/${file}`, text });
    expect(published("cli/main.ts", 'import { Command } from "commander";')[0]).toMatch(/no runtime dependencies/);
    expect(published("cli/main.ts", 'import { readFileSync } from "node:fs";')).toEqual([]);
    expect(published("index.ts", 'export { x } from "node:fs";')[0]).toMatch(/runs in browsers/);
    expect(published("index.ts", 'export { x } from "@causal-velocity/threads/pool.js";')[0]).toMatch(
      /runs in browsers/,
    );
    expect(published("index.ts", 'export { x } from "@causal-velocity/lab/suites/read-zip.js";')[0]).toMatch(
      /runs in browsers/,
    );
    expect(published("cli/main.ts", 'import { runPool } from "@causal-velocity/threads/pool.js";')).toEqual([]);
  });

  test("keeps Studio to the packages that run in browsers, its state from its views, and everything from Studio", () => {
    const studio = (file: string, text: string) => layerFaults({ path: `apps/studio/src/${file}`, text });
    expect(studio("engine/worker.ts", 'import { decide } from "causal-velocity";')[0]).toMatch(
      /packages that run in browsers/,
    );
    expect(studio("engine/worker.ts", 'import { readFileSync } from "node:fs";')[0]).toMatch(
      /packages that run in browsers/,
    );
    expect(studio("engine/pool.ts", 'import { Slot } from "../state/slot.svelte.js";')[0]).toMatch(
      /runs the other way/,
    );
    expect(studio("state/slot.svelte.ts", 'import App from "../App.svelte";')[0]).toMatch(/runs the other way/);
    expect(studio("parts/a.svelte", 'import V from "../views/V.svelte";')[0]).toMatch(/runs the other way/);
    expect(studio("engine/a.ts", 'import { x } from "../../../../packages/core/src/index.js";')[0]).toMatch(/by name/);
    expect(studio("views/V.svelte", 'import { Studio } from "../state/studio.svelte.js";')).toEqual([]);
    expect(studio("main.ts", 'import App from "./App.svelte";\nimport { mount } from "svelte";')).toEqual([]);
    const importing = 'import { x } from "../../../apps/studio/src/engine/pool.js";';
    expect(layerFaults({ path: "packages/draw/src/a.ts", text: importing })[0]).toMatch(/nothing imports the app/);
  });

  test("keeps drawing out of the library's entry, and Node out of the entry that draws", () => {
    const published = (file: string, text: string) =>
      layerFaults({ path: `packages/causal-velocity/src/${file}`, text });
    const draw = 'export { drawFigure } from "@causal-velocity/draw/draw-figure.js";';
    const node = 'export { svgPng } from "@causal-velocity/draw/node/pictures.js";';
    expect(published("index.ts", draw)[0]).toMatch(/need not load drawing code/);
    expect(published("draw.ts", draw)).toEqual([]);
    expect(published("draw.ts", node)[0]).toMatch(/runs in browsers/);
    expect(published("draw-node.ts", node)).toEqual([]);
  });

  test("keeps draw to the core and Plot, and Node to a folder of it", () => {
    const draw = (file: string, text: string) => layerFaults({ path: `packages/draw/src/${file}`, text });
    const plot =
      'import * as Plot from "@observablehq/plot";\nimport type { Figure } from "@causal-velocity/core/explain/figure.js";';
    expect(draw("panel.ts", plot)).toEqual([]);
    expect(draw("panel.ts", 'import { select } from "d3";')[0]).toMatch(/nothing else/);
    expect(draw("panel.ts", 'import { readFileSync } from "node:fs";')[0]).toMatch(/nothing else/);
    expect(draw("panel.ts", 'import { svgPng } from "./node/svg-png.js";')[0]).toMatch(/runs in browsers/);
    expect(
      draw("node/asset.ts", 'import { readFileSync } from "node:fs";\nimport { DOMParser } from "linkedom/worker";'),
    ).toEqual([]);
    expect(draw("node/asset.ts", 'import { JSDOM } from "jsdom";')[0]).toMatch(/nothing else/);
  });

  test("keeps tables to the core, Node and DuckDB, and lets the command load it in one place alone", () => {
    const tables = (text: string) => layerFaults({ path: "packages/tables/src/open-source.ts", text });
    expect(tables('import { DuckDBInstance } from "@duckdb/node-api";\nimport { x } from "node:fs";')).toEqual([]);
    expect(tables('import { cellReader } from "@causal-velocity/core/reading";')).toEqual([]);
    expect(tables('import { decide } from "causal-velocity";')[0]).toMatch(/nothing else/);
    const cli = (file: string, text: string) => layerFaults({ path: `packages/causal-velocity/src/cli/${file}`, text });
    const loading = 'export const load = () => import("@causal-velocity/tables");';
    expect(cli("load-package.ts", loading)).toEqual([]);
    expect(cli("read-table.ts", loading)[0]).toMatch(/no runtime dependencies/);
    expect(cli("load-package.ts", 'export const load = () => import("@duckdb/node-api");')[0]).toMatch(/no runtime/);
    expect(cli("load-package.ts", 'import { openSource } from "@causal-velocity/tables";')[0]).toMatch(/no runtime/);
    const inCore = 'import { DuckDBInstance } from "@duckdb/node-api";';
    expect(layerFaults({ path: "packages/core/src/pair/a.ts", text: inCore })[0]).toMatch(/nothing from outside/);
  });

  test("keeps the queue to the workspace and PostgreSQL, and lets that package load it in one place, late", () => {
    const queue = (text: string) => layerFaults({ path: "packages/queue/src/a.ts", text });
    expect(
      queue('import pg from "pg";\nimport { taskThread } from "@causal-velocity/threads/task-thread.js";'),
    ).toEqual([]);
    expect(queue('import { decide } from "causal-velocity";')[0]).toMatch(/the queue knows/);
    const published = (file: string, text: string) =>
      layerFaults({ path: `packages/causal-velocity/src/${file}`, text });
    const late = 'export const load = () => import("@causal-velocity/queue");';
    const type = 'import type * as Queue from "@causal-velocity/queue";';
    expect(published("cli/with-queue.ts", `${type}\n${late}`)).toEqual([]);
    expect(published("cli/with-queue.ts", 'import { x } from "@causal-velocity/queue";')[0]).toMatch(/no runtime dep/);
    for (const text of [late, type]) expect(published("cli/main.ts", text)[0]).toMatch(/no runtime dependencies/);
    expect(published("cli/main.ts", 'export const x = () => import("pg");')[0]).toMatch(/no runtime dependencies/);
  });

  test("keeps threads to the core and Node", () => {
    const threads = (file: string, text: string) => layerFaults({ path: `packages/threads/src/${file}`, text });
    const node = 'import { Worker } from "node:worker_threads";';
    expect(threads("pool.ts", `${node}\nimport { x } from "@causal-velocity/core/fit/gof.js";`)).toEqual([]);
    expect(threads("run-tiles.ts", node)[0]).toMatch(/runs in browsers/);
    expect(threads("pool.ts", 'import { decide } from "causal-velocity";')[0]).toMatch(/nothing else/);
  });
});

describe("the equation check", () => {
  const source = { path: "packages/core/src/fit/gof.ts", text: "/** @paper eqn:loss (15) @cost O(n) */" };
  const proof = { path: "tests/gof.test.ts", text: 'test("eqn:loss", …)' };
  const row = "| `eqn:loss` | loss | `packages/core/src/fit/gof.ts` | `tests/gof.test.ts` |";

  test("passes if table, tag and test agree", () => {
    expect(equationFaults({ table: row, files: [source, proof], paper: "\\label{eqn:loss}" })).toEqual([]);
  });
  test.each([
    ["an unlisted label", { table: "", files: [source, proof] }, /does not list/],
    [
      "a label listed for another file",
      { table: row.replace("gof.ts", "fit.ts"), files: [source, proof] },
      /does not name it there/,
    ],
    ["a file without the tag", { table: row, files: [{ ...source, text: "" }, proof] }, /no such @paper tag/],
    ["a missing test", { table: row, files: [source] }, /which does not exist/],
    [
      "a test that does not mention the label",
      { table: row, files: [source, { ...proof, text: "eqn:loss_est" }] },
      /does not mention/,
    ],
    [
      "a label the paper does not have",
      { table: row, files: [source, proof], paper: "\\label{eqn:gain}" },
      /the paper has no label/,
    ],
    [
      "an equation of the paper without a row",
      { table: row, files: [source, proof], paper: "\\label{eqn:loss} \\label{sec:intro} \\label{eq:log:continuity}" },
      /^docs\/equations.md has no row for eq:log:continuity of the paper$/,
    ],
  ])("catches %s", (_, sources, message) => {
    expect(equationFaults(sources).join("\n")).toMatch(message);
  });
});
