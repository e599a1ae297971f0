import { describe, expect, test } from "vitest";
import { EVIDENCE_WEIGHTS } from "./evidence-weights.js";
import type { DirectionMeasures } from "./measure-pair.js";
import { classFit, EVIDENCE_NAMES, logRowsOf, rawEvidence, weighEvidence } from "./weigh-evidence.js";

const FORWARD: DirectionMeasures = { nats: 2000, dependence: 0.1, locationScaleLoss: 0.2, quadraticLoss: 0.5 };
const BACKWARD: DirectionMeasures = { nats: 2030, dependence: 2, locationScaleLoss: 0.4, quadraticLoss: 0.45 };
const MEASURES = { rows: 3000, directions: { "x->y": FORWARD, "y->x": BACKWARD } };
const SWAPPED = { rows: 3000, directions: { "x->y": BACKWARD, "y->x": FORWARD } };

describe("weighEvidence", () => {
  test("raw pieces are positive where x->y costs less, and swapping negates them to the bit", () => {
    const raw = rawEvidence(MEASURES);
    expect(raw.likelihood).toBeCloseTo(Math.asinh(10), 12);
    expect(raw.independence).toBeCloseTo(Math.log(2.05 / 0.15), 12);
    expect(raw["location-scale velocity"]).toBeCloseTo(Math.LN2, 12);
    expect(raw["quadratic velocity"]).toBeCloseTo(Math.log(0.9), 12);
    const swapped = rawEvidence(SWAPPED);
    for (const name of EVIDENCE_NAMES) expect(swapped[name]).toBe(-raw[name]);
  });

  test("losses more than twenty times apart count as twenty times", () => {
    const far = { "x->y": { ...FORWARD, quadraticLoss: 1e-9 }, "y->x": { ...BACKWARD, locationScaleLoss: 1e-9 } };
    const raw = rawEvidence({ rows: 3000, directions: far });
    expect([raw["quadratic velocity"], raw["location-scale velocity"]]).toEqual([3, -3]);
  });

  test("contributions are weights times pieces, mixed by how far the class fits the better direction", () => {
    const fit = 1 / (1 + (0.1 / 0.35) ** 2.5);
    expect(classFit(MEASURES)).toBeCloseTo(fit, 12);
    expect(classFit(SWAPPED)).toBe(classFit(MEASURES));
    const raw = rawEvidence(MEASURES);
    for (const { name, logOdds } of weighEvidence(MEASURES, EVIDENCE_WEIGHTS)) {
      const { fitting, misfitting } = EVIDENCE_WEIGHTS[name as keyof typeof EVIDENCE_WEIGHTS];
      const [a, b] = [fitting, misfitting].map(([at1000, perLogRows]) => at1000 + Math.log(3) * perLogRows);
      expect(logOdds).toBeCloseTo((fit * a + (1 - fit) * b) * raw[name as keyof typeof raw], 10);
    }
  });

  test("beyond the calibrated numbers of rows the nearest weights hold", () => {
    expect(logRowsOf(20)).toBe(logRowsOf(100));
    expect(logRowsOf(1_000_000)).toBe(logRowsOf(10_000));
    expect(logRowsOf(1000)).toBe(0);
  });

  test("a hundred times the rows behind the same costs a row weigh as 10,000 do", () => {
    const times = (measures: DirectionMeasures, factor: number) => ({
      ...measures,
      nats: factor * measures.nats,
      dependence: factor * measures.dependence,
    });
    const of = (rows: number) => {
      const directions = { "x->y": times(FORWARD, rows / 10_000), "y->x": times(BACKWARD, rows / 10_000) };
      return { rows, directions };
    };
    expect(classFit(of(1_000_000))).toBeCloseTo(classFit(of(10_000)), 12);
    const [many, fewer] = [rawEvidence(of(1_000_000)), rawEvidence(of(10_000))];
    for (const name of EVIDENCE_NAMES) expect(many[name]).toBeCloseTo(fewer[name], 12);
  });

  test("a class that fits neither direction has a weight of its own", () => {
    const directions = { "x->y": { ...FORWARD, dependence: 30 }, "y->x": { ...BACKWARD, dependence: 40 } };
    expect(classFit({ rows: 3000, directions })).toBeLessThan(1e-4);
  });
});
