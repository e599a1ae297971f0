import type { Explanation } from "@causal-velocity/core/explain/explain.js";
import { barsFigure, HOSTILE_NAMES, hostileFigure, scatterFigure, squaresFigure } from "./sample-figures.js";

/** An explanation with something in every part of the report. */
export const sampleExplanation: Explanation = {
  names: { x: "dose", y: "response" },
  decision: {
    verdict: "x->y",
    margin: 3.4,
    probability: 0.968,
    cost: { "x->y": 0.12, "y->x": 0.48 },
    rows: { read: 1000, used: 997, dropped: 3, reasons: { missing: 2, text: 1 } },
    findings: [],
    method: "default",
    options: { abstain: 0.6, maxRows: 5000 },
    seed: 7,
    names: { x: "dose", y: "response" },
  },
  verdict: "“dose” causes “response”, 97% sure.",
  reasons: [
    "The residual noise is independent of the dose, but in the other direction it depends on the response.",
    "Describing the response by the dose takes 0.21 bits per row less than the reverse.",
    "Three of four kinds of evidence agree.",
  ],
  figures: [scatterFigure, barsFigure, squaresFigure],
  findings: [
    {
      code: "linear-gaussian",
      severity: "pass",
      value: 0.0001,
      sentence: "The two columns are not jointly normal (p = 0.0001), so that a direction can be found.",
      advice: "",
    },
    {
      code: "ties",
      severity: "warn",
      value: 0.12,
      sentence: 'In "dose" 12% of the rows share their value with another row.',
      advice: "Use values that are not rounded, if there are any.",
    },
    {
      code: "fit",
      direction: "x->y",
      severity: "fail",
      value: 0.31,
      interval: [0.28, 0.35],
      sentence: 'The fitted velocity leaves 31% of the score of "dose" unexplained.',
      advice: ["Try a richer class of velocities in ", { option: "method" }, ": v-nn."],
    },
    {
      code: "fit",
      direction: "y->x",
      severity: "note",
      value: 0.52,
      interval: [0.45, 0.6],
      sentence: 'The fitted velocity leaves 52% of the score of "response" unexplained.',
      advice: "",
    },
    {
      code: "text-cells",
      severity: "note",
      column: "dose",
      sentence: 'Column "dose" holds 1 cell of text ("n/a"), counted as missing.',
      advice: "",
    },
  ],
  rows: { read: 1000, used: 997, dropped: 3, reasons: { missing: 2, text: 1 } },
  seed: 7,
};

/** The same, with hostile names in every place that takes text. */
const [script = "", quotes = ""] = HOSTILE_NAMES;
export const hostileExplanation: Explanation = {
  ...sampleExplanation,
  names: { x: script, y: HOSTILE_NAMES[6] ?? "" },
  decision: { ...sampleExplanation.decision, method: script, options: { maxRows: 5000, basis: script } as never },
  verdict: `${script} causes ${quotes}`,
  reasons: HOSTILE_NAMES,
  figures: [hostileFigure],
  findings: HOSTILE_NAMES.map((sentence) => ({
    ...{ severity: "warn", direction: "x->y", interval: [0, 1], sentence },
    ...{ code: script as never, advice: [quotes, { option: script }] },
  })),
};
