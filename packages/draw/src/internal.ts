// What Studio builds on. Not part of the public API, which is index.ts.

export { drawFigureInSteps, figureTextInSteps } from "./draw-figure.js";
export { dataTables } from "./figure-numbers.js";
export { numberText } from "./number-text.js";
export { LIMITS } from "./report/report-html.js";
