export type { AxisScale } from "./axis.js";
export {
  type DrawOptions,
  drawFigure,
  type FigureOptions,
  figureFrames,
  figureText,
  type PanelFrame,
} from "./draw-figure.js";
export { figureCsv } from "./figure-numbers.js";
export { type ReportOptions, reportHtml, type SvgOf } from "./report/report-html.js";
export { svgText } from "./svg.js";
export { type Theme, themeCss } from "./theme.js";
