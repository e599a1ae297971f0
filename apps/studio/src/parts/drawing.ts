/** The drawing code, Plot included. A module of its own, so that it becomes a chunk that is loaded on demand. */
export { drawFigureInSteps, figureCsv, figureFrames, figureTextInSteps, reportHtml } from "@causal-velocity/draw";
