import { expect, test } from "vitest";
import { gaussLegendre } from "./special.js";

test.each([1, 2, 5, 12, 16])("%d nodes integrate tᵏ exactly up to degree 2q − 1, to 1e-14, and no further", (q) => {
  const { nodes, weights } = gaussLegendre(q);
  const moment = (k: number) => nodes.reduce((sum, t, i) => sum + weights[i] * t ** k, 0);
  for (let k = 0; k < 2 * q; k++) expect(Math.abs(moment(k) - (k % 2 ? 0 : 2 / (k + 1)))).toBeLessThan(1e-14);
  // The error of t^2q is that of the monic Legendre polynomial's square: at least 4^(−2q) or so.
  expect(Math.abs(moment(2 * q) - 2 / (2 * q + 1))).toBeGreaterThan(16 ** -q / 2);
});

test("three nodes are −√(3/5), 0 and √(3/5) with weights 5/9, 8/9, 5/9", () => {
  const { nodes, weights } = gaussLegendre(3);
  [-Math.sqrt(0.6), 0, Math.sqrt(0.6)].forEach((node, i) => {
    expect(nodes[i]).toBeCloseTo(node, 15);
  });
  [5 / 9, 8 / 9, 5 / 9].forEach((weight, i) => {
    expect(weights[i]).toBeCloseTo(weight, 14);
  });
});

test("100 nodes: weights sum to 2, nodes ascend and are symmetric", () => {
  const { nodes, weights } = gaussLegendre(100);
  expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(2, 13);
  for (let k = 0; k < 100; k++) {
    if (k > 0) expect(nodes[k]).toBeGreaterThan(nodes[k - 1]);
    expect(nodes[k] + nodes[99 - k]).toBeCloseTo(0, 14);
  }
});
