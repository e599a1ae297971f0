import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";

const SOURCE = join(ROOT, "packages/causal-velocity/src");
const ENTRIES = ["index.ts", "model.ts", "lab.ts"];
/** A comment of fewer words cannot say what a caller gets. */
const FEWEST_WORDS = 4;

const configFile = join(ROOT, "packages/causal-velocity/tsconfig.json");
const config = ts.parseJsonConfigFileContent(ts.readConfigFile(configFile, ts.sys.readFile).config, ts.sys, SOURCE);
const program = ts.createProgram(
  ENTRIES.map((entry) => join(SOURCE, entry)),
  { ...config.options, noEmit: true, composite: false, incremental: false },
);
const checker = program.getTypeChecker();

/** The exported symbols of an entry, each at its declaration. */
function exportsOf(entry: string): ts.Symbol[] {
  const file = program.getSourceFile(join(SOURCE, entry));
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${entry} is not a module`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
}

/** Number of words in the documentation comment of a symbol, tags such as `@cost` not counted. */
function documentedWords(symbol: ts.Symbol): number {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length;
}

describe.each(ENTRIES)("entry %s", (entry) => {
  test(`every exported name has a documentation comment of at least ${FEWEST_WORDS} words`, () => {
    const symbols = exportsOf(entry);
    expect(symbols.length).toBeGreaterThan(20);
    const undocumented = symbols.filter((symbol) => documentedWords(symbol) < FEWEST_WORDS);
    expect(undocumented.map((symbol) => symbol.name)).toEqual([]);
  });
});
