import type { Figure, Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";

// Figures with every kind of mark, in the usual tones of that kind.
const rng = seededRng(3);
const DOTS = 200;
const GRID = 9;

const column = (length: number, value: (i: number) => number) => Float64Array.from({ length }, (_, i) => value(i));
const range = (length: number, low: number, high: number) =>
  column(length, (i) => low + ((high - low) * i) / (length - 1));

const panel = (title: string, marks: readonly Mark[], axes: Partial<Pick<Panel, "x" | "y">> = {}): Panel => ({
  title,
  x: axes.x ?? { kind: "number", label: "dose" },
  y: axes.y ?? { kind: "number", label: "response" },
  marks,
});

const figure = (id: string, title: string, ...panels: Panel[]): Figure => ({
  id,
  title,
  caption: `${title}, a sample.`,
  panels,
});

const noise = rng.split("noise");
const x = column(DOTS, () => 2 * noise.normal());
const y = x.map((value) => value + 0.4 * value * value + noise.normal());

const grid = { length: GRID * GRID };
const gridX = column(grid.length, (i) => (i % GRID) - 4);
const gridY = column(grid.length, (i) => Math.floor(i / GRID) - 4);
const curveX = range(60, -5, 5);

export const dotsFigure = figure(
  "dots",
  "Dots of every shape",
  panel("By tone", [
    { kind: "dots", tone: "ink", x: column(3, (i) => i), y: column(3, () => 5), label: "ink" },
    { kind: "dots", tone: "muted", x: column(3, (i) => i), y: column(3, () => 4), label: "muted" },
    { kind: "dots", tone: "x->y", x: column(3, (i) => i), y: column(3, () => 3), label: "x → y" },
    { kind: "dots", tone: "y->x", x: column(3, (i) => i), y: column(3, () => 2), label: "y → x" },
    { kind: "dots", tone: "truth", x: column(3, (i) => i), y: column(3, () => 1), label: "truth" },
    { kind: "dots", tone: "alert", x: column(3, (i) => i), y: column(3, () => 0), label: "alert" },
  ]),
  panel("By shape and size", [
    { kind: "dots", tone: "ink", shape: "disc", size: "small", x: column(3, (i) => i), y: column(3, () => 2) },
    { kind: "dots", tone: "ink", shape: "ring", size: "medium", x: column(3, (i) => i), y: column(3, () => 1) },
    { kind: "dots", tone: "ink", shape: "cross", size: "large", x: column(3, (i) => i), y: column(3, () => 0) },
  ]),
);

export const crowdFigure = figure(
  "crowd",
  "Three thousand dots",
  panel("A crowd", [
    {
      kind: "dots",
      tone: "ink",
      x: column(3000, () => noise.normal()),
      y: column(3000, () => noise.normal()),
      label: "rows",
    },
  ]),
);

export const curvesFigure = figure(
  "curves",
  "Curves, broken where they have no value",
  panel("Strokes by tone", [
    ...(["ink", "muted", "x->y", "y->x", "truth", "alert"] as const).map(
      (tone, i): Mark => ({
        kind: "curves",
        tone,
        label: tone.replace("->", " → "),
        curves: [{ x: curveX, y: curveX.map((value) => i + Math.sin(value)) }],
      }),
    ),
  ]),
  panel("Weights, and a gap", [
    { kind: "curves", tone: "ink", weight: "thin", curves: [{ x: curveX, y: curveX.map(Math.sin) }] },
    {
      kind: "curves",
      tone: "ink",
      weight: "bold",
      stroke: "dashed",
      curves: [{ x: curveX, y: curveX.map((value, i) => (i > 25 && i < 35 ? Number.NaN : 2 + Math.sin(value))) }],
      label: "with a gap",
    },
  ]),
);

const arrows = (tone: "x->y" | "y->x"): Mark => ({
  kind: "arrows",
  tone,
  label: tone.replace("->", " → "),
  x: gridX,
  y: gridY,
  dx: gridX.map(() => 0.6),
  dy: gridY.map((value, i) => 0.15 * value * (gridX[i] ?? 0)),
});
export const arrowsFigure = figure(
  "arrows",
  "Arrows",
  panel("x → y", [arrows("x->y")]),
  panel("y → x", [arrows("y->x")]),
);

const squares = (tone: "x->y" | "alert"): Mark => ({
  kind: "signed-squares",
  tone,
  label: "residual",
  x: gridX,
  y: gridY,
  value: gridX.map((value, i) => (value * (gridY[i] ?? 0)) / 10),
  step: { x: 1, y: 1 },
  full: 1,
});
export const squaresFigure = figure(
  "squares",
  "Where the equation fails",
  panel("x → y", [squares("x->y")]),
  panel("Another tone", [squares("alert")]),
);

export const bandFigure = figure(
  "band",
  "A band with its middle",
  panel("Nine rows in ten", [
    {
      kind: "band",
      tone: "x->y",
      label: "nine in ten",
      x: curveX,
      low: curveX.map((v) => v - 2),
      high: curveX.map((v) => v + 2),
    },
    { kind: "curves", tone: "x->y", label: "mean", curves: [{ x: curveX, y: curveX }] },
    {
      kind: "band",
      tone: "y->x",
      label: "in reverse",
      x: curveX,
      low: curveX.map((v) => 8 - v),
      high: curveX.map((v) => 9 - v),
    },
  ]),
);

const evidence = ["likelihood of the flow", "independence of the noise", "score matching", "slopes"];
const names = { kind: "names", label: "", names: evidence } as const;
export const barsFigure = figure(
  "bars",
  "What speaks for which direction",
  panel(
    "Log odds",
    [
      {
        kind: "bars",
        tone: "x->y",
        label: "all rows",
        names: evidence,
        value: Float64Array.of(2.1, 0.7, -0.6, 0.1),
        low: Float64Array.of(1.5, 0.2, -1.2, -0.2),
        high: Float64Array.of(2.7, 1.3, 0.1, 0.3),
      },
      { kind: "rules", tone: "ink", x: [0] },
    ],
    { x: { kind: "number", label: "log odds of x → y" }, y: names },
  ),
  panel(
    "Two directions",
    [
      { kind: "bars", tone: "x->y", label: "x → y", names: evidence, value: Float64Array.of(2.1, 0.7, 0.6, 0.1) },
      { kind: "bars", tone: "y->x", label: "y → x", names: evidence, value: Float64Array.of(1.1, 1.7, 0.5, 0.4) },
    ],
    { x: { kind: "number", label: "cost" }, y: names },
  ),
);

export const rulesFigure = figure(
  "rules",
  "Rules",
  panel("Across the panel", [
    { kind: "rules", tone: "muted", x: [1, 2], y: [10], label: "thresholds" },
    { kind: "rules", tone: "truth", x: [1.5], label: "truth" },
    { kind: "rules", tone: "alert", y: [30], stroke: "dashed", label: "limit" },
  ]),
);

export const wordsFigure = figure(
  "words",
  "Words",
  panel("Each inside the panel", [
    {
      kind: "words",
      tone: "ink",
      x: Float64Array.of(0, 1, 2),
      y: Float64Array.of(0, 1, 2),
      text: ["at the left end", "in the middle", "at the right end"],
    },
    {
      kind: "words",
      tone: "alert",
      x: Float64Array.of(2),
      y: Float64Array.of(0.2),
      text: ["begins at the end"],
      anchor: "start",
    },
  ]),
);

const none = { kind: "none", label: "" } as const;
const links = (
  stroke: "solid" | "dashed" | "dotted",
  sign: "head" | "open-head" | "ring",
  ...ends: number[][]
): Mark => ({
  kind: "links",
  tone: sign === "ring" ? "alert" : "x->y",
  stroke,
  sign,
  label: sign === "head" ? stroke : sign,
  from: column(ends.length, (i) => ends[i][0]),
  to: column(ends.length, (i) => ends[i][1]),
  value: column(ends.length, (i) => i / 4),
  text: ends.map(([from, to]) => `from ${from} to ${to}`),
});
export const networkFigure = figure(
  "network",
  "Nodes and links",
  panel(
    "Every stroke and sign",
    [
      links("solid", "head", [0, 1], [0, 2], [1, 3], [2, 5]),
      links("dashed", "head", [0, 4], [3, 4]),
      links("dotted", "head", [1, 4]),
      links("solid", "open-head", [2, 3]),
      links("dashed", "ring", [2, 4], [5, 4]),
      { kind: "nodes", tone: "ink", names: ["age", "dose", "weight", "blood_pressure", "response", "sleep", "salt"] },
    ],
    { x: { ...none, label: "The wider a line, the more it explains." }, y: none },
  ),
);

export const scatterFigure = figure(
  "scatter",
  "Rows, and the curves along which each would move",
  ...(["x->y", "y->x"] as const).map((tone) =>
    panel(
      tone === "x->y" ? "If dose causes response" : "If response causes dose",
      [
        { kind: "dots", tone: "muted", shape: "disc", x, y, label: "rows" },
        {
          kind: "band",
          tone,
          x: curveX,
          low: curveX.map((v) => v + 0.4 * v * v - 2),
          high: curveX.map((v) => v + 0.4 * v * v + 2),
          label: "nine rows in ten",
        },
        {
          kind: "curves",
          tone,
          label: "causal curves",
          curves: [-2, 0, 2].map((offset) => ({ x: curveX, y: curveX.map((v) => v + 0.4 * v * v + offset) })),
        },
        {
          kind: "arrows",
          tone,
          label: "velocity",
          x: gridX,
          y: gridY.map((v) => 2 * v + 5),
          dx: gridX.map(() => 0.5),
          dy: gridX.map((v) => 0.5 * (1 + 0.8 * v)),
        },
        {
          kind: "words",
          tone: "ink",
          x: Float64Array.of(4.5),
          y: Float64Array.of(-3),
          text: ["R² = 0.83"],
          anchor: "end",
        },
      ],
      { x: { kind: "number", label: "dose (mg)" }, y: { kind: "number", label: "response (mmol/l)" } },
    ),
  ),
);

const scaled = (factor: number, offset = 0): Panel =>
  panel(`Times ${factor}`, [
    { kind: "dots", tone: "ink", x: x.map((v) => offset + factor * v), y: y.map((v) => offset + factor * v) },
  ]);
export const sizesFigure = figure(
  "sizes",
  "Numbers of any size",
  ...[1e-9, 1e-4, 0.1, 1e4, 1e6, 1e9].map((factor) => scaled(factor)),
  scaled(1, 1e9),
  scaled(1e-9, 1),
  panel(
    "Log axes",
    [{ kind: "dots", tone: "ink", x: x.map((v) => Math.exp(4 * v)), y: y.map((v) => Math.exp(v / 10)) }],
    { x: { kind: "number", label: "dose", log: true }, y: { kind: "number", label: "response", log: true } },
  ),
);

/** Names of columns with markup, control characters, many scripts and great length. */
export const HOSTILE_NAMES = [
  '</text><script>alert("1")</script>',
  `"' onload="alert(2)" x='`,
  "&amp; <b>bold</b> &#x41;",
  "first line\nsecond line\ttab",
  "👩‍🔬 température 🌡️ of the 東京 station",
  "درجة الحرارة \u202e (C°)",
  "a name that goes on and on, far beyond sixty characters, as the headers of surveys like to do",
  "\u0000\u0008 control \ud800 half",
  "",
];
export const hostileFigure: Figure = {
  id: "hostile",
  title: HOSTILE_NAMES.join(" "),
  caption: HOSTILE_NAMES.join(" "),
  panels: [
    panel(
      HOSTILE_NAMES.join(" "),
      [
        {
          kind: "bars",
          tone: "x->y",
          names: HOSTILE_NAMES,
          value: column(HOSTILE_NAMES.length, (i) => i + 1),
          label: HOSTILE_NAMES[0],
        },
      ],
      {
        x: { kind: "number", label: HOSTILE_NAMES[6] },
        y: { kind: "names", label: HOSTILE_NAMES[0], names: HOSTILE_NAMES },
      },
    ),
    panel(
      HOSTILE_NAMES[5],
      [
        { kind: "words", tone: "ink", x: column(9, (i) => i), y: column(9, (i) => i), text: HOSTILE_NAMES },
        { kind: "dots", tone: "y->x", x: column(9, (i) => i), y: column(9, (i) => i), label: HOSTILE_NAMES[4] },
      ],
      { x: { kind: "number", label: HOSTILE_NAMES[4] }, y: { kind: "number", label: HOSTILE_NAMES[5] } },
    ),
    panel(
      HOSTILE_NAMES[2],
      [
        {
          ...{ kind: "links", tone: "x->y", label: HOSTILE_NAMES[3], text: HOSTILE_NAMES.slice(1) },
          ...{ from: column(8, (i) => i), to: column(8, (i) => i + 1), value: column(8, (i) => i / 8) },
        },
        { kind: "nodes", tone: "ink", names: HOSTILE_NAMES },
      ],
      { x: { ...none, label: HOSTILE_NAMES[6] }, y: none },
    ),
  ],
};

/** One figure per kind of mark. */
export const kindFigures: readonly Figure[] = [
  ...[dotsFigure, crowdFigure, curvesFigure, arrowsFigure, squaresFigure, bandFigure, barsFigure],
  ...[rulesFigure, wordsFigure, networkFigure],
];
export const sampleFigures: readonly Figure[] = [...kindFigures, scatterFigure, sizesFigure, hostileFigure];
