import { execFileSync } from "node:child_process";
import { ROOT } from "../../scripts/source-files.js";

/** The one thing that tests of the sources need and nobody writes: the routines in WebAssembly. */
export default function setup(): void {
  execFileSync(process.execPath, ["scripts/build.js", "@causal-velocity/routines"], { cwd: ROOT, stdio: "inherit" });
}
