import { InputError } from "@causal-velocity/core/primitives/errors.js";
import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readZip, ZIP_LIMITS } from "./read-zip.js";

const text = (value: string) => new TextEncoder().encode(value);
const small = () =>
  zipSync({ "SIM/pairmeta.txt": text("0001 1 1 2 2 1\n"), "SIM/pair0001.txt": text("1 2\n".repeat(500)) });
const DIRECTORY = [0x50, 0x4b, 0x01, 0x02];
const LOCAL = [0x50, 0x4b, 0x03, 0x04];
const END = [0x50, 0x4b, 0x05, 0x06];

/** Position of the first or the last occurrence of a signature. */
function find(bytes: Uint8Array, signature: readonly number[], last = false): number {
  const hits = [...bytes.keys()].filter((i) => signature.every((byte, j) => bytes[i + j] === byte));
  return hits.at(last ? -1 : 0) ?? -1;
}

/** The small archive with some bytes changed. */
function patched(change: (bytes: Uint8Array, at: (signature: readonly number[]) => number) => void): Uint8Array {
  const bytes = small();
  change(bytes, (signature) => find(bytes, signature));
  return bytes;
}

describe("readZip", () => {
  test("reads what an independent writer wrote, at every level, stored to most deflated", () => {
    fc.assert(
      fc.property(
        // No name begins with an underscore: the independent writer loses a file that is called __proto__.
        fc.dictionary(
          fc.stringMatching(/^[a-zé0-9-][a-zé0-9_-]{0,11}(\/[a-z]{1,5})?$/),
          fc.uint8Array({ maxLength: 3000 }),
        ),
        fc.integer({ min: 0, max: 9 }),
        (files, level) => {
          const archive = readZip(zipSync(files, { level: level as 0 }), "a");
          expect([...archive.names].sort()).toEqual(Object.keys(files).sort());
          for (const [name, bytes] of Object.entries(files)) {
            expect(archive.size(name)).toBe(bytes.length);
            expect(new Uint8Array(archive.read(name))).toEqual(bytes);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("folders are not listed as files; a comment at the end is ignored", () => {
    const archive = zipSync({ "empty/": new Uint8Array(), "a.txt": text("1 2\n") });
    const commented = new Uint8Array(archive.length + 3);
    commented.set(archive);
    commented[archive.length - 2] = 3;
    expect(readZip(commented, "a").names).toEqual(["a.txt"]);
  });

  test("a view into a larger buffer is read like the bytes themselves", () => {
    const bytes = small();
    const padded = new Uint8Array(bytes.length + 20);
    padded.set(bytes, 7);
    const archive = readZip(padded.subarray(7, 7 + bytes.length), "a");
    expect(archive.read("SIM/pair0001.txt")).toHaveLength(2000);
  });

  test("the error of a missing file names it", () => {
    expect(() => readZip(small(), 'archive "a.zip"').read("SIM/none.txt")).toThrow(
      /archive "a\.zip", "SIM\/none\.txt"/,
    );
  });
});

describe("readZip refuses what could exhaust memory, or is ambiguous", () => {
  test("a file too large, before inflating anything", () => {
    const bytes = patched((b, at) => new DataView(b.buffer).setUint32(at(DIRECTORY) + 24, ZIP_LIMITS.entry + 1, true));
    expect(() => readZip(bytes, "a")).toThrow(/500000001 bytes, inflated; expected at most 500000000/);
    expect(() => readZip(small(), "a", 1999)).toThrow(
      expect.objectContaining({ code: "unsupported-archive", message: expect.stringContaining("2000 bytes") }),
    );
    expect(readZip(small(), "a", 2000).read("SIM/pair0001.txt")).toHaveLength(2000);
  });

  test("one name twice", () => {
    const bytes = zipSync({ "a.txt": text("1"), "b.txt": text("2") });
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0x62 && bytes[i + 1] === 0x2e) bytes[i] = 0x61;
    expect(() => readZip(bytes, "a")).toThrow(/"a\.txt": two files of this name/);
  });

  test("a stream longer than its directory says is not inflated further", () => {
    const bytes = zipSync({ a: new Uint8Array(800_000) });
    new DataView(bytes.buffer).setUint32(find(bytes, DIRECTORY) + 24, 1000, true);
    expect(() => readZip(bytes, "a").read("a")).toThrow(
      expect.objectContaining({ code: "damaged-archive", message: expect.stringContaining("more bytes") }),
    );
  });
});

describe("readZip names what it does not support", () => {
  const change = (field: number, value: number) => (bytes: Uint8Array, at: (s: readonly number[]) => number) => {
    new DataView(bytes.buffer).setUint16(at(DIRECTORY) + field, value, true);
  };
  test.each<[string, Uint8Array, RegExp]>([
    ["encryption", patched(change(8, 1)), /encrypted/],
    ["strong encryption", patched(change(8, 0x40)), /encrypted/],
    ["another compression", patched(change(10, 14)), /compression method 14/],
    [
      "zip64 sizes",
      patched((b, at) => new DataView(b.buffer).setUint32(at(DIRECTORY) + 24, 0xffffffff, true)),
      /zip64/,
    ],
    ["zip64 counts", patched((b, at) => b.fill(0xff, at(END) + 8, at(END) + 12)), /zip64/],
    ["a split archive", patched((b, at) => new DataView(b.buffer).setUint16(at(END) + 4, 1, true)), /split archive/],
  ])("%s", (_, bytes, message) => {
    expect(() => readZip(bytes, "a")).toThrow(
      expect.objectContaining({ code: "unsupported-archive", message: expect.stringMatching(message) }),
    );
  });
});

describe("readZip notices damage", () => {
  test("cut off anywhere: an InputError, never another error, never data", () => {
    const bytes = small();
    for (let length = 0; length < bytes.length; length++) {
      expect(() => readZip(bytes.subarray(0, length), "a")).toThrow(
        expect.objectContaining({ code: "damaged-archive" }),
      );
    }
  });

  test("any one byte changed: the contents are right, or there is an InputError", () => {
    const bytes = small();
    const expected = "1 2\n".repeat(500);
    for (let i = 0; i < bytes.length; i++) {
      for (const flip of [1, 0x80]) {
        const broken = bytes.slice();
        broken[i] = (broken[i] ?? 0) ^ flip;
        try {
          const archive = readZip(broken, "a");
          const content = archive.read("SIM/pair0001.txt");
          expect(new TextDecoder().decode(content)).toBe(expected);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }
    }
  });

  test.each<[string, Uint8Array, RegExp]>([
    ["a wrong checksum", patched((b, at) => b.fill(1, at(DIRECTORY) + 16, at(DIRECTORY) + 20)), /CRC-32/],
    ["a local header that is none", patched((b, at) => b.fill(0, at(LOCAL), at(LOCAL) + 4)), /no local header/],
  ])("%s", (_, bytes, message) => {
    expect(() => readZip(bytes, "a").read("SIM/pairmeta.txt")).toThrow(
      expect.objectContaining({ code: "damaged-archive", message: expect.stringMatching(message) }),
    );
  });

  test("a directory that lies outside the file", () => {
    const bytes = patched((b, at) => new DataView(b.buffer).setUint32(at(END) + 16, 1_000_000, true));
    expect(() => readZip(bytes, "a")).toThrow(/ends after 0 of 2 files/);
  });
});
