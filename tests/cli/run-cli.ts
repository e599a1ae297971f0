import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { temporaryFolder } from "../support/temporary-folder.js";

/** The command as installed. */
export const BIN: string = fileURLToPath(
  new URL("../../packages/causal-velocity/bin/causal-velocity.js", import.meta.url),
);
const COMMAND = pathToFileURL(join(BIN, "../../dist/cli.js")).href;

export interface CliRun {
  /** `null` if the run did not end in time. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Milliseconds after which a run is ended, with no exit code: a command that hangs fails its test. */
const LONGEST_RUN = 300_000;

interface CommandThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** 1 once the answer has been sent. */
  readonly flag: Int32Array;
}

let thread: CommandThread | undefined;

function startThread(): CommandThread {
  const { port1: port, port2 } = new MessageChannel();
  const flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(new URL("./command-thread.js", import.meta.url), {
    workerData: { command: COMMAND, flag, port: port2 },
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  port.unref();
  return { worker, port, flag: new Int32Array(flag) };
}

/**
 * Runs the built command's `main` in a thread that is used again by later runs: what it prints, and its exit code, as
 * a process would give them, at a tenth of a process's cost. Waits for the answer. Tests of signals, pipes, memory or
 * the start of the program use `runProcess`.
 */
export function runCli(args: readonly string[], input: string | Uint8Array = "", longest = LONGEST_RUN): CliRun {
  thread ??= startThread();
  const { worker, port, flag } = thread;
  Atomics.store(flag, 0, 0);
  port.postMessage({ args, bytes: Buffer.from(input as string), environment: { ...process.env } });
  Atomics.wait(flag, 0, 0, longest);
  const answer = receiveMessageOnPort(port)?.message as CliRun | undefined;
  if (answer) return answer;
  void worker.terminate();
  thread = undefined;
  return { code: null, out: "", err: `the command did not end within ${longest} ms` };
}

/** Runs the built command as a user would, in a process of its own. */
export function runProcess(args: readonly string[], input: string | Uint8Array = "", longest = LONGEST_RUN): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], { input, timeout: longest });
  return { code: status, out: stdout.toString(), err: stderr.toString() };
}

export interface MeasuredRun {
  readonly code: number | null;
  /** White space as one blank. */
  readonly err: string;
  readonly megabytes: number;
  readonly seconds: number;
}

/**
 * Runs the command in a process of its own; also the most memory it had, in megabytes, and its time by the clock.
 *
 * @param shell what comes before it, such as a program and a pipe
 */
export function measured(args: readonly string[], shell = "", longest = LONGEST_RUN): MeasuredRun {
  const program = `process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS));
    process.argv.splice(1, 0, "causal-velocity");
    await import(${JSON.stringify(pathToFileURL(BIN).href)});`;
  const node = [process.execPath, "--input-type=module", "-e", program, "--", ...args];
  const quoted = node.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const start = performance.now();
  const { status, stderr } = spawnSync("bash", ["-c", `${shell} ${quoted}`], { encoding: "utf8", timeout: longest });
  const seconds = (performance.now() - start) / 1000;
  const [err = "", peak] = stderr.split("peak ");
  return { code: status, err: err.replaceAll(/\s+/g, " "), megabytes: Number(peak) / 1024, seconds };
}

/** A file in a fresh temporary folder. */
export function temporaryFile(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
