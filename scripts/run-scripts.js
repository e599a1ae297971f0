import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TSX = createRequire(import.meta.url).resolve("tsx/cli");

/**
 * Builds what is out of date, then runs the scripts of the name that is the first argument, one after the other, with
 * the arguments that follow it; ends with the first that fails.
 */
export function runScripts(command, scripts) {
  const [name, ...args] = process.argv.slice(2);
  if (!Object.hasOwn(scripts, name ?? "")) {
    process.stderr.write(`usage: npm run ${command} -- ${Object.keys(scripts).join("|")} [arguments]\n`);
    process.exit(2);
  }
  run(process.execPath, ["scripts/build.js"]);
  for (const script of scripts[name]) {
    if (script.endsWith(".py")) run("python3", [script, ...args]);
    else run(process.execPath, [TSX, script, ...args]);
  }
}

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
