import { readFileSync } from "node:fs";
import {
  bestRoutines,
  counterfactual,
  counterfactualFigure,
  type Figure,
  graph,
  graphFigure,
  pairFromTable,
  parseTable,
} from "causal-velocity";
import { figureSvg } from "causal-velocity/draw/node";
import { paperFigureNamed } from "causal-velocity/lab";
import { movingPicture } from "./moving-picture.js";

/** A patient whose dose is changed. */
const PATIENT = { cause: 3, effect: 40 };
const DOSES = Array.from({ length: 81 }, (_, k) => 1.5 + 0.1 * k);

/** The pictures of the documents by file name: the example's rows as they move, its counterfactual, a graph, and the idea. */
export function readmePictures(): Record<string, string> {
  const csv = readFileSync(new URL("../examples/dose-response.csv", import.meta.url), "utf8");
  const pair = pairFromTable(parseTable(csv), { x: "dose", y: "response" });
  const answer = counterfactual(pair, { direction: "x->y", from: PATIENT, to: DOSES });
  const svg = (figure: Figure) => figureSvg(figure, { theme: "light" });
  const greenhouse = readFileSync(new URL("../examples/greenhouse.csv", import.meta.url), "utf8");
  return {
    "graph.svg": svg(graphFigure(graph(parseTable(greenhouse)))),
    "moving.svg": movingPicture(pair),
    "counterfactual.svg": svg(counterfactualFigure(pair, answer)),
    "concept.svg": svg(paperFigureNamed("concept").make({ routines: bestRoutines() })),
  };
}
