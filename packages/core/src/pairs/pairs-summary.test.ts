import { describe, expect, test } from "vitest";
import type { PairDecision } from "../decide/decide.js";
import type { Gate, Verdict } from "../decide/decision.js";
import type { Severity } from "../primitives/finding.js";
import type { PairOutcome } from "./decide-tile.js";
import { outcomesCsv } from "./outcome-files.js";
import { pairsFigure } from "./pairs-figure.js";
import { pairsSentences, pairsSummary } from "./pairs-summary.js";

function outcome(
  x: number,
  y: number,
  verdict: Verdict,
  probability?: number,
  gate?: Gate,
  { severity = "warn", tail = 1e-9 }: { severity?: Severity; tail?: number } = {},
): PairOutcome {
  const names = { x: `c${x}`, y: `c${y}` };
  const decision = {
    ...{ method: "default", options: { maxRows: 100 }, seed: 3, names, verdict, margin: 1.25 },
    ...{
      cost: { "x->y": 0, "y->x": 1 },
      findings: [{ code: "ties", severity, sentence: "Ties.", advice: "" }],
    },
    rows: { read: 10, used: 9, dropped: 1, reasons: { missing: 1 } },
    ...(probability === undefined ? {} : { probability }),
    ...(gate ? { gate } : {}),
  } as unknown as PairDecision;
  return { x, y, names, decision, dependence: { strength: 0.5, tail } };
}

const FAILED: PairOutcome = {
  ...{ x: 1, y: 9, names: { x: 'a "1"', y: "k" } },
  problem: { code: "constant-column", message: 'column "k": one value' },
};

describe("pairsSummary", () => {
  test("counts, and adds up the chances of error from both directions' sides", () => {
    const outcomes = [outcome(1, 2, "x->y", 0.96), outcome(1, 3, "y->x", 0.95), outcome(2, 3, "cannot-tell", 0.55)];
    const summary = pairsSummary([...outcomes, FAILED]);
    expect(summary).toMatchObject({ pairs: 4, directed: 2, cannotTell: 1, failed: 1, jointlySure: 2, circles: 0 });
    expect(summary.expectedWrong).toBeCloseTo(0.09, 12);
  });

  test("the surest directions are counted as long as their chances of error add up to no more than a tenth", () => {
    const shares = [0.7, 0.97, 0.96, 0.94];
    const summary = pairsSummary(shares.map((share, i) => outcome(1, i + 2, "x->y", share)));
    expect(summary.jointlySure).toBe(2);
    expect(pairsSummary([outcome(1, 2, "y->x", 0.7)]).jointlySure).toBe(0);
  });

  test("without probabilities nothing is expected", () => {
    const summary = pairsSummary([outcome(1, 2, "x->y")]);
    expect(summary).not.toHaveProperty("expectedWrong");
    expect(pairsSentences(summary).join(" ")).toMatch(/no probabilities/);
  });

  test("finds every circle of three once, whichever way it runs, and no other triple", () => {
    const forward = [outcome(1, 2, "x->y", 0.9), outcome(2, 3, "x->y", 0.9), outcome(1, 3, "y->x", 0.9)];
    const backward = [outcome(4, 5, "y->x", 0.9), outcome(5, 6, "y->x", 0.9), outcome(4, 6, "x->y", 0.9)];
    const line = [outcome(7, 8, "x->y", 0.9), outcome(8, 9, "x->y", 0.9), outcome(7, 9, "x->y", 0.9)];
    expect(pairsSummary(forward).circles).toBe(1);
    expect(pairsSummary(backward).circles).toBe(1);
    expect(pairsSummary(line).circles).toBe(0);
    expect(pairsSummary([...forward, ...backward, ...line]).circles).toBe(2);
  });
});

test("sentences give the counts, the errors to expect and that pairs were judged alone", () => {
  const sentences = pairsSentences(pairsSummary([outcome(1, 2, "x->y", 0.97), outcome(1, 3, "x->y", 0.6), FAILED]));
  expect(sentences).toEqual([
    "Of 3 pairs, 2 got a direction and 0 did not; 1 could not be decided.",
    "Among 3 pairs, columns count as dependent where p is below 0.0067: if rows are independent, at most 0.1 of the 2 " +
      "directions are expected to join unrelated columns by chance.",
    "If in each of these pairs one column drives the other, and the probabilities hold, about 0.4 of the 2 directions are " +
      "wrong on average, and the surest one is right with a probability of at least 90%. Causes that columns share make " +
      "more of them wrong.",
    expect.stringMatching(/judged alone/),
  ]);
  expect(pairsSentences(pairsSummary([outcome(1, 2, "x->y", 0.97), outcome(1, 3, "cannot-tell", 0.5)]))[1]).toMatch(
    /if rows are independent, at most 0\.1 directions are expected to join/,
  );
  expect(pairsSentences(pairsSummary([outcome(1, 2, "cannot-tell", 0.5)]))).toEqual([
    "Of 1 pair, 0 got a direction and 1 did not.",
  ]);
  expect(pairsSentences(pairsSummary([outcome(1, 2, "x->y", 0.8)]))[1]).toMatch(/wrong with a probability of 0\.20\.$/);
  expect(pairsSentences(pairsSummary([outcome(1, 2, "x->y", 0.999), outcome(1, 3, "y->x", 0.999)]))[2]).toMatch(
    /about none of the 2 directions are wrong on average, and all of them are right/,
  );
  const unrelated = [
    outcome(1, 2, "cannot-tell", undefined, "independent"),
    outcome(1, 3, "cannot-tell", undefined, "linear-gaussian"),
  ];
  expect(pairsSentences(pairsSummary(unrelated))).toEqual([
    "Of 2 pairs, 0 got a direction and 2 did not, 1 of them because no dependence was found.",
  ]);
  expect(pairsSentences(pairsSummary(unrelated.slice(0, 1)))[0]).toMatch(
    /1 did not, because no dependence was found\.$/,
  );
});

