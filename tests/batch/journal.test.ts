import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openJournal } from "@causal-velocity/batch";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";

const SETTINGS = { methods: ["b-lin"], n: 1000 };

/** A journal with some records, closed again. */
function written(records: readonly (readonly [string, unknown])[]): string {
  const path = join(temporaryFolder(), "journal.jsonl");
  const journal = openJournal({ path, settings: SETTINGS });
  for (const [key, value] of records) journal.append(key, value);
  journal.close();
  return path;
}

function reopened(path: string) {
  const journal = openJournal({ path, settings: SETTINGS });
  journal.close();
  return { records: [...journal.records], unreadable: journal.unreadable };
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
          journal.close();
          expect(reopened(path)).toEqual({ records: JSON.parse(JSON.stringify(records)), unreadable: 0 });
        },
      ),
      { numRuns: 50 },
    );
  });

  test("cut anywhere, it keeps the whole lines, says what is torn, and goes on behind them", () => {
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
      expect(journal.records.size).toBe(Math.max(0, lines - 1));
      expect(journal.unreadable).toBe(length === 0 || ends.includes(length) ? 0 : 1);
      journal.append("three", 3);
      journal.close();
      expect(reopened(path).unreadable).toBe(0);
      expect(reopened(path).records.at(-1)).toEqual(["three", 3]);
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

  test("another run's journal is refused and left as it is, unless told to begin anew", () => {
    const path = written([["a", 1]]);
    const before = readFileSync(path, "utf8");
    const other = { path, settings: { ...SETTINGS, n: 999 } };
    expect(() => openJournal(other)).toThrow(
      expect.objectContaining({ code: "wrong-option", message: expect.stringContaining("other settings or data") }),
    );
    expect(readFileSync(path, "utf8")).toBe(before);
    const journal = openJournal({ ...other, fresh: true });
    journal.close();
    expect(journal.records.size).toBe(0);
    expect(() => reopened(path)).toThrow(/other settings/);
  });

  test.each(["hello", "hello\n", '{"check":"00000000","key":"a","value":1}\n'])("%j is no journal of ours", (text) => {
    const path = join(temporaryFolder(), "journal.jsonl");
    writeFileSync(path, text);
    expect(() => reopened(path)).toThrow(/no journal of ours/);
    expect(readFileSync(path, "utf8")).toBe(text);
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
