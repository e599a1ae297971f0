import { execFileSync } from "node:child_process";
import { ROOT } from "../../scripts/source-files.js";

/** What tests of the sources need and nobody writes: the routines in WebAssembly and, before them, the weights as text. */
export default function setup(): void {
  execFileSync(process.execPath, ["scripts/build.js", "@causal-velocity/routines"], { cwd: ROOT, stdio: "inherit" });
}
