import { expect, test } from "vitest";
import { textCollector } from "./cell-texts.js";
import { parseTable } from "./parse-table.js";

test("every text is kept once, with the rows that have it", () => {
  const { columns } = parseTable('sex,n\nf,1\n" m ",2\n,3\nf,4\n5,5\n');
  expect(columns[0]?.texts).toEqual({ texts: ["f", "m"], places: Uint16Array.from([1, 2, 0, 1, 0]) });
  expect(columns[1]?.texts).toBeUndefined();
});

test("a long text has no place, and a column with too many different ones keeps none", () => {
  const collector = textCollector();
  collector.add(0, "a".repeat(101));
  collector.add(1, "a".repeat(100));
  expect(collector.finish(2)?.places).toEqual(Uint16Array.from([0, 1]));
  for (let row = 2; row < 65_536; row++) collector.add(row, String(row));
  expect(collector.finish(65_536)?.texts).toHaveLength(65_535);
  collector.add(65_536, "one more");
  collector.add(65_537, "and another");
  expect(collector.finish(65_538)).toBeUndefined();
});
