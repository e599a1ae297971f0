import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { BIN, runCli, runProcess, temporaryFile } from "./run-cli.js";

/** Exit code where the system, or another run, does not let a file be written. */
const UNWRITABLE = 3;
const ROWS = 60;
const TABLE = `a,b\n${Array.from({ length: ROWS }, (_, i) => {
  const a = ((i * 23) % ROWS) / ROWS;
  return [a, a * a + 0.1 * Math.sin(91 * i)].map((value) => value.toFixed(5)).join(",");
}).join("\n")}\n`;

/** Runs the command where no file may grow beyond so many blocks of 512 bytes: for it, a disk that is full. */
function runOnFullDisk(args: readonly string[], blocks = 1) {
  const script = `ulimit -f ${blocks}; exec "$0" "$@"`;
  const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath, BIN, ...args], { encoding: "utf8" });
  return { code: status, err: stderr.replaceAll(/\s+/g, " ") };
}

const QUICK = ["--method", "b-lin", "--force"];
const COMMANDS: readonly { readonly name: string; args(table: string, out: string): string[] }[] = [
  { name: "explain.html", args: (table, out) => ["explain", table, "--x", "a", "--y", "b", "--out", out, ...QUICK] },
  { name: "figure.svg", args: (_, out) => ["figure", "concept", "--out", out, "--force"] },
  { name: "simulate.csv", args: (_, out) => ["simulate", "independent", "--out", out, "--force"] },
  {
    name: "counterfactual.svg",
    args: (table, out) => [
      "counterfactual",
      table,
      "--cause",
      "a",
      "--effect",
      "b",
      "--row",
      "3",
      "--to",
      "0.5",
      "--out",
      out,
      "--force",
    ],
  },
  {
    name: "scm.svg",
    args: (table, out) => ["scm", table, "--cause", "a", "--effect", "b", "--out", out, "--force"],
  },
  { name: "graph.html", args: (table, out) => ["graph", table, "--quiet", "--out", out, "--force"] },
  { name: "greenhouse.csv", args: (_, out) => ["demo", "greenhouse", "--out", dirname(out), "--force"] },
  { name: "pairs.csv", args: (table, out) => ["pairs", table, "--out", out, "--quiet", ...QUICK] },
];

