import { posix } from "node:path";
import ts from "typescript";
import type { SourceFile } from "./source-files.js";

const CORE = "packages/core/src/";
const THREADS = "packages/threads/src/";
/** The files of threads that need Node: the rest runs in browsers. */
const THREADS_NODE = ["journal.ts", "lock-file.ts", "pool.ts"];
const QUEUE = "packages/queue/src/";
const DRAW = "packages/draw/src/";
/** The part of draw that needs Node: the rest runs in browsers and may not reach it. */
const DRAW_NODE = `${DRAW}node/`;
const TABLES = "packages/tables/src/";
const PUBLISHED = "packages/causal-velocity/src/";
const STUDIO = "apps/studio/src/";
/** What each folder of Studio may import besides itself; files beside the folders may import all of them. */
const STUDIO_LAYERS: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  state: ["engine"],
  parts: ["engine", "state"],
  views: ["engine", "state", "parts"],
};
/**
 * Packages with dependencies that the published one loads on first use, if they are installed: each in one place, where
 * its types may be named too, as they vanish.
 */
const LOADED_LATE: Readonly<Record<string, string>> = {
  [`${PUBLISHED}cli/load-tables.ts`]: "@causal-velocity/tables",
  [`${PUBLISHED}cli/load-queue.ts`]: "@causal-velocity/queue",
};
/** Modules of the published package that need Node: the library's entry, which runs in browsers, may not reach them. */
const NODE_ONLY = /^(node:|@causal-velocity\/(threads$|draw\/node$)|\.\/(cli|files|benchmark|studio)\/)/;

/** What users import in browsers. */
const BROWSER_ENTRIES = ["index.ts", "draw.ts"];

/** What each folder of the core may import besides itself: the data flow, one way. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  numeric: ["errors"],
  data: ["errors", "numeric"],
  score: ["errors", "numeric", "data"],
  velocity: ["errors", "numeric", "data"],
  fit: ["errors", "numeric", "data", "score", "velocity"],
  flow: ["errors", "numeric", "data", "score", "velocity", "fit"],
  simulate: ["errors", "numeric", "data", "velocity", "flow"],
  direction: ["errors", "numeric", "data", "score", "velocity", "fit", "flow"],
  diagnose: ["errors", "numeric", "data", "score", "velocity", "fit", "flow", "direction"],
  explain: ["errors", "numeric", "data", "score", "velocity", "fit", "flow", "direction", "diagnose"],
  map: ["errors", "numeric", "data", "fit", "direction", "explain"],
  evaluate: [
    ...["errors", "numeric", "data", "score", "velocity", "simulate", "fit", "flow", "direction"],
    ...["diagnose", "explain"],
  ],
};

/** Parts of `Math` that every engine computes to the same bits; the rest has a twin in numeric/elementary.ts. */
const EXACT_MATH = new Set([
  ...["abs", "ceil", "clz32", "floor", "fround", "imul", "max", "min", "round", "sign", "sqrt", "trunc"],
  ...["E", "LN2", "LN10", "LOG2E", "LOG10E", "PI", "SQRT1_2", "SQRT2"],
]);

/** Clock, chance, I/O and timers; types keep most of these out of the core already. */
const AMBIENT = new Set(["Date", "performance", "process", "console", "crypto", "setTimeout", "fetch", "globalThis"]);

