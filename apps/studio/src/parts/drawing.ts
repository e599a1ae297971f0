/** What draws, Plot included: in a chunk of its own, which is loaded when the first picture is due. */
export { figureCsv, figureFrames, reportHtml } from "@causal-velocity/draw";
export { drawFigureInSteps, figureTextInSteps } from "@causal-velocity/draw/internal";
