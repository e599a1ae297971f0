import type { Curves, Dots, Stroke, Tone } from "@causal-velocity/core/explain/figure.js";
import { InputError, option } from "@causal-velocity/core/primitives/errors.js";

/** Colors of a drawing: `light`, `dark`, or `css` for the CSS variables of the page, which `themeCss` defines. */
export type Theme = "light" | "dark" | "css";

/** A color for every tone, the background and the grid lines. */
export type Palette = Readonly<Record<Tone | "background" | "grid", string>>;

/**
 * Colors that can be distinguished under protanopia, deuteranopia and tritanopia (ΔE of at least 20 between any two
 * tones). Each has a contrast of at least 4.5 with its background, so that words can have any of them.
 */
export const PALETTES: Readonly<Record<"light" | "dark", Palette>> = {
  light: {
    ink: "#1c2127",
    muted: "#73747a",
    "x->y": "#0775d8",
    "y->x": "#c35000",
    truth: "#0d542a",
    alert: "#881a81",
    background: "#ffffff",
    grid: "#e3e6ea",
  },
  dark: {
    ink: "#e8eaed",
    muted: "#94a6a3",
    "x->y": "#7bacff",
    "y->x": "#ff9447",
    truth: "#34e897",
    alert: "#e334bc",
    background: "#15181d",
    grid: "#2e343c",
  },
};

/** The CSS variable of each color. */
const VARIABLES: Readonly<Record<keyof Palette, string>> = {
  ink: "--cv-ink",
  muted: "--cv-muted",
  "x->y": "--cv-x-to-y",
  "y->x": "--cv-y-to-x",
  truth: "--cv-truth",
  alert: "--cv-alert",
  background: "--cv-background",
  grid: "--cv-grid",
};

/** The colors of a theme; variables that a page does not define fall back to light. @throws InputError `wrong-option` */
export function paletteOf(theme: Theme): Palette {
  if (theme === "light" || theme === "dark") return PALETTES[theme];
  if (theme === "css") return mapColors((color, role) => `var(${VARIABLES[role]}, ${color})`);
  throw new InputError({
    code: "wrong-option",
    place: [option("theme")],
    value: String(theme),
    expected: "light, dark or css",
    remedy: "Change the option.",
  });
}

/** The variables of a palette as CSS declarations. */
function paletteCss(name: "light" | "dark"): string {
  return Object.entries(VARIABLES)
    .map(([role, variable]) => `${variable}: ${PALETTES[name][role as keyof Palette]};`)
    .join(" ");
}

/** CSS rules for a page with drawings in theme `css`: light or dark as the reader prefers, light on paper. */
export function themeCss(): string {
  return [
    `:root { color-scheme: light dark; ${paletteCss("light")} }`,
    `@media (prefers-color-scheme: dark) { :root { ${paletteCss("dark")} } }`,
    `@media print { :root { color-scheme: light; ${paletteCss("light")} } }`,
  ].join("\n");
}

function mapColors(color: (light: string, role: keyof Palette) => string): Palette {
  const entries = Object.entries(PALETTES.light) as [keyof Palette, string][];
  return Object.fromEntries(entries.map(([role, light]) => [role, color(light, role)])) as Palette;
}

/** How a tone looks besides its color, so that tones differ in grayscale too. */
export interface ToneStyle {
  /** Dashes of lines whose stroke is not given. */
  readonly dash: string;
  readonly shape: Shape;
  /** Bars are outlined with the dashes of lines instead of filled; arrows have narrow heads instead of open ones. */
  readonly hollow: boolean;
  /** Weight of curves whose weight is not given. */
  readonly weight: NonNullable<Curves["weight"]>;
}

export type Shape = NonNullable<Dots["shape"]> | "diamond" | "triangle";

/** Dashes as in SVG; empty for a solid line. */
const DASHES: Readonly<Record<Stroke | "dash-dot", string>> = {
  solid: "",
  dashed: "6 4",
  dotted: "1 3.5",
  "dash-dot": "8 3 1.5 3",
};

/** Plot's word for a solid line. */
export const NO_DASH = "none";

const STYLES: Readonly<Record<Tone, ToneStyle>> = {
  ink: { dash: DASHES.solid, shape: "disc", hollow: false, weight: "normal" },
  // As light as the two directions, hence thin and hollow, so that it differs from them in grayscale.
  muted: { dash: DASHES.solid, shape: "disc", hollow: true, weight: "thin" },
  "x->y": { dash: DASHES.solid, shape: "diamond", hollow: false, weight: "normal" },
  "y->x": { dash: DASHES.dashed, shape: "ring", hollow: true, weight: "normal" },
  truth: { dash: DASHES.dotted, shape: "cross", hollow: true, weight: "normal" },
  alert: { dash: DASHES["dash-dot"], shape: "triangle", hollow: true, weight: "normal" },
};

export function toneStyle(tone: Tone): ToneStyle {
  return STYLES[tone];
}

/** The stroke's dashes, or those of the tone. */
export function dashOf(tone: Tone, stroke: Stroke | undefined): string {
  return stroke === undefined ? STYLES[tone].dash : DASHES[stroke];
}
