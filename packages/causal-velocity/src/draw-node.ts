// `causal-velocity/draw/node`: draws without a browser. Load it on first use; it is larger than all that decides.

export { figureSvg, missingGlyphs, type PngOptions, svgPng } from "@causal-velocity/draw/node/pictures.js";
