// `causal-velocity/draw`: draws figures and explanations, in browsers and wherever there is a document.

export type { CsvForm } from "@causal-velocity/core/primitives/output-text.js";
export type { AxisScale } from "@causal-velocity/draw/axis.js";
export {
  type DrawOptions,
  drawFigure,
  type FigureOptions,
  figureFrames,
  figureText,
  type PanelFrame,
} from "@causal-velocity/draw/draw-figure.js";
export { figureCsv } from "@causal-velocity/draw/figure-numbers.js";
export { graphHtml } from "@causal-velocity/draw/report/graph-html.js";
export { reportHtml } from "@causal-velocity/draw/report/report-html.js";
export type { ReportOptions, SvgOf } from "@causal-velocity/draw/report/report-parts.js";
export { svgText } from "@causal-velocity/draw/svg.js";
export { type Theme, themeCss } from "@causal-velocity/draw/theme.js";
