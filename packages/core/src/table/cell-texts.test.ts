import { expect, test } from "vitest";
import { textCollector } from "./cell-texts.js";
import { parseTable } from "./parse-table.js";

test("every text is kept once, with the rows that have it", () => {
  const { columns } = parseTable('sex,n\nf,1\n" m ",2\n,3\nf,4\n5,5\n');
  expect(columns[0]?.texts).toEqual({ texts: ["f", "m"], places: Uint16Array.from([1, 2, 0, 1, 0]) });
  expect(columns[1]?.texts).toBeUndefined();
});

test("a column with too many different texts keeps none", () => {
  const collector = textCollector();
  for (let row = 0; row < 65_535; row++) collector.add(row, String(row));
  expect(collector.finish(65_535)?.texts).toHaveLength(65_535);
  collector.add(65_535, "one more");
  collector.add(65_536, "and another");
  expect(collector.finish(65_537)).toBeUndefined();
});

test("a long text is kept in whole; a column keeps no texts if together they are too long", () => {
  const [sentence, book] = ["a".repeat(1000), "b".repeat(6_550_000)];
  const collector = textCollector();
  for (const [row, cell] of [`${sentence}b`, sentence, "short", `${sentence}b`, book].entries())
    collector.add(row, cell);
  const found = collector.finish(5);
  expect(found?.texts.map(({ length }) => length)).toEqual([1001, 1000, 5, 6_550_000]);
  expect(found?.places).toEqual(Uint16Array.from([1, 2, 3, 1, 4]));
  collector.add(5, sentence);
  expect(collector.finish(6)?.places[5]).toBe(2);
  collector.add(6, "c".repeat(2000));
  expect(collector.finish(7)).toBeUndefined();
});
