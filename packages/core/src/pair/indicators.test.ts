import { describe, expect, test } from "vitest";
import { failure } from "../../../../tests/support/failure.js";
import { decide } from "../decide/decide.js";
import { seededRng } from "../primitives/random.js";
import { parseTable } from "../table/parse-table.js";
import { pairFromTable } from "./pair.js";

const rng = seededRng(3).split("categories");
const LEVELS = ["f", "m", "x", "u", "v"];

/** Rows in which a category shifts both columns. */
function tableOf(levels: number, rows = 400): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const level = Math.min(levels - 1, Math.floor(rng.uniform() * levels));
    const dose = 3 * level + 2 * rng.normal();
    const response = Math.sin(dose) * 2 + 0.6 * dose - 4 * level + 0.4 * rng.normal();
    return `${dose},${response},${i === 5 ? "NA" : LEVELS[level]}`;
  });
  return `dose,response,sex\n${lines.join("\n")}\n`;
}
const choice = { x: "dose", y: "response", given: ["sex"] };

describe("a category that is given", () => {
  test("becomes a column of 0 and 1 for each level but the one of most rows", () => {
    const text = "a,b,c\n1,2,p\n2,1,q\n3,5,p\n4,4,q\n5,6,p\n6,5,r\n7,7,r\n8,9,NA\n9,9,p\n";
    const { given, rows } = pairFromTable(parseTable(text), { x: "a", y: "b", given: ["c"] });
    expect(given?.map(({ name, values }) => [name, ...values])).toEqual([
      ["c = q", 0, 1, 0, 1, 0, 0, 0, 0],
      ["c = r", 0, 0, 0, 0, 0, 1, 1, 0],
    ]);
    expect(rows.reasons).toEqual({ missing: 1 });
  });

  test("decides, and the answer names it, without a finding about its levels", () => {
    for (const levels of [2, 3]) {
      const decision = decide(pairFromTable(parseTable(tableOf(levels)), choice));
      expect(decision.verdict).toBe("x->y");
      expect(decision.given?.columns.map((name) => name.slice(0, 6))).toEqual(Array(levels - 1).fill("sex = "));
      expect(decision.findings.filter(({ column }) => column?.startsWith("sex"))).toEqual([]);
    }
  });

  test("of too many levels is refused, with what to do instead", () => {
    const error = failure(() => pairFromTable(parseTable(tableOf(5)), choice));
    expect([error.code, error.message]).toEqual(["wrong-option", expect.stringMatching(/a category of 5 levels/)]);
    expect(error.remedy).toMatch(/group/);
  });

  test("is none if its texts are dates or amounts that were not read", () => {
    const text = `a,b,c\n${Array.from({ length: 40 }, (_, i) => `${i * i},${i},0${1 + (i % 2)}/03/2020`).join("\n")}\n`;
    const error = failure(() => pairFromTable(parseTable(text), { x: "a", y: "b", given: ["c"] }));
    expect(error.code).toBe("non-numeric-column");
  });
});
