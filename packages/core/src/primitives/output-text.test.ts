import { describe, expect, test } from "vitest";
import { csvLine, csvText, escapedText, jsonText, shortCell } from "./output-text.js";

/** One of each kind: controls of seven and eight bits, of direction, of no width, separators, a tag, half a character. */
const UNSEEN = [
  ..."\u0000\u0007\u0008\u001b\u007f\u0085\u009b\u00ad\u061c\u200b\u200d\u200e\u2028\u2029\u202e\u2060\u2066\u2069\ufeff",
  "\u{e0041}",
  "\ud800",
];

describe("escaped text", () => {
  test("every control character is escaped, those of eight bits among them, and nothing that is seen", () => {
    for (let code = 0; code < 0x100; code++) {
      const letter = String.fromCharCode(code);
      const isUnseen = code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad;
      const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[letter];
      const escaped = short ?? `\\u${code.toString(16).padStart(4, "0")}`;
      expect([code, escapedText(`a${letter}b`)]).toEqual([code, `a${isUnseen ? escaped : letter}b`]);
    }
  });

  test("what hides or turns text is escaped; letters, accents and pictographs stay", () => {
    for (const character of UNSEEN) expect(escapedText(`a${character}b`)).toMatch(/^a(\\u[0-9a-f]{4}){1,2}b$/);
    const seen = "Größe (µm) − é ∂ 体重 גיל العمر नाम ❤️ 👍🏽 𝒳";
    expect(escapedText(seen)).toBe(seen);
  });
});

test("JSON with nothing unseen is read back as the same value", () => {
  const value = { [`name${UNSEEN.join("")}`]: ["a\u202eb", "line\nbreak", UNSEEN.join(" ")], n: [1, -2.5] };
  for (const indent of [0, 2]) {
    const text = jsonText(value, indent);
    expect(JSON.parse(text)).toEqual(value);
    expect(escapedText(text.replaceAll("\n", ""))).toBe(text.replaceAll("\n", ""));
  }
  expect(jsonText(Float64Array.of(1, Number.NaN), 0)).toBe("[1,null]\n");
});

describe("cells of CSV", () => {
  test.each([
    ['=HYPERLINK("http://e.example")', `"'=HYPERLINK(""http://e.example"")"`],
    ["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
    ["-2+3", "'-2+3"],
    ["−2+3", "'−2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\\t=1"],
    ["\r=1", "'\\r=1"],
    [" =1", "' =1"],
    ["＝1+1", "'＝1+1"],
    // In countries where cells end at semicolons, only quotes keep this together.
    ["a;=1+1", '"a;=1+1"'],
    // Nothing to run.
    ["-3", "-3"],
    ["+1.5e3", "+1.5e3"],
    ["a=b", "a=b"],
    ["x -> y", "x -> y"],
    ["two\nlines", "two\\nlines"],
    ["\u001b[31mred", "\\u001b[31mred"],
  ])("%j is written as %s, and in the raw form as it is", (text, expected) => {
    expect(csvLine([text])).toBe(expected);
    const raw = csvLine([text], "raw");
    expect(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw).toBe(text);
  });

  test("numbers stay numbers, and what is not finite leaves its cell empty", () => {
    expect(csvLine([-3, 0.1, -1e-9, Number.NaN, -Infinity, null, undefined, "-x"])).toBe("-3,0.1,-1e-9,,,,,'-x");
  });

  test("marking a text twice is possible and changes no other", () => {
    expect(csvText("dose")).toBe("dose");
    expect(csvText(csvText("=1"))).toBe("'=1");
  });
});

test("cells in messages are short, and no character is cut in half", () => {
  expect(shortCell(`  ${"a".repeat(40)} `)).toBe("a".repeat(40));
  expect(shortCell("b".repeat(1e6))).toBe(`${"b".repeat(39)}…`);
  expect(shortCell(`${"c".repeat(38)}${"👍".repeat(9)}`)).toBe(`${"c".repeat(38)}…`);
});
