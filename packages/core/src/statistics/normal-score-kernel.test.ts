import { expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { hsic, hsicFeatures } from "./hsic.js";
import { normalScoreHsic, normalScoreKernel } from "./normal-score-kernel.js";
import { normalScores } from "./ranks.js";

const rng = seededRng(31);
const smooth = Float64Array.from({ length: 300 }, () => rng.normal());
const columns = {
  "no ties": smooth,
  rounded: smooth.map((value) => Math.round(2 * value)),
  "two values": smooth.map((value) => (value > 1 ? 1 : 0)),
  "mostly one value": smooth.map((value) => Math.max(value, 1)),
  "twenty rows": smooth.slice(0, 20),
};

test.each(Object.entries(columns))(
  "HSIC and the norms of a kernel are those of general features, to 1e-6: %s",
  (_, x) => {
    const y = x.map((value) => value * value + rng.normal());
    const [kernelX, kernelY] = [normalScoreKernel(x), normalScoreKernel(y)];
    const [featuresX, featuresY] = [x, y].map((column) => hsicFeatures(normalScores(column), 1));
    expect(normalScoreHsic(kernelX, kernelY) / hsic(featuresX, featuresY)).toBeCloseTo(1, 6);
    expect(kernelX.squaredNorm / featuresX.squaredNorm).toBeCloseTo(1, 6);
    expect(kernelX.meanKernel).toBeCloseTo(featuresX.meanKernel, 6);
    expect(kernelX.points).toBe(x.length);
  },
);
