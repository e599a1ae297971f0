import { FONT_SIZE, graphemes, plainText, textWidth } from "../text.js";
import type { NodeSize } from "./network-layout.js";

/** The name of a node on one or two lines, and in full if it was cut. */
export interface NodeLabel extends NodeSize {
  readonly lines: readonly string[];
  readonly full: string | undefined;
}

const FONT = FONT_SIZE.words;
export const LABEL_LINE = 15;
/** From the text to the edges of its node. */
const PADDING = { across: 9, down: 4 } as const;
const LEAST_WIDTH = 30;
/** Widths of a label's text: a share of the drawing's, within limits. */
const TEXT_SHARE = 0.19;
const [NARROWEST, WIDEST] = [84, 150];
const ELLIPSIS = "…";
/** A line may be so much longer if the name can be broken between words. */
const STRETCH = 1.2;
/** Characters after which a name may continue on another line. */
const BREAK = /[\s_\-./:,;)]/;

/**
 * Labels of nodes, of two lines if one is too short. A longer name is cut in its middle, as names of columns differ at
 * their ends; names that would look the same are numbered.
 *
 * @param width of the drawing, in pixels
 */
export function nodeLabels(names: readonly string[], width: number): NodeLabel[] {
  const room = Math.min(WIDEST, Math.max(NARROWEST, TEXT_SHARE * width));
  const labels = names.map((name) => labelOf(name, room));
  const counts = new Map<string, number>();
  for (const { lines } of labels) counts.set(lines.join("\n"), (counts.get(lines.join("\n")) ?? 0) + 1);
  return labels.map((label, k) => {
    if (counts.get(label.lines.join("\n")) === 1) return label;
    return { ...labelOf(`${k + 1}: ${names[k]}`, room), full: plainText(names[k] ?? "") };
  });
}

function labelOf(name: string, room: number): NodeLabel {
  // Each line is a text of its own, so nothing around it can be turned.
  const plain = plainText(name.replace(/[\u2068\u2069]/g, "")).trim();
  const whole = brokenLines(plain, room);
  const lines = whole ?? cutLines(plain, room);
  const widest = Math.max(...lines.map((line) => textWidth(line, FONT)));
  return {
    lines,
    full: whole ? undefined : plain,
    width: Math.max(LEAST_WIDTH, Math.ceil(widest) + 2 * PADDING.across),
    height: lines.length * LABEL_LINE + 2 * PADDING.down,
  };
}

/** The name on one line, or on two that are about equally long; undefined if it does not fit. */
function brokenLines(name: string, room: number): string[] | undefined {
  if (textWidth(name, FONT) <= room) return [name];
  const letters = graphemes(name);
  const breaks = letters.flatMap((letter, k) => (BREAK.test(letter) ? [k + 1] : []));
  const tried = breaks.map((at) => [letters.slice(0, at).join("").trim(), letters.slice(at).join("").trim()]);
  const widest = (lines: readonly string[]): number => Math.max(...lines.map((line) => textWidth(line, FONT)));
  const fitting = tried.filter((lines) => widest(lines) <= STRETCH * room);
  return fitting.sort((a, b) => widest(a) - widest(b))[0];
}

/** As much of the beginning as a line holds, then as much of the end. */
function cutLines(name: string, room: number): string[] {
  const letters = graphemes(name);
  const first = taken(letters, room);
  const rest = letters.slice(first.length);
  if (textWidth(rest.join(""), FONT) <= room) return [first.join("").trim(), rest.join("").trim()];
  const last = taken([...rest].reverse(), room - textWidth(ELLIPSIS, FONT)).reverse();
  return [first.join("").trim(), `${ELLIPSIS}${last.join("").trim()}`];
}

/** The first of them that fit into a width; one at least. */
function taken(letters: readonly string[], room: number): string[] {
  let used = 0;
  const end = letters.findIndex((letter) => {
    used += textWidth(letter, FONT);
    return used > room;
  });
  return letters.slice(0, end < 0 ? letters.length : Math.max(1, end));
}
