import type { Graph, GraphEdge } from "../../graph/graph.js";
import { displayName } from "../../pair/display-names.js";
import type { Figure, Links, Stroke } from "../figure.js";
import {
  arrowCount,
  columnsWithoutArrow,
  edgeSentence,
  LIKELY,
  noArrowSentence,
  requireGraph,
  SURE,
} from "../graph-words.js";

/** How sure the arrows of a stroke are at least. */
const STROKES: readonly { readonly stroke: Stroke; readonly least: number; readonly label: string }[] = [
  { stroke: "solid", least: SURE, label: `at least ${100 * SURE}% sure` },
  { stroke: "dashed", least: LIKELY, label: `at least ${100 * LIKELY}%` },
  { stroke: "dotted", least: 0, label: "less sure" },
];

/** Signs of links; a head alone says how sure its arrow is. */
const SIGNS = [
  { sign: "head", label: undefined },
  { sign: "open-head", label: "stated beforehand" },
  { sign: "ring", label: "direction cannot be told" },
] as const;

/**
 * A graph as a picture: columns as labels, causes above their effects. Lines are solid, dashed or dotted by how sure an
 * arrow is, and wider the more it explains. They have a ring instead of a head where the direction cannot be told, and
 * an open head where it was stated beforehand.
 */
export function graphFigure(graph: Graph): Figure {
  requireGraph(graph);
  const { columns, edges } = graph;
  const links = SIGNS.flatMap(({ sign, label }) =>
    STROKES.map(({ stroke, label: sureness }): Links => {
      const own = edges.filter((edge) => signOf(edge) === sign && strokeOf(edge) === stroke);
      return {
        kind: "links",
        tone: sign === "ring" ? "alert" : "x->y",
        stroke,
        sign,
        label: label ?? sureness,
        from: Float64Array.from(own, ({ from }) => columns.indexOf(from)),
        to: Float64Array.from(own, ({ to }) => columns.indexOf(to)),
        value: Float64Array.from(own, ({ strength }) => strength.variance),
        text: own.map(edgeSentence),
      };
    }),
  ).filter(({ from }) => from.length > 0);
  const loose = columnsWithoutArrow(graph).length;
  const arrows = arrowCount(graph);
  const isEmpty = arrows === 0;
  const bottom = loose > 0 && !isEmpty ? " At the bottom: columns without an arrow." : "";
  return {
    id: "graph",
    title: "Which columns drive which",
    caption: isEmpty
      ? noArrowSentence(graph)
      : `Arrows lead down from causes to effects: ${arrows} between ${columns.length - loose} of ${columns.length} columns. The less sure an arrow, the more its line is broken; the more it explains, the wider its line.`,
    panels: [
      {
        title: "",
        x: {
          kind: "none",
          label: isEmpty ? noArrowSentence(graph) : `The wider a line, the more it explains.${bottom}`,
        },
        y: { kind: "none", label: "" },
        marks: [...links, { kind: "nodes", tone: "ink", names: columns.map(displayName) }],
      },
    ],
  };
}

function signOf({ directed, known }: GraphEdge): Links["sign"] {
  if (known) return "open-head";
  return directed ? "head" : "ring";
}

function strokeOf({ presence }: GraphEdge): Stroke | undefined {
  return STROKES.find(({ least }) => presence >= least)?.stroke;
}
