import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256.js";

test("equals an independent implementation at every length around the ends of blocks", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 197 + (i >> 3)) % 256);
  for (const length of [...Array.from({ length: 200 }, (_, i) => i), 1000]) {
    const part = bytes.subarray(3, 3 + length);
    expect(sha256(part)).toBe(createHash("sha256").update(part).digest("hex"));
  }
});
