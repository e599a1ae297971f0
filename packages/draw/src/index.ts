export type { AxisScale } from "./axis.js";
export {
  DEFAULT_WIDTH,
  type DrawOptions,
  drawFigure,
  drawFigureInSteps,
  type FigureOptions,
  figureFrames,
  figureText,
  figureTextInSteps,
  LEAST_WIDTH,
  type PanelFrame,
} from "./draw-figure.js";
export { type DataTable, dataTables, figureCsv } from "./figure-numbers.js";
export { numberText } from "./number-text.js";
export { LIMITS, type ReportOptions, reportHtml, type SvgOf } from "./report/report-html.js";
export { svgText } from "./svg.js";
export { PALETTES, type Palette, paletteCss, type Theme, themeCss } from "./theme.js";
