import type { SourceFile } from "./source-files.js";

/** A LaTeX label of the paper, such as eqn:loss_est or thm:id. */
const LABEL = /\b(?:appx|def|eq|eqn|fig|prop|sec|tab|thm):[\w:]*\w/g;

/** Labels that need a row: all but those of sections, of which many hold no mathematics. */
const NEEDS_A_ROW = /\\label\{((?:def|eq|eqn|fig|prop|tab|thm):[\w:]*\w)\}/g;

/** One row of docs/equations.md: | `label` | meaning | files | tests |. */
interface EquationRow {
  readonly label: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

export interface EquationSources {
  /** Text of docs/equations.md. */
  readonly table: string;
  /** All sources, tests included. */
  readonly files: readonly SourceFile[];
  /** LaTeX source of the paper, if available. */
  readonly paper?: string | undefined;
}

/** Disagreements between the table of equations, the `@paper` tags and the tests. */
export function equationFaults({ table, files, paper }: EquationSources): string[] {
  const rows = readRows(table);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const cited = files.flatMap((file) => citedLabels(file).map((label) => ({ label, path: file.path })));
  const faults: string[] = [];
  for (const { label, path } of cited) {
    const row = rows.find((candidate) => candidate.label === label);
    if (!row) faults.push(`${path} cites ${label}, which docs/equations.md does not list`);
    else if (!row.files.includes(path))
      faults.push(`${path} cites ${label}, but docs/equations.md does not name it there`);
  }
  for (const { label, files: named, tests } of rows) {
    for (const path of named) {
      if (!byPath.has(path)) faults.push(`docs/equations.md names ${path} for ${label}, which does not exist`);
      else if (!cited.some((citation) => citation.label === label && citation.path === path)) {
        faults.push(`docs/equations.md names ${path} for ${label}, but the file has no such @paper tag`);
      }
    }
    if (named.length === 0 || tests.length === 0)
      faults.push(`docs/equations.md leaves ${label} without a file or a test`);
    for (const path of tests) {
      const test = byPath.get(path);
      if (!test) faults.push(`docs/equations.md names the test ${path} for ${label}, which does not exist`);
      else if (!labelsIn(test.text).includes(label)) faults.push(`the test ${path} does not mention ${label}`);
    }
    if (paper && !paper.includes(`\\label{${label}}`)) faults.push(`the paper has no label ${label}`);
  }
  for (const [, label] of (paper ?? "").matchAll(NEEDS_A_ROW)) {
    if (!rows.some((row) => row.label === label)) faults.push(`docs/equations.md has no row for ${label} of the paper`);
  }
  return faults;
}

function labelsIn(text: string): string[] {
  return text.match(LABEL) ?? [];
}

/** Labels after an `@paper` tag, up to the next tag or the end of the comment. */
function citedLabels({ path, text }: SourceFile): string[] {
  if (!/^packages\/[^/]+\/src\//.test(path) || path.endsWith(".test.ts")) return [];
  const tags = text.match(/@paper\s[^@]*?(?=@|\*\/)/g) ?? [];
  return [...new Set(tags.flatMap(labelsIn))];
}

function readRows(table: string): EquationRow[] {
  const paths = (cell: string) => [...cell.matchAll(/`([^`]+\.ts)`/g)].map((match) => match[1]);
  return table.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const label = cells[1]?.match(/^`([^`]+)`$/)?.[1];
    return label ? [{ label, files: paths(cells[3] ?? ""), tests: paths(cells[4] ?? "") }] : [];
  });
}