describe("on a full disk", () => {
  test.each(COMMANDS)("$name is there in whole, as it was, or not at all", ({ name, args }) => {
    const table = temporaryFile("table.csv", TABLE);
    for (const before of [undefined, "what was there\n"]) {
      const folder = temporaryFolder();
      const out = join(folder, name);
      if (before !== undefined) writeFileSync(out, before);
      const { code, err } = runOnFullDisk(args(table, out));
      expect([code, err]).toEqual([UNWRITABLE, expect.stringMatching(/larger than files may be there/)]);
      // A run of pairs keeps what it has decided.
      const left = readdirSync(folder).filter((file) => !file.endsWith(".journal"));
      expect(left).toEqual(before === undefined ? [] : [name]);
      if (before !== undefined) expect(readFileSync(out, "utf8")).toBe(before);
    }
  });

  test("with room for no byte, not even a lock is left", () => {
    const folder = temporaryFolder();
    const args = ["simulate", "independent", "--no-scores", "--out", join(folder, "pair.csv")];
    expect(runOnFullDisk(args, 0).code).toBe(UNWRITABLE);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.skipIf(spawnSync("prlimit", ["--version"]).status !== 0)(
    "a run whose journal cannot begin leaves none, which would look like one to resume",
    () => {
      const folder = temporaryFolder();
      const args = [
        "pairs",
        temporaryFile("table.csv", TABLE),
        "--out",
        join(folder, "pairs.csv"),
        "--quiet",
        ...QUICK,
      ];
      // Enough for a lock, not for the first line of a journal.
      const { status, stderr } = spawnSync("prlimit", ["--fsize=100", process.execPath, BIN, ...args]);
      expect([status, stderr.toString()]).toEqual([UNWRITABLE, expect.stringContaining("pairs.csv.journal")]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test("a folder of pairs is there with all its files, or not at all", () => {
    const folder = temporaryFolder();
    const args = ["simulate", "independent", "--no-scores", "--pairs", "3", "--out", join(folder, "new", "pairs")];
    expect(runOnFullDisk(args).code).toBe(UNWRITABLE);
    expect(readdirSync(folder)).toEqual([]);
    // One block is enough for the truth, not for the pairs: nothing of an older set is replaced.
    const out = join(folder, "old");
    mkdirSync(out);
    writeFileSync(join(out, "pairmeta.txt"), "before\n");
    expect(runOnFullDisk([...args.slice(0, -1), out, "--force"]).code).toBe(UNWRITABLE);
    expect(readdirSync(out)).toEqual(["pairmeta.txt"]);
    expect(readFileSync(join(out, "pairmeta.txt"), "utf8")).toBe("before\n");
  });
});

describe("links", () => {
  const args = (out: string): string[] => ["simulate", "independent", "--n", "20", "--out", out];
  const whole = runCli(["simulate", "independent", "--n", "20"]).out;

  test("a link under the name of the temporary file, or a file that a killed run left, is removed and not followed", () => {
    const folder = temporaryFolder();
    const [victim, out] = [join(folder, "victim"), join(folder, "r.csv")];
    writeFileSync(victim, "precious\n");
    const plants = [
      () => symlinkSync(victim, `${out}.part`),
      () => symlinkSync(join(folder, "missing"), `${out}.part`),
      () => writeFileSync(`${out}.part`, "x,y\n1"),
    ];
    for (const plant of plants) {
      plant();
      expect(runCli([...args(out), "--force"]).code).toBe(0);
      expect(readFileSync(out, "utf8")).toBe(whole);
      expect(lstatSync(out).isSymbolicLink()).toBe(false);
      expect(readdirSync(folder)).toEqual(["r.csv", "victim"]);
      expect(readFileSync(victim, "utf8")).toBe("precious\n");
    }
  });

  test("a folder under the name of the temporary file, and a link or a folder under that of its lock, are named", () => {
    const folder = temporaryFolder();
    const out = join(folder, "r.csv");
    const plants: [string, () => void, RegExp][] = [
      [
        "r.csv.part",
        () => mkdirSync(`${out}.part`),
        /^error: file ".*r\.csv\.part": a folder; .* Remove or rename it, or/,
      ],
      [
        "r.csv.part.lock",
        () => symlinkSync(join(folder, "victim"), `${out}.part.lock`),
        /^error: file ".*r\.csv\.part\.lock": a symbolic link, which is not followed; .* Remove the link, or/,
      ],
      ["r.csv.part.lock", () => mkdirSync(`${out}.part.lock`), /^error: file ".*r\.csv\.part\.lock": a folder; /],
    ];
    for (const [name, plant, words] of plants) {
      plant();
      const { code, err } = runCli(args(out));
      expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([UNWRITABLE, expect.stringMatching(words)]);
      expect(readdirSync(folder)).toEqual([name]);
      rmSync(join(folder, name), { recursive: true });
    }
  });

  test("a link to nothing under the name of the results is replaced: nothing is made where it points", () => {
    const folder = temporaryFolder();
    const out = join(folder, "r.csv");
    symlinkSync(join(folder, "elsewhere"), out);
    expect(runCli(args(out)).code).toBe(0);
    expect([lstatSync(out).isFile(), existsSync(join(folder, "elsewhere"))]).toEqual([true, false]);
  });

  test("with --force, a link to a file of the user stays, and its file is written, with the same permissions", () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    const [out, target] = [join(folder, "r.csv"), join(elsewhere, "real.csv")];
    writeFileSync(target, "old\n");
    chmodSync(target, 0o640);
    symlinkSync(target, out);
    expect(runCli(args(out)).err).toMatch(/a file\s+that exists/);
    expect(runCli([...args(out), "--force"]).code).toBe(0);
    expect(lstatSync(out).isSymbolicLink()).toBe(true);
    expect([readFileSync(target, "utf8"), statSync(target).mode & 0o777]).toEqual([whole, 0o640]);
    expect([...readdirSync(folder), ...readdirSync(elsewhere)]).toEqual(["r.csv", "real.csv"]);
  });

  test("a link under the name of a journal is refused, and what it points to stays as it is", () => {
    const table = temporaryFile("table.csv", TABLE);
    const folder = temporaryFolder();
    const [victim, out] = [join(folder, "victim"), join(folder, "r.csv")];
    writeFileSync(victim, "");
    symlinkSync(victim, `${out}.journal`);
    const run = (more: string) => runCli(["pairs", table, "--method", "b-lin", "--out", out, "--quiet", more]);
    expect([run("--resume").code, run("--resume").err.replaceAll(/\s+/g, " ")]).toEqual([
      UNWRITABLE,
      expect.stringContaining("a symbolic link, which is not followed"),
    ]);
    expect(readFileSync(victim, "utf8")).toBe("");
    expect(run("--force").code).toBe(0);
    expect(readFileSync(victim, "utf8")).toBe("");
  });
});

describe("the times of a run of pairs, whose name nobody chose", () => {
  const table = temporaryFile("table.csv", TABLE);
  /** @param plant makes what has the name, in a folder with a file "victim" */
  const planted = (plant: (path: string, victim: string) => void) => {
    const folder = temporaryFolder();
    const [out, victim] = [join(folder, "r.csv"), join(folder, "victim")];
    writeFileSync(victim, "precious\n");
    plant(`${out}.times.json`, victim);
    return {
      ...{ folder, victim, times: `${out}.times.json` },
      run: (...more: string[]) => runProcess(["pairs", table, "--method", "b-lin", "--quiet", "--out", out, ...more]),
    };
  };

  test.each<[string, (path: string, victim: string) => void]>([
    ["a file", (path) => writeFileSync(path, "mine\n")],
    ["a link", (path, victim) => symlinkSync(victim, path)],
    ...(process.platform === "win32"
      ? []
      : [["a pipe", (path: string) => void spawnSync("mkfifo", [path])] as [string, (path: string) => void]]),
  ])("%s that has it is refused before anything is decided; --force replaces it and follows no link", (_, plant) => {
    const { folder, victim, times, run } = planted(plant);
    const before = lstatSync(times);
    const { code, err } = run();
    expect([code, err.replaceAll(/\s+/g, " ")]).toEqual([
      2,
      expect.stringMatching(/r\.csv\.times\.json": a file that exists; .* overwrite with --force/),
    ]);
    expect(readdirSync(folder)).toEqual(["r.csv.times.json", "victim"]);
    expect(lstatSync(times)).toMatchObject({ ino: before.ino, size: before.size, mtimeMs: before.mtimeMs });
    expect(run("--force").code).toBe(0);
    expect(readdirSync(folder)).toEqual(["r.csv", "r.csv.times.json", "victim"]);
    expect(lstatSync(times).isFile()).toBe(true);
    expect(JSON.parse(readFileSync(times, "utf8"))).toMatchObject({ pairs: 1 });
    expect(readFileSync(victim, "utf8")).toBe("precious\n");
  });

  test("a link to nothing is replaced, and a folder is refused", () => {
    const { folder, times, run } = planted((path, victim) => symlinkSync(`${victim}2`, path));
    expect(run().code).toBe(0);
    expect([lstatSync(times).isFile(), readdirSync(folder)]).toEqual([true, ["r.csv", "r.csv.times.json", "victim"]]);
    const blocked = planted((path) => mkdirSync(path));
    expect(blocked.run("--force").code).toBe(2);
    expect(readdirSync(blocked.folder)).toEqual(["r.csv.times.json", "victim"]);
  });
});

test("a run beside one that still runs is refused, with --resume and without: nothing was stopped", () => {
  const table = temporaryFile("table.csv", TABLE);
  const out = join(temporaryFolder(), "r.csv");
  writeFileSync(`${out}.journal`, "");
  // The parent of this process runs for as long as the test.
  writeFileSync(`${out}.journal.lock`, `${hostname()} ${process.ppid}\n`);
  for (const more of [[], ["--resume"], ["--force"]]) {
    const { code, err } = runCli(["pairs", table, "--method", "b-lin", "--out", out, "--quiet", ...more]);
    expect(code).toBe(UNWRITABLE);
    const words = err.replaceAll(/\s+/g, " ");
    expect(words).toContain(`the lock of process ${process.ppid} on`);
    expect(words).not.toMatch(/stopped|not complete|Resume it/);
  }
});

// Windows has no named pipes in folders.
describe.skipIf(process.platform === "win32")("a named pipe as --out", () => {
  /** In a shell, with a pipe `$pipe`; killed after a minute. */
  const shell = (script: string) => {
    const pipe = join(temporaryFolder(), "pipe.csv");
    const simulate = `"${process.execPath}" "${BIN}" simulate independent --seed 3 --force --out`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", `mkfifo '${pipe}'; ${script}`], {
      encoding: "utf8",
      timeout: 60_000,
      env: { ...process.env, pipe, simulate },
    });
    return { code: status, out: stdout, err: stderr.replaceAll(/\s+/g, " ") };
  };

  test("is written, also if its reader starts later and reads slowly", () => {
    const { out } = shell('(eval "$simulate $pipe --n 5000" >&2) & sleep 1; (sleep 1; cat) < "$pipe"; wait');
    expect(out.split("\n")).toHaveLength(5002);
  });

  test.each([
    ["nobody reads", 'eval "$simulate $pipe"', "no program reads this pipe"],
    [
      "is opened and never read",
      'sleep 50 < "$pipe" & eval "$simulate $pipe --n 5000"; code=$?; kill $!; exit $code',
      "the reader of this pipe takes no more bytes",
    ],
  ])("that %s is given up", (_, script, words) => {
    const { code, err } = shell(script);
    expect(err).toContain(words);
    expect(code).toBe(UNWRITABLE);
  });
});
