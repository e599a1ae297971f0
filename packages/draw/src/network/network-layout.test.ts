import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, test } from "vitest";
import type { NetworkLine } from "./layers.js";
import { type NetworkLayout, type NodeSize, networkLayout, spread } from "./network-layout.js";

/** Arrows from lower to higher positions, each with the same probability, and labels of many widths. */
function randomNetwork(count: number, degree: number, seed: number): { sizes: NodeSize[]; lines: NetworkLine[] } {
  const rng = seededRng(seed);
  const sizes = Array.from({ length: count }, () => ({
    width: 30 + 130 * rng.uniform(),
    height: rng.uniform() < 0.5 ? 23 : 38,
  }));
  const pairs = sizes.flatMap((_, from) => sizes.slice(from + 1).map((_, k) => ({ from, to: from + 1 + k })));
  return { sizes, lines: pairs.filter(() => rng.uniform() < degree / (count - 1)) };
}

/** Rounding of sums of pixels. */
const TINY = 1e-6;

type Box = NetworkLayout["nodes"][number];
const overlap = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 - TINY && Math.abs(a.y - b.y) < (a.height + b.height) / 2 - TINY;

describe.each([
  [2, 1, 316],
  [3, 2, 730],
  [10, 2, 730],
  [20, 3, 730],
  [50, 3, 730],
  [50, 3, 310],
  [50, 0.5, 1110],
  [12, 0, 400],
])("%i nodes with %d lines each on %i pixels", (count, degree, width) => {
  const cases = [1, 2, 3, 4].map((seed) => {
    const { sizes, lines } = randomNetwork(count, degree, seed);
    return { lines, layout: networkLayout(sizes, lines, width) };
  });

  test("no label overlaps another, and all are inside", () => {
    for (const { layout } of cases) {
      layout.nodes.forEach((node, k) => {
        expect(layout.nodes.slice(k + 1).filter((other) => overlap(node, other))).toEqual([]);
        expect(node.x - node.width / 2).toBeGreaterThanOrEqual(-TINY);
        expect(node.x + node.width / 2).toBeLessThanOrEqual(width + TINY);
        expect(node.y - node.height / 2).toBeGreaterThanOrEqual(-TINY);
        expect(node.y + node.height / 2).toBeLessThanOrEqual(layout.height + TINY);
      });
    }
  });

  test("every line leads down from the lower edge of its first node to the upper edge of its last", () => {
    for (const { lines, layout } of cases) {
      expect(layout.lines).toHaveLength(lines.length);
      layout.lines.forEach((course, k) => {
        const [from, to] = [layout.nodes[lines[k].from], layout.nodes[lines[k].to]];
        const [start, end] = [course[0], course[course.length - 1]];
        expect(start.y).toBeCloseTo(from.y + from.height / 2, 6);
        expect(end.y).toBeCloseTo(to.y - to.height / 2, 6);
        expect(Math.abs(start.x - from.x)).toBeLessThanOrEqual(from.width / 2);
        expect(Math.abs(end.x - to.x)).toBeLessThanOrEqual(to.width / 2);
        const heights = course.map(({ y }) => y);
        expect(heights).toEqual([...heights].sort((a, b) => a - b));
      });
    }
  });

  test("no line runs through a label: it is straight beside the labels that it passes", () => {
    for (const { layout } of cases) {
      for (const course of layout.lines) {
        const bends = course.slice(1, -1);
        for (let k = 0; k < bends.length; k += 2) {
          const [above, below] = [bends[k], bends[k + 1]];
          expect(below.x).toBe(above.x);
          const beside = layout.nodes.filter(({ y }) => y > above.y && y < below.y);
          expect(beside.filter(({ x, width }) => Math.abs(x - above.x) < width / 2)).toEqual([]);
        }
      }
    }
  });

  test("lines end apart from each other", () => {
    for (const { lines, layout } of cases) {
      const ends = lines.map(({ to }, k) => `${to} ${layout.lines[k].at(-1)?.x.toFixed(3)}`);
      expect(new Set(ends).size).toBe(ends.length);
    }
  });
});

test("a chain of arrows is a straight column, a node without arrows is below it", () => {
  const sizes = Array.from({ length: 4 }, () => ({ width: 60, height: 23 }));
  const { nodes, height } = networkLayout(
    sizes,
    [
      { from: 2, to: 0 },
      { from: 0, to: 1 },
    ],
    400,
  );
  expect(nodes.map(({ x }) => x)).toEqual([200, 200, 200, 200]);
  const [middle, last, first, alone] = nodes.map(({ y }) => y);
  expect([first, middle, last, alone]).toEqual([first, middle, last, alone].sort((a, b) => a - b));
  expect(height).toBe(alone + 11.5);
});

test("a plane graph is drawn without crossings", () => {
  const sizes = Array.from({ length: 8 }, () => ({ width: 40, height: 23 }));
  // A tree whose children are named against the order of their parents.
  const edges = [
    [0, 2],
    [0, 1],
    [1, 6],
    [1, 5],
    [2, 4],
    [2, 3],
    [3, 7],
  ];
  const lines = edges.map(([from, to]) => ({ from, to }));
  const { nodes } = networkLayout(sizes, lines, 600);
  for (const a of lines) {
    for (const b of lines) {
      if (nodes[a.from].y !== nodes[b.from].y || nodes[a.from].x >= nodes[b.from].x) continue;
      expect(nodes[a.to].x).toBeLessThan(nodes[b.to].x);
    }
  }
});

test("lines in a circle are refused", () => {
  const sizes = [1, 2].map(() => ({ width: 40, height: 23 }));
  const lines = [
    { from: 0, to: 1 },
    { from: 1, to: 0 },
  ];
  expect(() => networkLayout(sizes, lines, 300)).toThrow(/circle/);
});

describe("spread", () => {
  test("leaves positions that are far enough apart", () => {
    expect(spread([10, 30, 70], [20, 20], 0, 100)).toEqual([10, 30, 70]);
  });

  test("moves those that are too near by equal amounts, and all of a row that would leave", () => {
    expect(spread([50, 50, 90], [20, 20], 0, 100)).toEqual([40, 60, 90]);
    expect(spread([5, 5, 5], [20, 20], 0, 100)).toEqual([0, 20, 40]);
  });

  test("is nearest to what is wanted of all positions with the distances", () => {
    const rng = seededRng(5);
    const distances = [10, 25, 5, 15];
    const wanted = Array.from({ length: 5 }, () => 60 * rng.uniform());
    const found = spread(wanted, distances, 0, 45);
    const far = (at: readonly number[]) => at.reduce((sum, x, k) => sum + (x - wanted[k]) ** 2, 0);
    for (let trial = 0; trial < 2000; trial++) {
      let x = 45 * rng.uniform();
      const other = [x, ...distances.map((distance) => (x += distance + 8 * rng.uniform() * rng.uniform()))];
      if (other[4] - 55 <= 45) expect(far(other)).toBeGreaterThanOrEqual(far(found) - TINY);
    }
  });
});
