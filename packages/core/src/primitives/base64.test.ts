import { expect, test } from "vitest";
import { decodeBase64 } from "./base64.js";

test("every byte, and every length of the last group", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, k) => (k * 167) % 256);
  for (const length of [0, 1, 2, 3, 254, 255, 256]) {
    const part = bytes.subarray(0, length);
    expect([...decodeBase64(btoa(String.fromCharCode(...part)))]).toEqual([...part]);
  }
});