describe("what is not vouched for", () => {
  const doubted = (y: number) => outcome(1, y, "x->y", 0.999, undefined, { severity: "fail" });

  test("directions with a failed check count neither as sure nor as wrong", () => {
    const summary = pairsSummary([doubted(2), doubted(3), outcome(1, 4, "x->y", 0.97), outcome(1, 5, "x->y", 0.95)]);
    expect(summary).toMatchObject({ directed: 4, supported: 2, doubtful: { ties: 2 }, jointlySure: 2 });
    expect(summary.expectedWrong).toBeCloseTo(0.08, 12);
    expect(pairsSentences(summary)[2]).toBe(
      "For 2 of the directions a check of the data failed (ties 2): what follows is about the other 2.",
    );
    expect(pairsSentences(summary)[3]).toMatch(/of the 2 directions are wrong/);
  });

  test("where all have one, nothing is said about the surest", () => {
    const sentences = pairsSentences(pairsSummary([doubted(2), doubted(3)])).join(" ");
    expect(sentences).toMatch(/For all 2 directions a check .* it is not known how many of them are wrong/);
    expect(sentences).not.toMatch(/surest|right/);
    expect(pairsSentences(pairsSummary([doubted(2)]))[1]).toMatch(/For this direction .* not to be trusted/);
  });

  test("how many directions are expected by chance: a hundredth of those that are found to depend", () => {
    const many = Array.from({ length: 300 }, (_, i) => outcome(1, i + 2, "x->y", 0.9));
    expect(pairsSentences(pairsSummary(many, 400))[1]).toMatch(
      /Among 400 pairs.* below 0\.0075: .* at most 3\.0 of the 300/,
    );
    // Of a single pair there is nothing to say.
    expect(pairsSentences(pairsSummary(many.slice(0, 1), 1)).join(" ")).not.toMatch(/chance/);
  });

  test("methods without gates give directions to unrelated columns, and the summary counts them", () => {
    const unrelated = outcome(1, 3, "x->y", undefined, undefined, { tail: 0.4 });
    const summary = pairsSummary([outcome(1, 2, "x->y"), unrelated]);
    expect(summary.unrelated).toBe(1);
    expect(pairsSentences(summary)[1]).toMatch(/^1 of the 2 directions joins columns whose dependence may be chance/);
    const { dependence: _, ...old } = outcome(1, 4, "x->y", 0.9);
    const ofOld = pairsSummary([old as PairOutcome, outcome(1, 2, "x->y", 0.9)]);
    expect(ofOld).not.toHaveProperty("unrelated");
    expect(pairsSentences(ofOld).join(" ")).not.toMatch(/chance/);
  });
});

test("a tidy table has one line a pair, with every digit and quoted names", () => {
  const probability = 0.6 + 0.2;
  const lines = outcomesCsv([outcome(1, 2, "y->x", probability), FAILED], "1.2.3").split("\n");
  expect(lines).toEqual([
    "x,y,verdict,cause,effect,probability,dependence,p_independent,gate,reason,margin,evidence,rows_read,rows_used,findings,error,method,seed,version,x_column,y_column",
    `c1,c2,y->x,c2,c1,${probability},0.5,1e-9,,,1.25,,10,9,ties,,default,3,1.2.3,1,2`,
    '"a ""1""",k,,,,,,,,,,,,,,"column ""k"": one value",,,1.2.3,1,9',
    "",
  ]);
});

test("the figure is one triangle: where each arrow points, how far, how strong, and what got none", () => {
  const columns = [1, 2, 3, 9].map((number) => ({ number, name: `c${number}` }));
  const outcomes = [
    ...[outcome(1, 2, "x->y", 1), outcome(1, 3, "y->x", 0.5), outcome(2, 3, "cannot-tell", 0.5)],
    ...[outcome(2, 9, "cannot-tell", undefined, "independent"), FAILED],
  ];
  const [panel] = pairsFigure(columns, outcomes).panels;
  const [squares, right, up, rings, discs, crosses] = panel.marks as never as Record<string, Float64Array>[];
  expect(panel.y).toMatchObject({ names: ["c1", "c2", "c3", "c9"], at: "diagonal" });
  expect([...squares.value]).toEqual([0.5, 0.5, 0.5, 0.5]);
  // Column 1 drives column 2: to the right in the row of column 2. Column 3 drives column 1, up in the row of column 3;
  // a probability of 1/2 is a short arrow.
  expect([[...right.y], [...right.dx].map((length) => length.toFixed(2)), [...right.dy]]).toEqual([[1], ["0.84"], [0]]);
  expect([[...up.x], [...up.dx], [...up.dy].map((length) => length.toFixed(2))]).toEqual([[0], [0], ["-0.24"]]);
  expect([right.x[0] + right.dx[0] / 2, up.y[0] + up.dy[0] / 2]).toEqual([0, 2]);
  expect([rings, discs, crosses].map(({ x, y }) => [x[0], y[0]])).toEqual([
    [1, 2],
    [1, 3],
    [0, 3],
  ]);
});

test("long names keep both ends in the figure, and names that would look the same get their numbers", () => {
  const columns = ["first", "second", "first"].map((word, k) => ({
    number: k + 1,
    name: `${"very ".repeat(9)}${word}`,
  }));
  const [{ y }] = pairsFigure(columns, []).panels;
  expect(y).toMatchObject({
    names: ["1: very very ve…ery very first", "very very very…ry very second", "3: very very ve…ery very first"],
  });
});
