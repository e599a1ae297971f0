import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const SCRIPT = fileURLToPath(new URL("./decide-repeatedly.js", import.meta.url));
const run = promisify(execFile);

/**
 * How much more two independent processes decide than one: the current speedup of this machine's second core, and so an
 * upper bound for any sharing of work.
 */
export async function machineSpeedup(rows: number, count: number): Promise<number> {
  const seconds = async (): Promise<number> => Number((await run("node", [SCRIPT, `${rows}`, `${count}`])).stdout);
  const alone = await seconds();
  const [first, second] = await Promise.all([seconds(), seconds()]);
  return alone / first + alone / second;
}
