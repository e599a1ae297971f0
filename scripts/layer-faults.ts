import { posix } from "node:path";
import ts from "typescript";
import type { SourceFile } from "./source-files.js";

const CORE = "packages/core/src/";
const LAB = "packages/lab/src/";
const PUBLISHED = "packages/causal-velocity/src/";
const STUDIO = "apps/studio/src/";

/** What each folder of the core may import besides itself, in the order of the data flow. */
const CORE_LAYERS = flowOf(
  ["primitives", "expression", "algebra", "compute", "statistics", "table", "pair"],
  ["score", "velocity"],
  ["fit", "flow", "learned", "graph", "decide", "diagnose", "explain", "pairs"],
);
/** What each folder of the laboratory may import besides itself and the core. */
const LAB_LAYERS = flowOf(["simulate", "rivals", "suites", "evaluate", "paper-figures", "benchmark", "reproduce"]);
/** What each folder of Studio may import besides itself. */
const STUDIO_LAYERS = flowOf(["engine", "state", "parts", "views"]);

/** Folders whose code computes the same bits everywhere: no I/O, clock or chance, and no inexact `Math`. */
const PURE = [CORE, `${LAB}simulate/`, `${LAB}rivals/`, `${LAB}evaluate/`, `${LAB}paper-figures/`];

interface PackageRule {
  readonly root: string;
  /** Module names that may be imported besides relative paths. */
  readonly allowed: RegExp;
  readonly reason: string;
  readonly layers?: Readonly<Record<string, readonly string[]>>;
}

/** What each package may import; the first rule whose root matches applies. */
const PACKAGES: readonly PackageRule[] = [
  { root: CORE, allowed: /^$/, reason: "the core imports nothing from outside", layers: CORE_LAYERS },
  {
    root: "packages/routines/src/",
    allowed: /^@causal-velocity\/core\//,
    reason: "routines know the core, nothing else",
  },
  {
    root: LAB,
    allowed: /^(node:|fflate$|@causal-velocity\/(core|readers|routines|threads)(\/|$))/,
    reason: "the laboratory knows the core, readers, routines, threads and Node",
    layers: LAB_LAYERS,
  },
  ...["journal.ts", "lock-file.ts", "pool.ts", "process-name.ts"].map((file) => ({
    root: `packages/threads/src/${file}`,
    allowed: /^(node:|@causal-velocity\/core\/)/,
    reason: "threads know the core and Node, nothing else",
  })),
  {
    root: "packages/threads/src/",
    allowed: /^@causal-velocity\/core\//,
    reason: "what decides tiles runs in browsers and knows the core, nothing else",
  },
  {
    root: "packages/draw/src/node/",
    allowed: /^(node:|@causal-velocity\/core\/|linkedom\/worker$|@resvg\/resvg-wasm$)/,
    reason: "draw/node knows the core, Node, linkedom and resvg, nothing else",
  },
  {
    root: "packages/draw/src/",
    allowed: /^(@causal-velocity\/core\/|@observablehq\/plot$)/,
    reason: "draw runs in browsers and knows the core and Plot, nothing else",
  },
  {
    root: "packages/readers/src/",
    allowed: /^(@causal-velocity\/core\/|fzstd$)/,
    reason: "readers run in browsers and know the core and fzstd, nothing else",
  },
  {
    root: "packages/tables/src/",
    allowed: /^(node:|@causal-velocity\/(core|readers)\/|@duckdb\/node-api$)/,
    reason: "tables knows the core, readers, Node and DuckDB, nothing else",
  },
  {
    root: "packages/queue/src/",
    allowed: /^(node:|@causal-velocity\/(core|lab|routines|threads)\/|pg$|pg-boss$)/,
    reason: "the queue knows the core, threads, Node and PostgreSQL, nothing else",
  },
  {
    root: PUBLISHED,
    allowed: /^(node:|hyparquet-writer\/src\/|@causal-velocity\/(core|lab|readers|routines|threads|draw)(\/|$))/,
    reason: "the published package has no runtime dependencies",
  },
  {
    root: STUDIO,
    allowed:
      /^(@causal-velocity\/(core|lab|readers|routines|threads)\/|@causal-velocity\/draw\/(?!node\/)|svelte$|hyparquet(-compressors)?$|fflate$|virtual:)/,
    reason: "Studio knows the packages that run in browsers, and Svelte",
    layers: STUDIO_LAYERS,
  },
];

/**
 * Packages with dependencies that the published one loads on first use, each in one place, where it may also name
 * types.
 */
const LOADED_LATE: Readonly<Record<string, readonly string[]>> = {
  [`${PUBLISHED}cli/load-package.ts`]: ["@causal-velocity/tables"],
  [`${PUBLISHED}cli/with-queue.ts`]: ["@causal-velocity/queue"],
};

/** Entries that users import in browsers, and what those may not reach. */
const BROWSER_ENTRIES = ["index.ts", "model.ts", "lab.ts", "draw.ts"].map((name) => `${PUBLISHED}${name}`);
const NODE_ONLY =
  /^(node:|@causal-velocity\/(threads\/(journal|lock-file|pool|process-name)|draw\/node\/|lab\/(suites\/(load-suite|file-source|read-zip)|benchmark|reproduce))|\.\/(cli|pairs|studio)\/)/;

/**
 * Groups of folders in the order of the data flow; a group may import the groups before it, and a list inside a group
 * is itself an order.
 */
