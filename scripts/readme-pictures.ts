import { readFileSync } from "node:fs";
import {
  bestRoutines,
  counterfactual,
  counterfactualFigure,
  explain,
  type Figure,
  pairFromTable,
  paperFigureNamed,
  parseTable,
} from "causal-velocity";
import { figureSvg } from "causal-velocity/draw/node";

/** The row of the example whose dose is changed. */
const ROW = { cause: 3.5, effect: 32 };
const DOSES = Array.from({ length: 41 }, (_, k) => 1.5 + 0.2 * k);

/** The pictures of the README by file name: the example table's curves, a counterfactual, and the idea. */
export function readmePictures(): Record<string, string> {
  const csv = readFileSync(new URL("../examples/dose-response.csv", import.meta.url), "utf8");
  const pair = pairFromTable(parseTable(csv), { x: "dose", y: "response" });
  const curves = explain(pair).figures.find(({ id }) => id === "curves");
  if (!curves) throw new Error("explain draws no curves");
  const answer = counterfactual(pair, { direction: "x->y", from: ROW, to: DOSES });
  const svg = (figure: Figure) => figureSvg(figure, { theme: "light" });
  return {
    "curves.svg": svg(curves),
    "counterfactual.svg": svg(counterfactualFigure(pair, answer)),
    "concept.svg": svg(paperFigureNamed("concept").make({ routines: bestRoutines() })),
  };
}
