import type { Words } from "@causal-velocity/core/explain/figure.js";
import * as Plot from "@observablehq/plot";
import { isInside, shareOf } from "../axis-scale.js";
import { shorten } from "../shorten.js";
import { FONT_SIZE } from "../text-style.js";
import { textWidth } from "../text-width.js";
import type { MarkContext } from "./mark-context.js";
import { rowsWhere } from "./rows.js";

/** Of the background, around letters: they stay legible on dots and lines. */
const HALO_WIDTH = 3;
/** Longest words, as a share of the panel's width. */
const LONGEST = 0.9;
/** Least room between words and the sides of the panel. */
const EDGE = 4;
/** Share of a text that lies left of its anchor. */
const LEFT_SHARE = { start: 0, middle: 0.5, end: 1 } as const;

/** One text each, so that each can be moved sideways until it is inside the panel. */
export function wordsMarks(mark: Words, { palette, x, y, frame }: MarkContext): Plot.Markish[] {
  const rows = rowsWhere(
    mark.x.length,
    (row) => isInside(x, mark.x[row] as number) && isInside(y, mark.y[row] as number),
  );
  const anchor = mark.anchor ?? "middle";
  const [xs, ys] = [rows.of(mark.x), rows.of(mark.y)];
  return rows.of(mark.text).map((text, i) => {
    const { shown, full } = shorten(text, LONGEST * frame.width, FONT_SIZE.words);
    const width = textWidth(shown, FONT_SIZE.words);
    const left = shareOf(x, xs[i] as number) * frame.width - LEFT_SHARE[anchor] * width;
    const inside = Math.max(EDGE, Math.min(left, frame.width - EDGE - width));
    return Plot.text([shown], {
      className: "cv-words",
      x: [xs[i] as number],
      y: [ys[i] as number],
      text: [shown],
      title: [full ?? ""],
      dx: Math.round(inside - left),
      textAnchor: anchor,
      fontSize: FONT_SIZE.words,
      fill: palette[mark.tone],
      stroke: palette.background,
      strokeWidth: HALO_WIDTH,
    });
  });
}
