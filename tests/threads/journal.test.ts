import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { openJournal } from "@causal-velocity/threads/journal.js";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";

const SETTINGS = { methods: ["b-lin"], n: 1000 };
const KEYS = ["a", "één", "one", "two", "three"];

/** A journal with some records, closed again. */
function written(records: readonly (readonly [string, unknown])[]): string {
  const path = join(temporaryFolder(), "journal.jsonl");
  const journal = openJournal({ path, settings: SETTINGS });
  for (const [key, value] of records) journal.append(key, value);
  journal.close();
  return path;
}

/** What a journal has under these keys. */
function reopened(path: string, keys: readonly string[] = KEYS) {
  const journal = openJournal({ path, settings: SETTINGS });
  const records = keys.filter(journal.has).map((key) => [key, journal.read(key)]);
  journal.close();
  return { records, unreadable: journal.unreadable };
}

describe("openJournal", () => {
  test("gives back what was appended, over any number of runs, to the last bit", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.tuple(
            fc.string(),
            fc.json().map((text) => JSON.parse(text)),
          ),
          { selector: ([key]) => key },
        ),
        (records) => {
          const half = records.length >> 1;
          const path = written(records.slice(0, half));
          const journal = openJournal({ path, settings: SETTINGS });
          for (const [key, value] of records.slice(half)) journal.append(key, value);
          const kept = JSON.parse(JSON.stringify(records));
          expect(records.map(([key]) => [key, journal.read(key)])).toEqual(kept);
          journal.close();
          const keys = records.map(([key]) => key);
          expect(reopened(path, keys)).toEqual({ records: kept, unreadable: 0 });
        },
      ),
      { numRuns: 50 },
    );
  });

  test("keys with the same checksum are not mixed up, and thousands have their own place", () => {
    // CRC-32 of both is 1306201125.
    const keys = ["buckeroo", ...Array.from({ length: 5000 }, (_, i) => `${i} ${i + 1}`)];
    const path = written(keys.map((key) => [key, `value of ${key}`]));
    const journal = openJournal({ path, settings: SETTINGS });
    expect([journal.size, journal.has("plumless"), journal.read("plumless")]).toEqual([5001, false, undefined]);
    journal.append("plumless", 1);
    journal.append("buckeroo", "a later value does not count");
    expect([journal.size, journal.read("plumless"), journal.read("buckeroo")]).toEqual([5002, 1, "value of buckeroo"]);
    expect(keys.every((key) => journal.read(key) === `value of ${key}`)).toBe(true);
    journal.close();
  });

  test("cut anywhere, it keeps the complete lines, counts the torn one, and appends after them", () => {
    const path = written([
      ["één", { score: 0.1 }],
      ["two", { score: -0.25 }],
    ]);
    const bytes = readFileSync(path);
    const ends = [...bytes.keys()].filter((i) => bytes[i] === 10).map((i) => i + 1);
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(path, bytes.subarray(0, length));
      const journal = openJournal({ path, settings: SETTINGS });
      const lines = ends.filter((end) => end <= length).length;
      expect(KEYS.filter(journal.has)).toHaveLength(Math.max(0, lines - 1));
      expect(journal.unreadable).toBe(length === 0 || ends.includes(length) ? 0 : 1);
      journal.append("three", 3);
      journal.close();
      const { records, unreadable } = reopened(path);
      expect([records.at(-1), unreadable]).toEqual([["three", 3], 0]);
    }
  });

  test("a damaged line is left out and counted, whichever byte it is", () => {
    const path = written([
      ["one", 1],
      ["two", 2],
      ["three", 3],
    ]);
    const bytes = readFileSync(path);
    const [, first, second] = [...bytes.keys()].filter((i) => bytes[i] === 10);
    for (let i = first + 1; i < second; i++) {
      const broken = Buffer.from(bytes);
      broken[i] ^= 0x81;
      writeFileSync(path, broken);
      const { records, unreadable } = reopened(path);
      expect(unreadable).toBe(1);
      expect(records).toEqual([
        ["one", 1],
        ["three", 3],
      ]);
    }
  });

  test("the first record of a key counts", () => {
    expect(
      reopened(
        written([
          ["a", 1],
          ["a", 2],
        ]),
      ).records,
    ).toEqual([["a", 1]]);
  });

  test("another run's journal is refused and left as it is, unless it is to start over", () => {
    const path = written([["a", 1]]);
    const before = readFileSync(path, "utf8");
    const other = { path, settings: { ...SETTINGS, n: 999 } };
    expect(() => openJournal(other)).toThrow(
      expect.objectContaining({ code: "wrong-option", message: expect.stringContaining("other settings or data") }),
    );
    expect(readFileSync(path, "utf8")).toBe(before);
    const journal = openJournal({ ...other, fresh: true });
    expect(journal.has("a")).toBe(false);
    journal.close();
    expect(() => reopened(path)).toThrow(/other settings/);
  });

  test.each(["hello", "hello\n", '{"check":"00000000","key":"a","value":1}\n'])("%j is not a journal", (text) => {
    const path = join(temporaryFolder(), "journal.jsonl");
    writeFileSync(path, text);
    expect(() => reopened(path)).toThrow(/not a journal/);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("records are found again however long they are, and whatever pieces the file is read in", () => {
    const lengths = [0, 1, (1 << 20) - 60, 1 << 20, (1 << 20) + 1, 5, 3_000_000, 7];
    const records = lengths.map((length, i) => [`record ${i}`, "é".repeat(length)] as const);
    const keys = records.map(([key]) => key);
    expect(reopened(written(records), keys)).toEqual({ records: records.map((record) => [...record]), unreadable: 0 });
  });

  test("a large file without lines is refused as it is, and left alone", () => {
    const path = join(temporaryFolder(), "journal.jsonl");
    writeFileSync(path, `{"check":"${"x".repeat(3_000_000)}`);
    expect(() => openJournal({ path, settings: 1 })).toThrow(/not a journal/);
    expect(statSync(path).size).toBe(3_000_010);
  });

  test("one process at a time has it; the lock of one that was killed is taken over", async () => {
    const path = written([["a", 1]]);
    const lock = `${path}.lock`;
    expect(existsSync(lock)).toBe(false);
    const script = `require("fs").writeFileSync(${JSON.stringify(lock)}, require("os").hostname() + " " + process.pid + "\\n"); setInterval(() => {}, 1000); console.log("held")`;
    const holder = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
    await once(holder.stdout, "data");
    expect(() => reopened(path)).toThrow(
      expect.objectContaining({ code: "unwritable-file", value: expect.stringContaining(`process ${holder.pid}`) }),
    );
    expect(() => openJournal({ path, settings: SETTINGS, fresh: true })).toThrow(/no other run that writes this file/);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(reopened(path).records).toEqual([["a", 1]]);
    expect(existsSync(lock)).toBe(false);
  });

  test("a lock with our own number that we do not hold is a dead process's, as in a container that was started again", () => {
    const path = written([["a", 1]]);
    writeFileSync(`${path}.lock`, `${hostname()} ${process.pid}\n`);
    const journal = openJournal({ path, settings: SETTINGS });
    expect(() => openJournal({ path, settings: SETTINGS })).toThrow(/the lock of process/);
    journal.close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("a lock of another machine, or of an unknown process, stays; one without a whole name is taken", () => {
    const path = written([["a", 1]]);
    for (const torn of ["", "elsewhere 1"]) {
      writeFileSync(`${path}.lock`, torn);
      expect(reopened(path).records).toEqual([["a", 1]]);
    }
    for (const holder of ["elsewhere 1\n", "nonsense\n"]) {
      writeFileSync(`${path}.lock`, holder);
      expect(() => reopened(path)).toThrow(/remove the lock file/);
      expect(readFileSync(`${path}.lock`, "utf8")).toBe(holder);
    }
  });

  const isLinux = process.platform === "linux";

  test.runIf(isLinux)(
    "a lock of a process that has ended, though its parent has not noticed, is taken over",
    async () => {
      const path = written([["a", 1]]);
      // The shell becomes a program that never asks how its child ended. The child ends after that, not before.
      const child = "until grep -q sleep /proc/$$/comm; do sleep 0.01; done";
      const parent = spawn("sh", ["-c", `(${child}) & echo $!; exec sleep 600`], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      try {
        const [line] = await once(parent.stdout, "data");
        const pid = Number(line);
        await vi.waitUntil(() => / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")), { timeout: 60_000 });
        // A signal reaches it, which is how it seemed to be alive.
        expect(process.kill(pid, 0)).toBe(true);
        writeFileSync(`${path}.lock`, `${hostname()} ${pid}\n`);
        expect(reopened(path).records).toEqual([["a", 1]]);
      } finally {
        parent.kill("SIGKILL");
      }
    },
  );

  /** The name that a process of this machine and container writes into a lock, but with another start or place. */
  function nameOf(pid: number, change: { readonly start?: string; readonly numbers?: string; readonly boot?: string }) {
    const boot = change.boot ?? readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const numbers = change.numbers ?? readlinkSync("/proc/self/ns/pid");
    const start = change.start ?? readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19];
    return `${hostname()} ${pid} ${start} ${boot}/${numbers}\n`;
  }

  test.runIf(isLinux)(
    "a lock whose number is now another process's, or is of another start of the machine, is taken over",
    () => {
      const path = written([["a", 1]]);
      writeFileSync(`${path}.lock`, nameOf(process.ppid, {}));
      expect(() => reopened(path)).toThrow(`the lock of process ${process.ppid} on ${hostname()}; expected`);
      for (const change of [{ start: "1" }, { boot: "00000000-0000-0000-0000-000000000000" }]) {
        writeFileSync(`${path}.lock`, nameOf(process.ppid, change));
        expect(reopened(path).records).toEqual([["a", 1]]);
      }
    },
  );

  test.runIf(isLinux)(
    "a lock of another container is held while it is marked, whatever runs here under its number",
    () => {
      const path = written([["a", 1]]);
      const lock = `${path}.lock`;
      const dead = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
      for (const pid of [process.pid, process.ppid, dead]) {
        writeFileSync(lock, nameOf(pid, { start: "1", numbers: "pid:[1]" }));
        expect(() => reopened(path)).toThrow(/in another container; .* if it was killed, wait a minute/);
        const before = Date.now() / 1000 - 61;
        utimesSync(lock, before, before);
        expect(reopened(path).records).toEqual([["a", 1]]);
      }
    },
  );

  test("the holder of a lock marks it, and does not release one that is no longer its own", () => {
    const path = written([["a", 1]]);
    const lock = `${path}.lock`;
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const journal = openJournal({ path, settings: SETTINGS });
      utimesSync(lock, 1, 1);
      vi.advanceTimersByTime(10_000);
      expect(Date.now() - statSync(lock).mtimeMs).toBeLessThan(60_000);
      writeFileSync(lock, "elsewhere 1\n");
      journal.close();
      expect(readFileSync(lock, "utf8")).toBe("elsewhere 1\n");
    } finally {
      vi.useRealTimers();
    }
  });

  test("no link is followed: not under the name of the journal, and not under that of its lock", () => {
    const path = written([["a", 1]]);
    const [link, victim] = [`${path}.2`, `${path}.3`];
    writeFileSync(victim, "");
    symlinkSync(victim, link);
    expect(() => reopened(link)).toThrow(/a symbolic link, which is not followed/);
    const fresh = openJournal({ path: link, settings: SETTINGS, fresh: true });
    fresh.append("b", 2);
    fresh.close();
    symlinkSync(victim, `${path}.lock`);
    expect(() => reopened(path)).toThrow(/a symbolic link, which is not followed/);
    expect(readFileSync(victim, "utf8")).toBe("");
    expect(reopened(link, ["b"]).records).toEqual([["b", 2]]);
  });

  test.runIf(isLinux)("a pipe under the name of a journal is refused, and not waited for", () => {
    const path = join(temporaryFolder(), "journal.jsonl");
    execFileSync("mkfifo", [path]);
    expect(() => reopened(path)).toThrow(/a pipe or a device; expected a journal/);
  });

  test("a lock that cannot be read is no endless wait", () => {
    const path = written([["a", 1]]);
    mkdirSync(`${path}.lock`);
    expect(() => reopened(path)).toThrow(expect.objectContaining({ code: "unwritable-file" }));
  });

  test("a journal that cannot be opened leaves no lock", () => {
    const path = written([["a", 1]]);
    expect(() => openJournal({ path, settings: "other" })).toThrow(/other settings/);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("a place that cannot be written is named", () => {
    const path = join(temporaryFolder(), "no", "such", "folder.jsonl");
    expect(() => openJournal({ path, settings: 1 })).toThrow(expect.objectContaining({ code: "unwritable-file" }));
  });

  test("bytes that are no text after the last line are torn off", () => {
    const path = written([["a", 1]]);
    appendFileSync(path, Buffer.of(0x7b, 0xff, 0xc3));
    expect(reopened(path)).toEqual({ records: [["a", 1]], unreadable: 1 });
    truncateSync(path, readFileSync(path).length - 1);
    expect(reopened(path).records).toEqual([]);
  });
});
