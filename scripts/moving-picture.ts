import { fitDirection } from "@causal-velocity/core/explain/direction-fit.js";
import { axisOf } from "@causal-velocity/core/explain/direction-view.js";
import type { Direction } from "@causal-velocity/core/fit/orient.js";
import { PALETTES } from "@causal-velocity/draw/theme.js";
import { bestRoutines, type Pair } from "causal-velocity";

const PANEL = { width: 340, height: 250, top: 46, gap: 44, left: 36 };
/** Rows that are drawn, spread over the file, and moments of the animation. */
const ROWS = 130;
const MOMENTS = 13;
/** By how many standard deviations of the cause rows are moved to both sides, in so many seconds, so many times. */
const REACH = 1;
const SECONDS = 5;
const ROUNDS = 6;

/**
 * Both directions of a pair as an SVG that moves: all rows travel along their causal curves while the cause is raised and
 * lowered. It comes to rest after half a minute, with all rows where they are in the table.
 */
export function movingPicture(pair: Pair): string {
  const [x, y] = [pair.names.x, pair.names.y];
  const width = PANEL.left + 2 * PANEL.width + PANEL.gap;
  const height = PANEL.top + PANEL.height + 34;
  const forward = panel(pair, "x->y", PANEL.left);
  const backward = panel(pair, "y->x", PANEL.left + PANEL.width + PANEL.gap);
  const colors = PALETTES.light;
  const words = `Rows move along their causal curves while the cause changes: if ${x} drives ${y} they stay within the cloud, the other way around they leave it`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${words}" font-family="system-ui, sans-serif" font-size="13" fill="${colors.ink}"><title>${words}</title><rect width="100%" height="100%" fill="${colors.background}"/>${forward}${backward}</svg>\n`;
}

function panel(pair: Pair, direction: Direction, left: number): string {
  const fit = fitDirection(pair, direction, { routines: bestRoutines() });
  const isForward = direction === "x->y";
  const [causes, effects] = isForward ? [pair.x, pair.y] : [pair.y, pair.x];
  const [cause, effect] = isForward ? [pair.names.x, pair.names.y] : [pair.names.y, pair.names.x];
  const [across, up] = [axisOf(causes, cause).domain, axisOf(effects, effect).domain];
  const { scale } = fit.pair;
  const reach = REACH * (isForward ? scale.x.sd : scale.y.sd);
  const tone = PALETTES.light[direction];
  const { muted } = PALETTES.light;
  const place = (value: number, [low, high]: readonly [number, number], size: number): number =>
    Math.round(10 * ((value - low) / (high - low)) * size) / 10;
  const changes = Float64Array.from({ length: MOMENTS }, (_, k) => reach * Math.sin((2 * Math.PI * k) / (MOMENTS - 1)));
  const dots: string[] = [];
  const step = causes.length / ROWS;
  for (let k = 0; k < ROWS; k++) {
    const row = Math.floor(k * step);
    const [from, start] = [causes[row], effects[row]];
    const stations = changes.map((change) => from + change);
    const { effect: moved } = fit.curve({ cause: from, effect: start }, stations);
    // A row whose curve ends waits at its last place.
    let last = start;
    const heights = Array.from(moved, (value) => {
      if (Number.isFinite(value)) last = value;
      return last;
    });
    const xs = Array.from(stations, (value) => place(value, across, PANEL.width));
    const ys = heights.map((value) => Math.round(10 * PANEL.height - 10 * place(value, up, PANEL.height)) / 10);
    dots.push(
      `<circle cx="${xs[0]}" cy="${ys[0]}" r="2.2"><animate attributeName="cx" values="${xs.join(";")}" dur="${SECONDS}s" repeatCount="${ROUNDS}"/><animate attributeName="cy" values="${ys.join(";")}" dur="${SECONDS}s" repeatCount="${ROUNDS}"/></circle>`,
    );
  }
  const rest = Array.from(
    causes,
    (value, i) =>
      `M${place(value, across, PANEL.width)},${Math.round(10 * PANEL.height - 10 * place(effects[i], up, PANEL.height)) / 10}h0`,
  ).join("");
  const clip = `clip-${isForward ? "x" : "y"}`;
  return [
    `<g transform="translate(${left},${PANEL.top})"><clipPath id="${clip}"><rect x="-4" y="-4" width="${PANEL.width + 8}" height="${PANEL.height + 8}"/></clipPath>`,
    `<text x="0" y="-24" font-weight="600" fill="${tone}">If ${cause} drives ${effect}</text><text x="-26" y="-6" fill="${muted}">${effect} ↑</text>`,
    `<path d="M0,0V${PANEL.height}H${PANEL.width}" fill="none" stroke="${muted}"/><text x="${PANEL.width}" y="${PANEL.height + 20}" text-anchor="end" fill="${muted}">${cause} →</text>`,
    `<g clip-path="url(#${clip})"><path d="${rest}" stroke="${PALETTES.light.grid}" stroke-width="5" stroke-linecap="round" fill="none"/><g fill="${tone}" fill-opacity="0.75">${dots.join("")}</g></g></g>`,
  ].join("");
}
