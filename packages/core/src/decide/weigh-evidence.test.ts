import { describe, expect, test } from "vitest";
import { EVIDENCE_WEIGHTS, FEWER_WEIGHTS } from "./evidence-weights.js";
import type { DirectionMeasures } from "./measure-pair.js";
import {
  classFit,
  EVIDENCE_NAMES,
  type EvidenceWeights,
  rawEvidence,
  type Weighable,
  weighEvidence,
  weightTerms,
} from "./weigh-evidence.js";

const FORWARD: DirectionMeasures = { nats: 2000, dependence: 0.1, locationScaleShare: 0.2, quadraticLoss: 0.5 };
const BACKWARD: DirectionMeasures = { nats: 2030, dependence: 2, locationScaleShare: 0.4, quadraticLoss: 0.45 };
const MEASURES: Weighable = {
  rows: 4000,
  levels: 50,
  learned: 1.5,
  directions: { "x->y": FORWARD, "y->x": BACKWARD },
};
const SWAPPED: Weighable = { ...MEASURES, learned: -1.5, directions: { "x->y": BACKWARD, "y->x": FORWARD } };

describe("weighEvidence", () => {
  test("raw pieces are positive where x->y costs less, and swapping negates them to the bit", () => {
    const raw = rawEvidence(MEASURES);
    // 30 nats, in units of 3 at 1,000 rows and twice that at 4,000.
    expect(raw.likelihood).toBeCloseTo(Math.asinh(5), 12);
    expect(raw.independence).toBeCloseTo(Math.log(2.05 / 0.15), 12);
    expect(raw["location-scale velocity"]).toBeCloseTo(Math.LN2, 12);
    expect(raw["quadratic velocity"]).toBeCloseTo(Math.log(0.9), 12);
    expect(raw.learned).toBe(1.5);
    const swapped = rawEvidence(SWAPPED);
    for (const name of EVIDENCE_NAMES) expect(swapped[name]).toBe(-raw[name]);
  });

  test("losses far apart count as e^1.5 times apart", () => {
    const far = { "x->y": { ...FORWARD, quadraticLoss: 1e-9 }, "y->x": { ...BACKWARD, locationScaleShare: 1e-9 } };
    const raw = rawEvidence({ ...MEASURES, directions: far });
    expect([raw["quadratic velocity"], raw["location-scale velocity"]]).toEqual([1.5, -1.5]);
  });

  test("contributions are weights times pieces, mixed by how far the class fits the better direction", () => {
    const fit = 1 / (1 + (0.1 / 0.35) ** 2.5);
    expect(classFit(MEASURES)).toBeCloseTo(fit, 12);
    expect(classFit(SWAPPED)).toBe(classFit(MEASURES));
    // 50 levels are twice those that count as few by half; 4,000 rows lie ln 200/ln 5,000 on the way to 100,000.
    const many = Math.log(200) / Math.log(5000);
    const terms = [0.8 * (1 - many), 0.8 * many, 0.2];
    weightTerms(MEASURES).forEach((term, k) => {
      expect(term).toBeCloseTo(terms[k], 12);
    });
    const raw = rawEvidence(MEASURES);
    const weighed = weighEvidence(MEASURES, EVIDENCE_WEIGHTS);
    expect(weighed.map(({ name }) => name)).toEqual([...EVIDENCE_NAMES]);
    for (const { name, logOdds } of weighed) {
      const { fitting, misfitting } = EVIDENCE_WEIGHTS[name as keyof EvidenceWeights];
      const [a, b] = [fitting, misfitting].map((parts) => parts.reduce((sum, part, k) => sum + part * terms[k], 0));
      expect(logOdds).toBeCloseTo((fit * a + (1 - fit) * b) * raw[name as keyof typeof raw], 10);
    }
  });

  test("beyond the calibrated numbers of rows the nearest weights hold", () => {
    expect(weightTerms({ rows: 10, levels: 9 })).toEqual(weightTerms({ rows: 20, levels: 9 }));
    expect(weightTerms({ rows: 1_000_000, levels: 9 })).toEqual(weightTerms({ rows: 100_000, levels: 9 }));
    expect(weightTerms({ rows: 20, levels: 9 })[1]).toBe(0);
    expect(weightTerms({ rows: 100_000, levels: 9 })[0]).toBe(0);
  });

  test("ten times the rows behind the same costs a row weigh as 100,000 do", () => {
    const times = (measures: DirectionMeasures, factor: number) => ({
      ...measures,
      nats: factor * measures.nats,
      dependence: factor * measures.dependence,
    });
    const of = (rows: number): Weighable => {
      const directions = { "x->y": times(FORWARD, rows / 100_000), "y->x": times(BACKWARD, rows / 100_000) };
      return { ...MEASURES, rows, directions };
    };
    expect(classFit(of(1_000_000))).toBeCloseTo(classFit(of(100_000)), 12);
    const [many, fewer] = [rawEvidence(of(1_000_000)), rawEvidence(of(100_000))];
    for (const name of EVIDENCE_NAMES) expect(many[name]).toBeCloseTo(fewer[name], 12);
  });

  test("a class that fits neither direction has a weight of its own", () => {
    const directions = { "x->y": { ...FORWARD, dependence: 30 }, "y->x": { ...BACKWARD, dependence: 40 } };
    expect(classFit({ rows: 3000, directions })).toBeLessThan(1e-4);
  });

  test("no weight is negative: evidence for a direction never counts against it", () => {
    for (const weights of [EVIDENCE_WEIGHTS, ...FEWER_WEIGHTS]) {
      for (const { fitting, misfitting } of Object.values(weights)) {
        expect(Math.min(...fitting, ...misfitting)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test("every choice of kinds of evidence has weights, and leaves the others out", () => {
    const choices = [EVIDENCE_WEIGHTS, ...FEWER_WEIGHTS].map((weights) => Object.keys(weights).sort().join());
    expect(new Set(choices).size).toBe(31);
    const theory = FEWER_WEIGHTS.find((weights) => !("learned" in weights) && Object.keys(weights).length === 4);
    const names = weighEvidence(MEASURES, theory ?? {}).map(({ name }) => name);
    expect(names).toEqual(EVIDENCE_NAMES.filter((name) => name !== "learned"));
  });
});
