import { accuracy, audrc, type JudgedPair } from "@causal-velocity/lab/evaluate/metrics.js";
import { describe, expect, test } from "vitest";
import { readSharedGolden, readSharedTruth, sharedFolder } from "../support/shared-data.js";

// Metrics of sec:experiments.

interface Metrics {
  readonly acc: number;
  readonly audrc: number;
  readonly acc_unw: number;
  readonly audrc_unw: number;
  readonly audrc_wstep: number;
  readonly scores: readonly number[];
}

interface Suite {
  readonly pair_ids: readonly (number | string)[];
  readonly resample1000: Readonly<Record<string, Metrics>>;
}

describe.skipIf(!sharedFolder)("accuracy and AUDRC are those of an independent implementation, to 1e-12", () => {
  // Only continuous scores: the order of ties may differ.
  test.each(["SIM", "SIM-c", "SIM-G", "AN", "LS-s", "Tuebingen", "Tuebingen_cts"])("%s", (name) => {
    const { _benchmarks } = readSharedGolden<{ _benchmarks: Record<string, Suite> }>("baselines-and-scores.json");
    const { pair_ids: ids, resample1000 } = _benchmarks[name];
    const truths = readSharedTruth(name.replace("_cts", ""));
    for (const method of ["igci_unif", "igci_gauss", "reci"]) {
      const expected = resample1000[method];
      const judged = expected.scores.map((margin, k): JudgedPair => {
        const { causeIsX, weight } = truths.get(Number(ids[k])) ?? { causeIsX: true, weight: Number.NaN };
        return { truth: causeIsX ? "x->y" : "y->x", margin, verdict: margin > 0 ? "x->y" : "y->x", weight };
      });
      const plain = judged.map((pair) => ({ ...pair, weight: 1 }));
      expect(accuracy(judged).accuracy).toBeCloseTo(expected.acc, 12);
      expect(accuracy(plain).accuracy).toBeCloseTo(expected.acc_unw, 12);
      expect(audrc(judged)).toBeCloseTo(expected.audrc, 12);
      expect(audrc(judged, "unweighted")).toBeCloseTo(expected.audrc_unw, 12);
      expect(audrc(judged, "weighted")).toBeCloseTo(expected.audrc_wstep, 12);
    }
  });
});
