import { causalOrder } from "@causal-velocity/core/graph/search.js";
import { takeRows } from "@causal-velocity/core/pair/resample.js";
import { standardizeColumn } from "@causal-velocity/core/pair/standardize.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { describe, expect, it } from "vitest";
import { compiledRoutines } from "../../../../../tests/support/compiled-routines.js";
import { graphDifference, graphShares } from "../../evaluate/graph-metrics.js";
import type { GraphMechanism } from "../../simulate/graphs/column-mechanism.js";
import { shuffled, simulateGraph } from "../../simulate/graphs/simulate-graph.js";
import { medianOfPlaneDistances } from "../plane-distance.js";
import { steinCurvature } from "../stein-curvature.js";
import { additiveFit, additiveTable, significantCauses } from "./additive-fit.js";
import { graphMethodNamed, graphMethods } from "./graph-methods.js";
import { varianceOrder } from "./order-methods.js";
import { steinDerivatives } from "./stein-orders.js";

const graphOf = (mechanism: GraphMechanism, seed: number, columns = 5, rows = 300) =>
  simulateGraph({ topology: "erdos-renyi", mechanism, columns, degree: 2, rows }, seed);
const columnsOf = (graph: ReturnType<typeof graphOf>) => graph.columns.map(({ values }) => values);

