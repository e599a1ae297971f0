import { describe, expect, it } from "vitest";
import { pairFromColumns, pairFromTable } from "../pair/pair.js";
import { rowGroups } from "../pair/row-groups.js";
import { seededRng } from "../primitives/random.js";
import { parseTable } from "../table/parse-table.js";
import { transformTable } from "../table/transform-table.js";
import { decide } from "./decide.js";
import { oneRowEach, withinGroupsDecision } from "./dependent-rows.js";

/** A pair in groups of `rows` rows: y is a curve of x with noise. */
function curved(groups: number, rows: number) {
  const rng = seededRng(11);
  const x = Float64Array.from({ length: groups * rows }, () => rng.normal());
  const y = x.map((value) => value * value + value + 0.5 * rng.uniform());
  const codes = Float64Array.from(x, (_, i) => Math.floor(i / rows));
  return { pair: pairFromColumns(x, y), groups: rowGroups("region", codes) };
}

describe("a decision within groups", () => {
  it("counts less the fewer rows a group has, and keeps the sums", () => {
    const { pair } = curved(40, 10);
    const whole = decide(pair, { unordered: true });
    const weaker = withinGroupsDecision(whole, curved(40, 10).groups, 0.6);
    expect(weaker.margin).toBeCloseTo(0.8 * whole.margin, 12);
    expect(weaker.cost["y->x"] - weaker.cost["x->y"]).toBe(weaker.margin);
    const sum = (weaker.evidence ?? []).reduce((total, { logOdds }) => total + logOdds, 0);
    expect(sum).toBeCloseTo(weaker.margin, 12);
    expect(weaker.probability).toBeCloseTo(1 / (1 + Math.exp(-Math.abs(weaker.margin))), 12);
  });

  it("has no verdict where what is left is below the threshold", () => {
    const { pair, groups } = curved(40, 10);
    const whole = decide(pair, { unordered: true });
    const { verdict, reason } = withinGroupsDecision(whole, groups, 0.999999);
    expect([verdict, reason]).toEqual(["cannot-tell", "few-rows"]);
  });

  it("says how many groups agree, and swaps with the columns", () => {
    const { pair, groups } = curved(6, 60);
    const decision = decide({ ...pair, groups }, { unordered: true });
    expect(decision.verdict).toBe("x->y");
    expect(decision.groups).toMatchObject({ name: "region", count: 6, judged: 6 });
    expect(decision.groups?.agree).toBeGreaterThanOrEqual(4);
    const swapped = decide({ ...pair, x: pair.y, y: pair.x, groups }, { unordered: true });
    expect([swapped.margin, swapped.groups]).toEqual([-decision.margin, decision.groups]);
  });
});

describe("a decision about repeated measurements", () => {
  /** Independent columns, 25 subjects, 40 nearly equal rows each. */
  function repeated() {
    const rng = seededRng(5);
    const [x, y, codes] = [0, 0, 0].map(() => new Float64Array(1000));
    for (let i = 0; i < 1000; i++) {
      const isFirst = i % 40 === 0;
      x[i] = (isFirst ? rng.normal() : x[i - (i % 40)]) + (isFirst ? 0 : 0.05 * rng.normal());
      y[i] = (isFirst ? rng.normal() : y[i - (i % 40)]) + (isFirst ? 0 : 0.05 * rng.normal());
      codes[i] = Math.floor(i / 40);
    }
    return { pair: pairFromColumns(x, y), clusters: rowGroups("subject", codes) };
  }

  it("does not take them for independent rows: columns that have nothing to do with each other get no verdict", () => {
    const { pair, clusters } = repeated();
    expect(decide(pair, { unordered: true }).verdict).not.toBe("cannot-tell");
    const { verdict, gate, probability, findings } = decide({ ...pair, clusters }, {});
    expect([verdict, probability]).toEqual(["cannot-tell", undefined]);
    expect(
      findings.some(({ code, sentence }) => code === gate && /one row of each "subject"/.test(String(sentence))),
    ).toBe(true);
  });

  it("keeps the verdict of all rows where one row of each subject shows a dependence", () => {
    const { pair, groups } = curved(300, 4);
    const decision = decide({ ...pair, clusters: groups });
    expect(decision.verdict).toBe("x->y");
    expect(decision.margin).toBe(decide(pair, { unordered: true }).margin);
    expect(decision.clusters).toEqual({ name: "region", count: 300 });
  });

  it("refuses differences between rows of different subjects", () => {
    const lines = Array.from({ length: 60 }, (_, i) => `${i % 25},${Math.sin(i)},${Math.cos(3 * i)}`);
    const table = parseTable(["who,x,y", ...lines].join("\n"));
    const choice = { x: "x", y: "y", cluster: "who" };
    const across = transformTable(table, { diff: ["x"] });
    expect(() => pairFromTable(across, choice)).toThrow(/"diff\(x\)"; expected differences within "who"/);
    const pair = pairFromTable(transformTable(table, { diff: ["x"], within: ["who"] }), choice);
    expect([...pair.x].slice(0, 2)).toEqual([25, 26].map((i) => Math.sin(i) - Math.sin(i - 25)));
    expect(pair.transformations?.[0]).toMatchObject({ text: "diff(x)", within: ["who"] });
  });

  it("takes one row of each, and 20 of them", () => {
    const { pair, groups } = curved(30, 7);
    const single = oneRowEach(pair, groups, seededRng(1));
    expect(single.x.length).toBe(30);
    expect(() =>
      decide({
        ...pair,
        clusters: rowGroups(
          "id",
          pair.x.map((_, i) => i % 19),
        ),
      }),
    ).toThrow(/19 different values/);
  });

  it("is for the default method", () => {
    const { pair, groups } = curved(30, 7);
    expect(() => decide({ ...pair, clusters: groups }, { method: "v-lsnm" })).toThrow(/since option cluster is set/);
  });
});
