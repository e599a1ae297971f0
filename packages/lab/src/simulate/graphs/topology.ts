import type { Parents } from "@causal-velocity/core/graph/search.js";
import type { Rng } from "@causal-velocity/core/primitives/random.js";

/** How the arrows of a random graph are spread over its columns. */
export const topologies = ["erdos-renyi", "scale-free"] as const;
export type Topology = (typeof topologies)[number];

/**
 * A random acyclic graph over columns in causal order: the parents of a column have smaller numbers.
 *
 * @param degree average number of neighbors of a column; at most columns − 1 is possible
 */
export function randomParents(topology: Topology, columns: number, degree: number, rng: Rng): Parents {
  return topology === "erdos-renyi" ? erdosRenyi(columns, degree, rng) : scaleFree(columns, degree, rng);
}

/** Every pair is joined with the same probability. @reference Erdős & Rényi 1959 */
function erdosRenyi(columns: number, degree: number, rng: Rng): Parents {
  const probability = degree / (columns - 1);
  return Array.from({ length: columns }, (_, j) =>
    Array.from({ length: j }, (_, i) => i).filter(() => rng.uniform() < probability),
  );
}

/**
 * Preferential attachment: each new column is joined to degree/2 earlier ones, which are drawn with probabilities
 * proportional to 1 + their number of neighbors. In half of the graphs arrows point from earlier to later columns, so
 * that hubs are common causes, in the other half the other way, so that hubs are common effects.
 *
 * @reference Barabási & Albert 1999
 */
function scaleFree(columns: number, degree: number, rng: Rng): Parents {
  const neighbors = new Float64Array(columns);
  const joined: number[][] = [];
  for (let j = 0; j < columns; j++) {
    const links = Math.min(j, Math.floor(degree / 2 + rng.uniform()));
    const chosen: number[] = [];
    while (chosen.length < links) chosen.push(drawByDegree(neighbors, j, chosen, rng));
    for (const i of chosen) neighbors[i] += 1;
    neighbors[j] += links;
    joined.push(chosen.sort((a, b) => a - b));
  }
  return rng.split("orientation").uniform() < 0.5 ? joined : reversed(joined);
}

/** One of the first `count` columns that is not among `taken`. */
function drawByDegree(neighbors: Float64Array, count: number, taken: readonly number[], rng: Rng): number {
  const free = Array.from({ length: count }, (_, i) => i).filter((i) => !taken.includes(i));
  let left = rng.uniform() * free.reduce((sum, i) => sum + 1 + neighbors[i], 0);
  const found = free.find((i) => {
    left -= 1 + neighbors[i];
    return left < 0;
  });
  return found ?? free[free.length - 1];
}

/** All arrows turned around, with the columns numbered backward so that causes come first again. */
function reversed(parents: Parents): Parents {
  const last = parents.length - 1;
  const turned: number[][] = parents.map(() => []);
  for (let j = last; j >= 0; j--) for (const i of parents[j]) turned[last - i].push(last - j);
  return turned;
}