describe.each(graphMethods)("$name", (method) => {
  const columns = columnsOf(graphOf("mixed", 4));
  const found = method.find(columns);

  it("finds arrows, without a circle", () => {
    expect(found.flat().length).toBeGreaterThan(0);
    const directed = found.map((causes, j) => causes.filter((i) => !found[i].includes(j)));
    expect(causalOrder(directed)).toHaveLength(columns.length);
    found.forEach((causes, j) => {
      expect(causes).not.toContain(j);
      expect(causes).toEqual([...new Set(causes)].sort((a, b) => a - b));
    });
  });

  it("follows the columns wherever they are", () => {
    const places = [3, 0, 4, 1, 2];
    const moved = method.find(places.map((place) => columns[place]));
    const back = (causes: readonly number[]) => causes.map((i) => places[i]).sort((a, b) => a - b);
    moved.forEach((causes, j) => {
      expect(back(causes)).toEqual(found[places[j]]);
    });
  });

  it("does not depend on the order of the rows", () => {
    const rows = shuffled(columns[0].length, seededRng(9));
    expect(method.find(columns.map((column) => takeRows(column, rows)))).toEqual(found);
  });

  it("takes columns that determine each other, and columns with few different values", () => {
    const [a, b, c] = columns;
    const sum = a.map((value, i) => value + b[i]);
    const table = standardized([a, a.slice(), sum, b, c.map((value) => Math.round(value))]);
    const parents = method.find(table);
    expect(parents).toHaveLength(5);
    expect(parents[0].includes(1) || parents[1].includes(0)).toBe(true);
  });

  it("hardly ever joins independent columns", () => {
    // Ten pairs of columns in each of ten tables, tests at the level 0.001, or 0.01 for pc.
    const edges = Array.from({ length: 10 }, (_, seed) => {
      const { columns: unrelated } = simulateGraph(
        { topology: "erdos-renyi", mechanism: "additive", columns: 5, degree: 0, rows: 200 },
        seed,
      );
      return graphDifference(method.find(unrelated.map(({ values }) => values)), [[], [], [], [], []]).foundEdges;
    });
    expect(edges.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(method.name === "pc" ? 5 : 2);
  });
});

/** Mean SHD and shares of a method over ten graphs of six columns and about six edges. */
function rated(name: string, mechanism: GraphMechanism) {
  const differences = Array.from({ length: 10 }, (_, seed) => {
    const graph = graphOf(mechanism, seed, 6);
    return graphDifference(graphMethodNamed(name).find(columnsOf(graph)), graph.parents);
  });
  const shd = differences.reduce((sum, each) => sum + each.shd, 0) / differences.length;
  return { shd, ...graphShares(differences) };
}

describe("the search of graph, on all rows", { tags: ["slow"] }, () => {
  const find = (columns: readonly Column[]) =>
    graphMethodNamed("flow-graph").find(columns, { routines: compiledRoutines() });

  // Measured 0.25 and 0.1, with standard errors of 0.2 and 0.1.
  it.each(["location-scale", "mixed"] as const)("finds %s graphs", (mechanism) => {
    const wrong = Array.from({ length: 20 }, (_, seed) => {
      const graph = graphOf(mechanism, seed, 6);
      return graphDifference(find(columnsOf(graph)), graph.parents).shd;
    });
    expect(wrong.reduce((sum, shd) => sum + shd, 0) / wrong.length).toBeLessThan(0.5);
  });

  it("joins no independent columns, whatever their tails", () => {
    const exponential = (rng: Rng) => -Math.log(1 - rng.uniform());
    const distributions: readonly ((rng: Rng) => number)[] = [
      (rng) => rng.normal(),
      (rng) => Math.exp(rng.normal()),
      (rng) => rng.normal() / Math.sqrt(exponential(rng)), // Student's t with two degrees of freedom
      (rng) => rng.normal() / rng.normal(), // Cauchy
    ];
    const joined = distributions.map((draw, k) => {
      const tables = Array.from({ length: 25 }, (_, seed) => {
        const rng = seededRng(seed).split(`tails ${k}`);
        return standardized(Array.from({ length: 5 }, () => Float64Array.from({ length: 300 }, () => draw(rng))));
      });
      return tables.filter((columns) => find(columns).flat().length > 0).length;
    });
    // Of 25 each; with kernels of one width for all tails a third of the last two.
    for (const count of joined) expect(count).toBeLessThanOrEqual(3);
  });
});

describe("on graphs made for it, against columns in an order that says nothing", { tags: ["slow"] }, () => {
  it.each([
    ["cam", "additive-gaussian", 1],
    ["score-order", "additive-gaussian", 1.6],
    ["nogam-order", "additive", 1],
    ["direct-lingam", "linear", 0.4],
  ] as const)("%s finds %s graphs", (name, mechanism, most) => {
    expect(rated(name, mechanism).shd).toBeLessThan(most);
    expect(rated("variance-order", mechanism).shd).toBeGreaterThan(3);
  });

  it("pc finds the edges of linear Gaussian graphs, and leaves directions open that the rows do not determine", () => {
    const { edgePrecision, edgeRecall, arrowPrecision } = rated("pc", "linear-gaussian");
    expect(edgePrecision).toBeGreaterThan(0.9);
    expect(edgeRecall).toBeGreaterThan(0.75);
    expect(arrowPrecision).toBeGreaterThan(0.5);
    const chain = standardized(growingChain(seededRng(3).split("chain"), 500));
    expect(graphMethodNamed("pc").find(chain)).toEqual([[1], [0, 2], [1, 3], [2]]);
  });

  it("pc directs a collider and what follows from it", () => {
    const rng = seededRng(8);
    const [a, b] = [normals(rng, 2000), normals(rng, 2000)];
    const c = normals(rng, 2000).map((noise, i) => a[i] + b[i] + noise);
    const d = normals(rng, 2000).map((noise, i) => c[i] + noise);
    expect(graphMethodNamed("pc").find(standardized([a, b, c, d]))).toEqual([[], [], [0, 1], [2]]);
  });

  it("variance-order finds a chain along which variances grow", () => {
    const chain = growingChain(seededRng(3), 500);
    expect(varianceOrder(chain, {})).toEqual([0, 1, 2, 3]);
  });

  it("r2-order finds a common effect of two columns", () => {
    const rng = seededRng(8);
    const [a, b] = [normals(rng, 500), normals(rng, 500)];
    const effect = normals(rng, 500).map((noise, i) => a[i] + b[i] + noise);
    expect(graphMethodNamed("r2-order").find(standardized([effect, a, b]))).toEqual([[1, 2], [], []]);
  });
});

function normals(rng: Rng, rows: number): Column {
  return Float64Array.from({ length: rows }, () => rng.normal());
}

/** Four columns, each twice the one before plus noise, as they are. */
function growingChain(rng: Rng, rows: number): Column[] {
  const columns = [normals(rng, rows)];
  while (columns.length < 4)
    columns.push(normals(rng, rows).map((noise, i) => 2 * columns[columns.length - 1][i] + 1.5 * noise));
  return columns;
}

function standardized(columns: readonly Column[]): Column[] {
  return columns.map((column, j) => standardizeColumn(column, `c${j + 1}`).values);
}

describe("additive regression", () => {
  const columns = columnsOf(graphOf("additive", 2, 4, 200));
  const table = additiveTable(columns, "curves", {});

  it("has the same residual in every order of the causes, and gains that add up", () => {
    const [fit, other] = [additiveFit(table, 0), additiveFit(table, 0)];
    const gain = fit.gainOf(1);
    fit.add(1);
    expect(fit.residual()).toBeCloseTo(200 - gain, 9);
    fit.add(2);
    fit.add(3);
    for (const cause of [3, 1, 2]) other.add(cause);
    expect(fit.residual()).toBeCloseTo(other.residual(), 5);
  });

  it("keeps a cause by chance once in a thousand tests", () => {
    const rng = seededRng(5);
    let kept = 0;
    for (let k = 0; k < 1000; k++) {
      const noises = standardized([normals(rng, 100), normals(rng, 100), normals(rng, 100)]);
      kept += significantCauses(additiveTable(noises, "curves", {}), 0, [1, 2]).length;
    }
    // 2 expected of 2,000 tests; more than 7 have a probability of 0.001.
    expect(kept).toBeLessThanOrEqual(7);
  });

  it("refuses more coefficients than rows", () => {
    const short = standardized(Array.from({ length: 9 }, (_, j) => normals(seededRng(j), 20)));
    expect(() => graphMethodNamed("cam").find(short)).toThrow(/20 rows of 9 columns/);
  });
});

it("has the Stein derivatives of pairs, solved in another way", () => {
  const [x, y] = columnsOf(graphOf("mixed", 6, 2));
  const bandwidth = medianOfPlaneDistances(x, y, "nonzero");
  const pair = steinCurvature([x, y], bandwidth, 1e-3 * bandwidth);
  const { score, curvature } = steinDerivatives([x, y]);
  for (const k of [0, 1]) {
    for (let i = 0; i < x.length; i++) {
      expect(Math.abs(score[k][i] - pair.score[k][i])).toBeLessThan(1e-6);
      expect(Math.abs(curvature[k][i] - pair.curvature[k][i])).toBeLessThan(1e-5);
    }
  }
});
