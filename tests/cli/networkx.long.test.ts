import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { graphDot, graphMl } from "@causal-velocity/core/explain/graph-files.js";
import type { Graph, GraphEdge } from "@causal-velocity/core/graph/graph.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { NotAtHand, orSkip } from "../support/not-at-hand.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** A Python that has networkx and pydot; Debian's, if another one comes first and has not. */
async function pythonWithNetworkx(): Promise<string> {
  const found = ["python3", "/usr/bin/python3"].find(
    (python) => spawnSync(python, ["-c", "import networkx, pydot"]).status === 0,
  );
  if (!found) throw new NotAtHand("networkx and pydot for python3 (Debian: python3-networkx, python3-pydot)");
  return found;
}

// Names here end with a point: networkx takes every quote off the end of a name in DOT.
/** Parts of names that mean something in XML, in DOT, or to readers of them. */
const PIECES = [
  "age",
  "b c",
  "<b>",
  "&amp;",
  '"',
  "'",
  "; ",
  ", ",
  " -> ",
  "--",
  "[1]",
  "{",
  "}",
  ":n",
  "=",
  "#",
  "درجة",
  "身長",
  "é",
  "🌡",
  "1.5",
  "\n",
  "\t",
  "%",
];

function madeUp(rng: Rng): Graph {
  const draw = (count: number): number => Math.floor(count * rng.uniform());
  const columns = Array.from({ length: 2 + draw(8) }, (_, k) =>
    [k + 1, ...Array.from({ length: 1 + draw(3) }, () => PIECES[draw(PIECES.length)]), "."].join(""),
  );
  const edges: GraphEdge[] = columns.flatMap((to, j) =>
    columns.slice(0, j).flatMap((from): GraphEdge[] => {
      if (rng.uniform() < 0.5) return [];
      const directed = rng.uniform() < 0.6;
      const strength = { nats: rng.uniform() / 1e6, variance: rng.uniform() };
      const more = directed ? {} : { copy: true as const };
      return [{ from, to, presence: rng.uniform(), direction: directed ? 0.9 : 0.6, directed, strength, ...more }];
    }),
  );
  const rows = { read: 10, used: 10, dropped: 0, reasons: {} };
  return { columns, edges, knowledge: {}, maxParents: 4, unordered: false, rows, seed: 0, halves: 20, findings: [] };
}

type Read = { readonly directed: boolean; readonly nodes: string[]; readonly arcs: [string, string, object][] };

/** Nodes and arcs with their numbers, in any order; names without what files escape. */
function facts({ directed, nodes, arcs }: Read, name: (text: string) => string) {
  const sure = (data: object) =>
    ["presence", "direction", "directed", "variance", "nats", "copy"].map((key) =>
      String((data as Record<string, unknown>)[key] ?? "")
        .replaceAll('"', "")
        .toLowerCase(),
    );
  const told = arcs.map(([from, to, data]) => [
    name(from),
    name(to),
    ...sure(data).map((each) => Number(each) || each),
  ]);
  return { directed, nodes: nodes.map(name).sort(), arcs: told.map((each) => JSON.stringify(each)).sort() };
}

test("networkx reads 200 GraphML and 200 DOT files with the nodes, arrows, open arrows and sureness that they hold", async ({
  skip,
}) => {
  const python = await orSkip(skip, pythonWithNetworkx());
  const folder = temporaryFolder();
  const rng = seededRng(Number(process.env.CAUSAL_VELOCITY_SEED ?? 7));
  const graphs = Array.from({ length: 200 }, () => madeUp(rng));
  const paths = graphs.flatMap((graph, k) =>
    Object.entries({ graphml: graphMl(graph), dot: graphDot(graph) }).map(([ending, text]) => {
      const path = join(folder, `${k}.${ending}`);
      writeFileSync(path, text);
      return path;
    }),
  );
  const { stdout, stderr, status } = spawnSync(python, [join(ROOT, "tests/support/read_graphs.py"), ...paths], {
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  expect([status, stderr]).toEqual([0, ""]);
  const read = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Read);
  expect(read).toHaveLength(paths.length);
  const unseen = (name: string): string => name.replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  graphs.forEach((graph, k) => {
    const wanted: Read = {
      directed: true,
      nodes: [...graph.columns],
      arcs: graph.edges.flatMap(({ from, to, strength, ...edge }): Read["arcs"] => {
        const data = { ...edge, ...strength };
        const back = { ...data, direction: 1 - edge.direction };
        return edge.directed
          ? [[from, to, data]]
          : [
              [from, to, data],
              [to, from, back],
            ];
      }),
    };
    expect(facts(read[2 * k] as Read, (text) => text)).toEqual(facts(wanted, unseen));
    const unescaped = (text: string): string => text.replaceAll(/\\(["\\])/g, "$1");
    expect(facts(read[2 * k + 1] as Read, unescaped)).toEqual(facts(wanted, unseen));
  });
});
