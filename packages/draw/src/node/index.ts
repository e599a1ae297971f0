export { figureSvg } from "./figure-svg.js";
export { missingGlyphs } from "./missing-glyphs.js";
export { type PngOptions, svgPng } from "./svg-png.js";
