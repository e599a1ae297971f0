/** What draws, Plot included: in a chunk of its own, which is loaded when the first picture is due. */
export { drawFigureInSteps, figureCsv, figureFrames, figureTextInSteps, reportHtml } from "@causal-velocity/draw";