function flowOf(...groups: readonly (readonly string[])[]): Readonly<Record<string, readonly string[]>> {
  const layers: Record<string, readonly string[]> = {};
  let before: readonly string[] = [];
  for (const group of groups) {
    // A group of two whose members never import each other meets in the next one.
    const isApart = group.length === 2;
    group.forEach((folder, i) => {
      layers[folder] = isApart ? before : [...before, ...group.slice(0, i)];
    });
    before = [...before, ...group];
  }
  return layers;
}

/**
 * Parts of `Math` that every engine computes to the same bits; the others have a replacement in
 * primitives/elementary.ts.
 */
const EXACT_MATH = new Set([
  ...["abs", "ceil", "clz32", "floor", "fround", "imul", "max", "min", "round", "sign", "sqrt", "trunc"],
  ...["E", "LN2", "LN10", "LOG2E", "LOG10E", "PI", "SQRT1_2", "SQRT2"],
]);

/** Clock, randomness, I/O and timers; types already keep most of these out of the core. */
const AMBIENT = new Set(["Date", "performance", "process", "console", "crypto", "setTimeout", "fetch", "globalThis"]);

/** The violations in a file of the rules for its folder. */
export function layerFaults(file: SourceFile): string[] {
  const faults: string[] = [];
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true);
  const isPure = PURE.some((root) => file.path.startsWith(root));
  const addFault = (node: ts.Node, message: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    faults.push(`${file.path}:${line + 1} ${message}`);
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const specifier = (node.moduleSpecifier as ts.StringLiteral).text;
      const isType = ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      const vanishes = isType && isLoadedLate(file.path, specifier);
      const fault = vanishes ? undefined : importFault(file.path, specifier);
      if (fault) addFault(node, fault);
    }
    const loaded = loadedModule(node);
    if (loaded !== undefined && !isPure) {
      const fault = isLoadedLate(file.path, loaded) ? undefined : importFault(file.path, loaded);
      if (fault) addFault(node, fault);
    }
    if (isPure) {
      const fault = impurity(node);
      if (fault) addFault(node, fault);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

function isLoadedLate(path: string, specifier: string): boolean {
  return LOADED_LATE[path]?.includes(specifier) ?? false;
}

/** The module that `import("…")` loads; undefined for other nodes. */
function loadedModule(node: ts.Node): string | undefined {
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const [specifier] = isImport ? node.arguments : [];
  return specifier && ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
}

function importFault(from: string, specifier: string): string | undefined {
  if (/^@causal-velocity\/studio|(^|\/)apps\//.test(specifier)) return `imports ${specifier}: nothing imports the app`;
  if (from.startsWith(PUBLISHED) && BROWSER_ENTRIES.includes(from)) {
    if (NODE_ONLY.test(specifier)) return `imports ${specifier}: the library runs in browsers`;
    if (!from.endsWith("draw.ts") && specifier.startsWith("@causal-velocity/draw")) {
      return `imports ${specifier}: a program that decides need not load drawing code`;
    }
  }
  const rule = PACKAGES.find(({ root }) => from.startsWith(root));
  if (!rule) return undefined;
  if (!specifier.startsWith("."))
    return rule.allowed.test(specifier) ? undefined : `imports ${specifier}: ${rule.reason}`;
  const target = posix.join(posix.dirname(from), specifier);
  if (from.startsWith("packages/draw/src/") && !from.includes("/node/") && target.includes("/node/")) {
    return `imports ${specifier}: drawing runs in browsers`;
  }
  if (!target.startsWith(packageRoot(rule.root))) return `imports ${specifier}: packages are imported by name`;
  return rule.layers ? layerFault(from, target, rule.root, rule.layers) : undefined;
}

/** packages/draw/src/node/ and packages/draw/src/ are one package. */
function packageRoot(root: string): string {
  return root.slice(0, root.indexOf("/src/") + "/src/".length);
}

function layerFault(
  from: string,
  target: string,
  root: string,
  layers: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  const [layer, targetLayer] = [layerOf(from, root), layerOf(target, root)];
  // Files next to the folders are the package's entries or, like the version, below all folders.
  if (layer === "" || layer === targetLayer || target === `${CORE}version.js`) return undefined;
  const allowed = layers[layer];
  if (!allowed) return `is in ${layer}/, which scripts/layer-faults.ts does not place in the data flow`;
  if (allowed.includes(targetLayer)) return undefined;
  return `imports ${targetLayer || "the app"} from ${layer}/: the data flow runs the other way`;
}

function layerOf(path: string, root: string): string {
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
      return `uses Math.${access.name.text}, which differs between engines: take it from primitives/elementary.ts`;
    }
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return "imports at run time";
  if (ts.isPropertyAccessExpression(node) && /^toLocale/.test(node.name.text)) {
    return `uses ${node.name.text}, which depends on the machine's language`;
  }
  const isPower =
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.AsteriskAsteriskToken, ts.SyntaxKind.AsteriskAsteriskEqualsToken].includes(node.operatorToken.kind);
  if (isPower) return "uses **, which differs between engines: multiply, or take power from primitives/elementary.ts";
  const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  if (ts.isIdentifier(node) && AMBIENT.has(node.text) && !isMember) {
    return `uses ${node.text}: code that computes has no clock, chance or I/O`;
  }
  return undefined;
}
