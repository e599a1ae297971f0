import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const PROGRAM = `import { readFileSync } from "node:fs";
import { decide, pairFromTable, parseTable } from "causal-velocity";
console.log(decide(pairFromTable(parseTable(readFileSync(0, "utf8")), { x: "dose", y: "response" })).verdict);`;

test("the packed package, installed into an empty project, decides a pair of columns", () => {
  const home = temporaryFolder();
  const npm = (args: string[], cwd: string) =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", home];
  const [{ filename }] = JSON.parse(npm(pack, join(ROOT, "packages/causal-velocity")));
  writeFileSync(join(home, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }');
  npm(["install", "--offline", "--no-audit", "--no-fund", join(home, filename)], home);
  const input = readFileSync(join(ROOT, "examples/dose-response.csv"));
  const run = (code: string) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: home, encoding: "utf8", input });
  expect(run(PROGRAM)).toBe("x->y\n");
});
