import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { BIN, runCli, runProcess, temporaryFile } from "./run-cli.js";

const example = (name: string) => readFileSync(join(ROOT, "examples", name));
/** Runs a command line of a document in a folder, without the words that start npm's copy of the command. */
const runLine = (line: string, cwd: string): string => {
  const [npx, name, ...words] = line.replace(/\s+#.*$/, "").split(/\s+/);
  expect([npx, name]).toEqual(["npx", "causal-velocity"]);
  return execFileSync(process.execPath, [BIN, ...words], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
};

test("writes the tables with their stories; the commands that it names next run", () => {
  const folder = temporaryFolder();
  const out = execFileSync(process.execPath, [BIN, "demo"], { cwd: folder, encoding: "utf8" });
  for (const name of ["dose-response.csv", "greenhouse.csv"]) {
    expect(readFileSync(join(folder, "examples", name))).toEqual(example(name));
    expect(out).toContain(`  examples/${name}\n  what    A made-up `);
  }
  expect(out.match(/ {2}known {3}/g)).toHaveLength(2);
  const commands = out.split("\n").flatMap((line) => /npx .*/.exec(line) ?? []);
  expect(commands).toHaveLength(4);
  expect(runLine(commands[0] as string, folder)).toContain("dose → response, more than 99% sure");
});

test("every command of the README runs where the package is installed", () => {
  const folder = temporaryFolder();
  const lines = readFileSync(join(ROOT, "README.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("npx causal-velocity "));
  expect(lines.length).toBeGreaterThanOrEqual(5);
  runLine("npx causal-velocity demo", folder);
  // Studio serves until it is stopped; its own tests start it.
  for (const line of lines.filter((each) => !each.includes(" studio "))) runLine(line, folder);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["report.html", "pairs.csv", "graph.html"]));
});

test("a table that is there stays; one with other contents is not written over without --force", () => {
  const folder = temporaryFolder();
  const args = ["demo", "greenhouse", "--out", folder];
  expect(runCli(args).code).toBe(0);
  expect(readdirSync(folder)).toEqual(["greenhouse.csv"]);
  expect(runCli(args).code).toBe(0);
  writeFileSync(join(folder, "greenhouse.csv"), "mine\n");
  const { code, err } = runCli(args);
  expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining("overwrite with --force")]);
  expect(readFileSync(join(folder, "greenhouse.csv"), "utf8")).toBe("mine\n");
  expect(runCli([...args, "--force"]).code).toBe(0);
  expect(readFileSync(join(folder, "greenhouse.csv"))).toEqual(example("greenhouse.csv"));
  expect(runCli(["demo", "greenhose"]).err).toContain("Did you mean\n  greenhouse?");
});

describe("what is in the way of a table", () => {
  const place = () => {
    const folder = temporaryFolder();
    return { folder, file: join(folder, "greenhouse.csv"), args: ["demo", "greenhouse", "--out", folder] };
  };

  // Windows has no named pipes in folders, and no /dev/zero.
  test.skipIf(process.platform === "win32")("a pipe, a device and a folder are refused at once, not read", () => {
    const plants: [(path: string) => void, RegExp][] = [
      [(path) => execFileSync("mkfifo", [path]), /a file that exists/],
      [(path) => symlinkSync("/dev/zero", path), /a file that exists/],
      [(path) => mkdirSync(path), /greenhouse\.csv": a folder; expected a file/],
    ];
    for (const [plant, words] of plants) {
      const { folder, file, args } = place();
      plant(file);
      const { code, err } = runProcess(args, "", 60_000);
      expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringMatching(words)]);
      expect(readdirSync(folder)).toEqual(["greenhouse.csv"]);
    }
  });

  test.runIf(process.platform === "linux")("a folder that cannot be made, and a file in its place, are named", () => {
    for (const [out, code, words] of [
      ["/proc/x/y", 3, /--out "\/proc\/x\/y": cannot be made/],
      [temporaryFile("file", ""), 2, /a file; expected a folder/],
    ] as const) {
      const run = runProcess(["demo", "--out", out], "", 60_000);
      expect([run.code, run.err.replaceAll(/\s+/g, " ")]).toEqual([code, expect.stringMatching(words)]);
    }
  });

  test.skipIf(process.platform === "win32")("a full disk leaves no folder, and no table without the others", () => {
    const folder = temporaryFolder();
    const script = `cd "$0"; ulimit -f 2; exec "$@"`;
    const full = () => spawnSync("sh", ["-c", script, folder, process.execPath, BIN, "demo"], { encoding: "utf8" });
    const { status, stderr } = full();
    expect([status, stderr.replaceAll(/\s+/g, " ")]).toEqual([3, expect.stringContaining("larger than files may be")]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("a suite that is not there says which files are expected and who publishes them", () => {
  const said = (name: string) => runCli(["benchmark", name, "--data", temporaryFolder()]).err.replaceAll(/\s+/g, " ");
  expect(said("tuebingen")).toMatch(
    /expected tuebingen\.zip, .* pairmeta\.txt and, beside it, pair0001\.txt to pair0108\.txt\./,
  );
  expect(said("tuebingen")).toMatch(
    /its authors publish it: .*Max Planck Institute in Tübingen.*JMLR 17\(32\), 2016\./,
  );
  expect(said("ls-s")).toMatch(/pairs_gt\.txt and, beside it, pair_1\.txt to pair_100\.txt\. .*Tagasovska/);
});
