import { expect, test } from "vitest";
import { printable } from "./printable.js";

test("every control character is replaced, those of eight bits among them, but for line ends", () => {
  for (let code = 0; code < 0xa0; code++) {
    const isControl = code < 0x20 || code >= 0x7f;
    const isKept = code === 0x0a || !isControl;
    const letter = String.fromCharCode(code);
    expect([code, printable(`a${letter}b`)]).toEqual([code, `a${isKept ? letter : "\ufffd"}b`]);
  }
});

test("names set apart stay so; marks that turn the direction elsewhere, or inside of them, do not", () => {
  expect(printable("\u2068גיל\u2069 → age")).toBe("\u2068גיל\u2069 → age");
  expect(printable("\u202eage\u2066")).toBe("\ufffdage\ufffd");
  expect(printable("\u2068a\u202eb\u2069")).toBe("\ufffda\ufffdb\ufffd");
  expect(printable("\u2068a\u009bb\u2069")).toBe("\u2068a\ufffdb\u2069");
});
