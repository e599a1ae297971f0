export type { AxisScale } from "./axis-scale.js";
export {
  DEFAULT_WIDTH,
  type DrawOptions,
  drawFigure,
  drawFigureInSteps,
  type FigureOptions,
  figureFrames,
  LEAST_WIDTH,
  type PanelFrame,
} from "./draw-figure.js";
export { figureCsv } from "./figure-csv.js";
export { figureText, figureTextInSteps } from "./figure-text.js";
export { numberText } from "./number-text.js";
export { type DataTable, dataTables } from "./report/data-table.js";
export type { SvgOf } from "./report/figures-section.js";
export { LIMITS } from "./report/limits-section.js";
export { type ReportOptions, reportHtml } from "./report/report-html.js";
export { svgText } from "./svg-text.js";
export { PALETTES, type Palette, paletteCss, type Theme, themeCss } from "./theme.js";
