import { expect, test } from "vitest";
import { displayWidth, printable, printableLines, shortName, wrap } from "./printable.js";

test("names set apart stay so; marks that turn the direction elsewhere, or inside of them, do not", () => {
  expect(printable("\u2068גיל\u2069 → age")).toBe("\u2068גיל\u2069 → age");
  expect(printable("\u202eage\u2066")).toBe("\\u202eage\\u2066");
  expect(printable("\u2068a\u202eb\u2069")).toBe("\\u2068a\\u202eb\\u2069");
  expect(printable("\u2068a\u009bb\u2069")).toBe("\u2068a\\u009bb\u2069");
});

test("line ends are kept between lines, and escaped within a text", () => {
  expect(printableLines("one\ntwo\u001b[2K\r\n")).toBe("one\ntwo\\u001b[2K\\r\n");
  expect(printable("one\ntwo")).toBe("one\\ntwo");
  expect(wrap("one\ntwo", "  ")).toBe("  one\\ntwo");
  expect(shortName("a\nb → c  99% sure", 30)).toBe("a\\nb → c 99% sure");
});

test("a name from right to left is set apart also where it is cut, and its line passes the last guard", () => {
  const name = "גיל ".repeat(20).trim();
  const short = shortName(name, 18);
  expect(displayWidth(short)).toBeLessThanOrEqual(18);
  expect(short).toMatch(/^\u2068[^\u2068\u2069]+…\u2069$/);
  expect(shortName(`\u2068${name}\u2069`, 18)).toBe(short);
  const lines = wrap(`\u2068${name}\u2069 drives ${short}`);
  expect(printableLines(lines)).toBe(lines);
});
