/** The drawing code, Plot included. A module of its own, so that it becomes a chunk that is loaded on demand. */
export { figureCsv, figureFrames, reportHtml } from "@causal-velocity/draw";
export { drawFigureInSteps, figureTextInSteps } from "@causal-velocity/draw/internal";
