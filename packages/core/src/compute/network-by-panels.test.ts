import { describe, expect, test } from "vitest";
import { seededRng } from "../primitives/random.js";
import { networkByPanels, type Panels, panelsOf } from "./network-by-panels.js";
import { plainRoutines } from "./plain-routines.js";
import type { NetworkProblem, Routines } from "./routines.js";

const rng = seededRng(41);
const draw = (count: number, scale = 1) => Float64Array.from({ length: count }, () => scale * rng.normal());
const column = draw(1500);
const ROWS = column.length;

/** Two networks of one input with two outputs, and a loss of all parts of their jets. */
function passes(weightScale: number) {
  const [widths, networks, order] = [[1, 12, 10, 2], 2, 2 as const];
  const parameters = widths.slice(1).reduce((sum, width, l) => sum + (widths[l] + 1) * width, 0);
  const theta = draw(networks * parameters, weightScale);
  const run = (pass: (problem: NetworkProblem) => void) => {
    const jets = Array.from({ length: networks * 2 * 3 }, () => new Float64Array(ROWS));
    const gradient = new Float64Array(theta.length);
    pass({
      ...{ widths, networks, order, theta, inputs: [column], gradient },
      atRows(from, block, cotangents) {
        block.forEach((part, p) => {
          jets[p].set(part, from);
          cotangents[p].set(part.map((jet) => Math.sin(1 + p) * (1 + jet)));
        });
      },
    });
    return { jets, gradient };
  };
  let calls = 0;
  const counting: Routines = {
    ...plainRoutines,
    networkPass(problem) {
      calls += problem.inputs[0].length;
      plainRoutines.networkPass(problem);
    },
  };
  const byPanels = run((problem) => networkByPanels(counting, problem, panelsOf(column) as Panels));
  return { direct: run(plainRoutines.networkPass), byPanels, rowsComputed: calls };
}

const gap = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]))) / Math.max(...b.map(Math.abs));

describe("networkByPanels", () => {
  test("smooth networks: jets to second order and the gradient agree with direct ones to 1e-8, from a third of the rows", () => {
    const { direct, byPanels, rowsComputed } = passes(0.5);
    byPanels.jets.forEach((part, p) => {
      expect(gap(part, direct.jets[p])).toBeLessThan(1e-8);
    });
    expect(gap(byPanels.gradient, direct.gradient)).toBeLessThan(1e-8);
    // Nodes are visited twice: for the values, and with their cotangents.
    expect(rowsComputed).toBe(2 * (panelsOf(column) as Panels).nodes.length);
    expect(rowsComputed).toBeLessThan(ROWS);
  });

  test("steep networks, too steep for a series of that length, are computed row by row: the same bytes", () => {
    const { direct, byPanels } = passes(6);
    expect(byPanels).toEqual(direct);
  });
});

describe("panelsOf", () => {
  test("nodes lie in the panels of the values, and rows keep their places", () => {
    const { nodes, panel, place } = panelsOf(column) as Panels;
    for (let i = 0; i < ROWS; i++) {
      expect(Math.abs(place[i])).toBeLessThanOrEqual(1);
      // The nodes of a panel are symmetric around its middle, and every panel is 0.4 wide.
      const middle = 0.5 * (nodes[16 * panel[i]] + nodes[16 * panel[i] + 15]);
      expect(middle + 0.2 * place[i]).toBeCloseTo(column[i], 12);
    }
  });

  test("few rows, or rows spread far apart, have no panels; two clusters have one each, however far apart", () => {
    expect(panelsOf(draw(100))).toBeUndefined();
    expect(panelsOf(draw(1500, 100))).toBeUndefined();
    const clusters = panelsOf(Float64Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 0 : 1e6)));
    expect(clusters?.nodes).toHaveLength(2 * 16);
  });
});
