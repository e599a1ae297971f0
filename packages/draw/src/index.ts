export { DEFAULT_WIDTH, type DrawOptions, drawFigure, type FigureOptions, LEAST_WIDTH } from "./draw-figure.js";
export type { SvgOf } from "./report/figures-section.js";
export { type ReportOptions, reportHtml } from "./report/report-html.js";
export { svgText } from "./svg-text.js";
export { PALETTES, type Palette, paletteCss, type Theme, themeCss } from "./theme.js";
