export { figureSvg, missingGlyphs, type PngOptions, svgPng } from "./pictures.js";
