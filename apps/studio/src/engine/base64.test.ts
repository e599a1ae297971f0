import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "./base64.js";

test.each([0, 1, 2, 3, 24_576, 24_577, 100_000])(
  "%i bytes are written as others write them, and read again",
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 197 + (i >> 8)) % 256);
    const text = toBase64(bytes);
    expect(text).toBe(Buffer.from(bytes).toString("base64"));
    expect(fromBase64(text)).toEqual(bytes);
  },
);
