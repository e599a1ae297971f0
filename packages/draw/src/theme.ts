import type { Tone } from "@causal-velocity/core/explain/figure.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";

/** `css`: colors are variables of the page (`themeCss`), which then follows light and dark without being drawn anew. */
export type Theme = "light" | "dark" | "css";

/** A color for every tone, for what lies behind them, and for the lines of the grid. */
export type Palette = Readonly<Record<Tone | "background" | "grid", string>>;

/**
 * Colors that stay apart under protanopia, deuteranopia and tritanopia (ΔE of at least 20 between any two tones), each
 * with a contrast of at least 4.5 on its background, so that marks and words can have any of them.
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

/** Where the page says what a color is. */
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

/** Variables are light where a page does not define them. @throws InputError for a theme there is not */
export function paletteOf(theme: Theme): Palette {
  if (theme === "light" || theme === "dark") return PALETTES[theme];
  if (theme === "css") return mapColors((color, role) => `var(${VARIABLES[role]}, ${color})`);
  throw new InputError({
    code: "wrong-option",
    place: "option theme",
    value: String(theme),
    expected: "light, dark or css",
    remedy: "Change the option.",
  });
}

/** The variables of a palette as declarations, for a rule of one's own. */
export function paletteCss(name: "light" | "dark"): string {
  return Object.entries(VARIABLES)
    .map(([role, variable]) => `${variable}: ${PALETTES[name][role as keyof Palette]};`)
    .join(" ");
}

/** Style rules that define the variables: light, dark where the reader prefers it, and light again on paper. */
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
