import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT: string = fileURLToPath(new URL("..", import.meta.url));

/** A file of the project: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** All TypeScript files below a folder, tests included, in a fixed order; for components only the script. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(ROOT, path).replaceAll("\\", "/"), text: scriptIn(path) }));
}

/** Lines keep their numbers. */
function scriptIn(path: string): string {
  const text = readFileSync(path, "utf8");
  if (path.endsWith(".ts")) return text;
  const [, before = "", script = ""] = /^([\s\S]*?<script[^>]*>)([\s\S]*?)<\/script>/.exec(text) ?? [];
  return before.replace(/[^\n]/g, "") + script;
}

export const isTest = ({ path }: SourceFile): boolean => path.endsWith(".test.ts");

/** Prints the faults and sets the exit code, or says that there are none. */
export function report(check: string, faults: readonly string[]): void {
  if (faults.length === 0) {
    console.log(`${check}: ok`);
    return;
  }
  console.error(`${check}: ${faults.length} faults\n  ${faults.join("\n  ")}`);
  process.exitCode = 1;
}
