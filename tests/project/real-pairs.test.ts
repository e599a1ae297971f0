import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ListedPair, listedPairs, pairsTable, realPair, realPairs } from "../../scripts/real-data/real-pairs.js";
import { ROOT } from "../../scripts/source-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const CSV = "cause,effect\n1,2.5\n2,-3e-7\n4,0\n";

function listed(csv: string): ListedPair {
  const sha256 = createHash("sha256").update(csv).digest("hex");
  return { ...listedPairs()[0], cause: "dose", effect: "response", sha256 };
}

/** Files whose sums are even and odd: the order of the columns follows. */
function both(): { even: string; odd: string } {
  const texts = Array.from({ length: 40 }, (_, i) => CSV.replace("4,0", `${i + 3},0`));
  const isEven = (csv: string) => Number.parseInt(listed(csv).sha256.slice(-1), 16) % 2 === 0;
  return { even: texts.find(isEven) as string, odd: texts.find((csv) => !isEven(csv)) as string };
}

describe("the list of real pairs", () => {
  const pairs = listedPairs();

  test("has one headline pair for each table that counts, and never the tables kept for an outside check", () => {
    const headline = pairs.filter((pair) => pair.headline);
    expect(headline.length).toBeGreaterThanOrEqual(60);
    expect(new Set(headline.map(({ table }) => table)).size).toBe(headline.length);
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length);
    const kept = /^r-cran-(mass|nlme|lattice|survival|boot|rpart|ggplot2)$|^r-base/;
    expect(pairs.filter((pair) => kept.test(pair.package))).toEqual([]);
  });

  test("says of every pair what the page needs, with enough rows and levels", () => {
    for (const pair of pairs) {
      expect(pair.rows, pair.id).toBeGreaterThanOrEqual(20);
      expect(Math.min(pair.causeLevels, pair.effectLevels), pair.id).toBeGreaterThanOrEqual(3);
      expect(pair.sha256, pair.id).toMatch(/^[0-9a-f]{64}$/);
      expect(pair.cause, pair.id).not.toBe(pair.effect);
      for (const text of [pair.why, pair.license, pair.version]) expect(text, pair.id).toBeTruthy();
    }
    const simulated = pairs.filter(({ kind }) => kind !== "measured");
    expect(simulated.length).toBeLessThanOrEqual(15);
  });
});

describe("a real pair", () => {
  test("has its numbers, and a truth that follows the order of its columns", () => {
    const { even, odd } = both();
    const first = realPair(listed(even), even);
    expect(first.truth).toBe("x->y");
    expect(first.pair.names).toEqual({ x: "dose", y: "response" });
    expect(Array.from(first.pair.x.slice(0, 2))).toEqual([1, 2]);
    expect(Array.from(first.pair.y)).toEqual([2.5, -3e-7, 0]);
    const second = realPair(listed(odd), odd);
    expect(second.truth).toBe("y->x");
    expect(second.pair.names).toEqual({ x: "response", y: "dose" });
    expect(Array.from(second.pair.y.slice(0, 2))).toEqual([1, 2]);
  });

  test("with other numbers than those recorded, or without a file, names the command that fetches them", () => {
    expect(() => realPair(listed(CSV), CSV.replace("2.5", "2.6"))).toThrow(/expected .*fetch\.py/);
    expect(() => realPairs(temporaryFolder())).toThrow(/missing.*python3 scripts\/real-data\/fetch\.py/);
    expect(existsSync(join(ROOT, "scripts/real-data/fetch.py"))).toBe(true);
  });

  test("is a line of the page's table, in which no license or column breaks the cells", () => {
    const pair = { ...listed(CSV), table: "lab/assay", license: "GPL-2 | GPL-3", rows: 1234, headline: true };
    const [, , line] = pairsTable([pair], () => "75%, right").split("\n");
    expect(line).toMatch(/^\| \*\*lab\/assay: dose → response\*\* \| 1,234 \| \d+ \/ \d+ \| /);
    expect(line).toContain("GPL-2 \\| GPL-3 |");
    expect(pairsTable([{ ...pair, headline: false }], () => "")).not.toContain("**");
    expect(line.split(/(?<!\\)\|/)).toHaveLength(8);
  });
});
