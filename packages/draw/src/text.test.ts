import { expect, test } from "vitest";
import { shorten, shortenMiddle, shortenNames, textWidth, wrap } from "./text.js";

const SIZE = 12;

test("a text that fits is not changed", () => {
  expect(shorten("dose", 100, SIZE)).toEqual({ shown: "dose", full: undefined });
});

test("a longer text is cut to the width, with …, and the full text is kept", () => {
  const name = "the name of a column that goes on and on, as those of surveys do, beyond all measure";
  const { shown, full } = shorten(name, 150, SIZE);
  expect(full).toBe(name);
  expect(shown).toMatch(/^the name of a .*…$/);
  expect(textWidth(shown, SIZE)).toBeLessThanOrEqual(150 + 1e-9);
  expect(textWidth(shown, SIZE)).toBeGreaterThan(120);
});

test("a character of several code points is kept whole or left out", () => {
  const scientist = "👩‍🔬";
  const { shown } = shorten(scientist.repeat(9), 80, SIZE);
  expect(shown.replaceAll(scientist, "")).toBe("…");
  expect(shown).toContain(scientist);
});

test("line breaks, control characters, direction characters and lone surrogates are removed", () => {
  const { shown } = shorten("a\nb\u0000c\u202ed\ud800e\u2028f", 200, SIZE);
  expect(shown).toBe("a b cd\ufffde f");
});

test("a text that fits is one line, an empty one an empty line", () => {
  expect(wrap("dose and response", 300, SIZE)).toEqual([{ shown: "dose and response", full: undefined }]);
  expect(wrap("", 300, SIZE)).toEqual([{ shown: "", full: undefined }]);
});

test("a longer text is broken between words, and nothing is lost", () => {
  const text = "residual: filled positive, hollow negative, full size from 1";
  const lines = wrap(text, 200, SIZE);
  expect(lines.length).toBe(2);
  expect(lines.map(({ shown }) => shown).join(" ")).toBe(text);
  for (const { shown } of lines) expect(textWidth(shown, SIZE)).toBeLessThanOrEqual(200);
});

test("a text longer than three lines, or without spaces, is cut, and the full text is kept", () => {
  const text = "on and on ".repeat(30).trim();
  const lines = wrap(text, 100, SIZE);
  expect(lines).toHaveLength(3);
  expect(lines[2].shown).toMatch(/…$/);
  expect(lines[2].full).toBe(text);
  const word = "x".repeat(100);
  expect(wrap(word, 100, SIZE)).toEqual([{ shown: expect.stringMatching(/^x+…$/), full: word }]);
});

test("an arrow that is longer than three lines keeps both names, cut in their middles", () => {
  const [from, to] = [
    "temperature of the river, in degrees, at the station in the north of the valley, mean of the day",
    "oxygen in the river, in milligrams, at the station in the north of the valley, mean of the day",
  ];
  const lines = wrap(`for ${from} → ${to}`, 200, SIZE);
  expect(lines.length).toBeLessThanOrEqual(3);
  expect(lines.map(({ shown }) => shown).join(" ")).toMatch(/^for temper.*….*of the day → oxygen.*….*of the day$/);
  for (const { shown, full } of lines) {
    expect(textWidth(shown, SIZE)).toBeLessThanOrEqual(200);
    expect(full).toBe(`for ${from} → ${to}`);
  }
});

test("a name is cut in its middle, so that names that differ at their ends still differ", () => {
  const name = "concentration of what was dissolved, at station 12";
  const { shown, full } = shortenMiddle(name, 150, SIZE);
  expect(full).toBe(name);
  expect(shown).toMatch(/^concentr.*….*station 12$/);
  expect(textWidth(shown, SIZE)).toBeLessThanOrEqual(150 + 1e-9);
  expect(textWidth(shown, SIZE)).toBeGreaterThan(130);
  expect(shortenMiddle("dose", 100, SIZE)).toEqual({ shown: "dose", full: undefined });
});

test("on both sides of an arrow each name is cut in its middle, and the arrow stays", () => {
  const [long, other] = ["mean_temperature_at_the_station_2019", "number of portions sold per day in all shops"];
  const { shown, full } = shortenNames(`${long} → ${other}`, 200, 12);
  expect(shown).toMatch(/^mean\S+…\S*2019 → numb.+….*shops$/);
  expect([full, textWidth(shown, 12) <= 200]).toEqual([`${long} → ${other}`, true]);
  // A short name leaves its room to the other one.
  expect(shortenNames(`dose → ${other}`, 200, 12).shown.length).toBeGreaterThan(shown.length / 2 + 8);
  expect(shortenNames(`${other} → dose`, 200, 12).shown).toMatch(/ → dose$/);
  expect(shortenNames("dose → response", 200, 12)).toEqual({ shown: "dose → response", full: undefined });
  expect(shortenNames(long, 100, 12)).toEqual(shortenMiddle(long, 100, 12));
});
