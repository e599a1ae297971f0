import { expect, test } from "vitest";
import { fileStem } from "./actions.js";

test.each([
  ["my table (2).csv", "my-table-2"],
  ["../../etc/passwd", "etc-passwd"],
  ["größe.tsv", "größe"],
  ["???", "table"],
  [`${"long".repeat(40)}.csv`, "long".repeat(15)],
])("%j is saved as %j", (name, stem) => {
  expect(fileStem(name)).toBe(stem);
});