/** What a file does that its place forbids. */
export function layerFaults(file: SourceFile): string[] {
  const faults: string[] = [];
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true);
  const inCore = file.path.startsWith(CORE);
  const complain = (node: ts.Node, message: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    faults.push(`${file.path}:${line + 1} ${message}`);
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const specifier = (node.moduleSpecifier as ts.StringLiteral).text;
      const isType = ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      const vanishes = isType && LOADED_LATE[file.path] === specifier;
      const fault = vanishes ? undefined : importFault(file.path, specifier);
      if (fault) complain(node, fault);
    }
    const loaded = loadedModule(node);
    if (loaded !== undefined && !inCore) {
      const fault = LOADED_LATE[file.path] === loaded ? undefined : importFault(file.path, loaded);
      if (fault) complain(node, fault);
    }
    if (inCore) {
      const fault = impurity(node);
      if (fault) complain(node, fault);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** What `import("…")` loads; undefined for everything else. */
function loadedModule(node: ts.Node): string | undefined {
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const [specifier] = isImport ? node.arguments : [];
  return specifier && ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
}

function importFault(from: string, specifier: string): string | undefined {
  if (/^@causal-velocity\/studio|(^|\/)apps\//.test(specifier)) return `imports ${specifier}: nothing imports the app`;
  if (from.startsWith(STUDIO)) return studioFault(from, specifier);
  if (from.startsWith(PUBLISHED)) {
    const allowed =
      /^(\.|node:|hyparquet-writer\/src\/(bytewriter|parquet-writer|schema)\.js$|@causal-velocity\/(core|core\/reading|routines|threads|threads\/tiles|draw|draw\/node)$)/.test(
        specifier,
      );
    if (!allowed) return `imports ${specifier}: the published package has no runtime dependencies`;
    const entry = BROWSER_ENTRIES.find((name) => from === `${PUBLISHED}${name}`);
    if (entry && NODE_ONLY.test(specifier)) return `imports ${specifier}: the library runs in browsers`;
    const draws = entry === "index.ts" && specifier.startsWith("@causal-velocity/draw");
    return draws ? `imports ${specifier}: whoever decides need not load what draws` : undefined;
  }
  if (from.startsWith(THREADS)) {
    const allowed = /^(\.|node:|@causal-velocity\/core$)/.test(specifier);
    if (!allowed) return `imports ${specifier}: threads knows the core and Node, nothing else`;
    const needsNode = specifier.startsWith("node:") && !THREADS_NODE.some((name) => from === `${THREADS}${name}`);
    return needsNode ? `imports ${specifier}: what decides tiles runs in browsers` : undefined;
  }
  if (from.startsWith(TABLES)) {
    const allowed = /^(\.|node:|@causal-velocity\/core(\/reading)?$|@duckdb\/node-api$)/.test(specifier);
    return allowed ? undefined : `imports ${specifier}: tables knows the core, Node and DuckDB, nothing else`;
  }
  if (from.startsWith(QUEUE)) {
    const allowed = /^(\.|node:|causal-velocity$|@causal-velocity\/threads\/tiles$|pg$|pg-boss$)/.test(specifier);
    return allowed
      ? undefined
      : `imports ${specifier}: the queue knows the published package, threads, Node and PostgreSQL`;
  }
  if (from.startsWith(DRAW)) return drawFault(from, specifier);
  if (!from.startsWith(CORE)) return undefined;
  if (!specifier.startsWith(".")) return `imports ${specifier}: the core imports nothing from outside`;
  const target = posix.join(posix.dirname(from), specifier);
  const [layer, targetLayer] = [layerOf(from), layerOf(target)];
  if (layer === "" || layer === targetLayer) return undefined;
  if (targetLayer === "") return "imports the index: inside the core, import the file itself";
  const allowed = LAYERS[layer];
  if (!allowed) return `is in ${layer}/, which scripts/layer-faults.ts does not place in the data flow`;
  return allowed.includes(targetLayer)
    ? undefined
    : `imports ${targetLayer}/ from ${layer}/: the data flow runs the other way`;
}

/** Draw knows the core and Plot; its folder for Node also Node, a DOM and a renderer. */
function drawFault(from: string, specifier: string): string | undefined {
  if (from.startsWith(DRAW_NODE)) {
    const allowed = /^(\.|node:|@causal-velocity\/core$|linkedom\/worker$|@resvg\/resvg-wasm$)/.test(specifier);
    return allowed ? undefined : `imports ${specifier}: draw knows the core, Node, linkedom and resvg, nothing else`;
  }
  const allowed = /^(\.|@causal-velocity\/core$|@observablehq\/plot$)/.test(specifier);
  if (!allowed) return `imports ${specifier}: draw knows the core and Plot, nothing else`;
  const target = posix.join(posix.dirname(from), specifier);
  return target.startsWith(DRAW_NODE) ? `imports ${specifier}: drawing runs in browsers` : undefined;
}

/** Studio knows the packages that run in browsers and Svelte; its workers and state know no views. */
function studioFault(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) {
    const allowed =
      /^(@causal-velocity\/(core|routines|draw)|svelte|hyparquet|hyparquet-compressors|virtual:theme\.css|virtual:version)$/;
    return allowed.test(specifier) ? undefined : `imports ${specifier}: Studio knows core, routines, draw and Svelte`;
  }
  const target = posix.join(posix.dirname(from), specifier);
  if (!target.startsWith(STUDIO)) return `imports ${specifier}: packages are imported by name`;
  const [layer, targetLayer] = [layerOf(from, STUDIO), layerOf(target, STUDIO)];
  if (layer === "" || layer === targetLayer) return undefined;
  const isAllowed = STUDIO_LAYERS[layer]?.includes(targetLayer);
  return isAllowed
    ? undefined
    : `imports ${targetLayer || "the app"} from ${layer}/: the page's data flow runs the other way`;
}

function layerOf(path: string, root: string = CORE): string {
  const rest = path.slice(root.length);
  return rest.includes("/") ? rest.slice(0, rest.indexOf("/")) : "";
}

function impurity(node: ts.Node): string | undefined {
  if (ts.isSourceFile(node)) return undefined;
  if (ts.isIdentifier(node) && node.text === "Math") {
    const access = node.parent;
    const isMember = ts.isPropertyAccessExpression(access) && access.expression === node;
    if (!isMember) return "passes Math around: name the function where it is used";
    if (!EXACT_MATH.has(access.name.text)) {
      return `uses Math.${access.name.text}, which differs between engines: take it from numeric/elementary.ts`;
    }
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return "imports at run time";
  if (ts.isPropertyAccessExpression(node) && /^toLocale/.test(node.name.text)) {
    return `uses ${node.name.text}, which depends on the machine's language`;
  }
  const isPower =
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.AsteriskAsteriskToken, ts.SyntaxKind.AsteriskAsteriskEqualsToken].includes(node.operatorToken.kind);
  if (isPower) return "uses **, which differs between engines: multiply, or take power from numeric/elementary.ts";
  const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  if (ts.isIdentifier(node) && AMBIENT.has(node.text) && !isMember) {
    return `uses ${node.text}: the core has no clock, chance or I/O`;
  }
  return undefined;
}
