/** The drawing code, Plot included. A module of its own, so that it becomes a chunk that is loaded on demand. */
export { drawFigureInSteps, figureFrames, figureTextInSteps } from "@causal-velocity/draw/draw-figure.js";
export { figureCsv } from "@causal-velocity/draw/figure-numbers.js";
export { reportHtml } from "@causal-velocity/draw/report/report-html.js";
export { storyHtml } from "@causal-velocity/draw/report/story-html.js";
