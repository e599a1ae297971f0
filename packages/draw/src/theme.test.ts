import type { Tone } from "@causal-velocity/core/explain/figure.js";
import { describe, expect, test } from "vitest";
import { PALETTES, paletteOf, themeCss } from "./theme.js";

const TONES: readonly Tone[] = ["ink", "muted", "x->y", "y->x", "truth", "alert"];
/** WCAG 2.2 AA for text of any size, more than the 3 for graphics: words can have any tone. */
const CONTRAST = 4.5;
/** Distances in CIE Lab below which colors of separate marks are hard to tell apart; 2.3 is just noticeable side by side. */
const DISTANCE = 20;
/** Opacity of dots if there are many. */
const CROWD_OPACITY = 0.6;
const GRAPHICS_CONTRAST = 3;

/** Machado, Oliveira & Fernandes 2009, severity 1, on linear RGB. */
const DEFICIENCIES = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

type Vector = readonly [number, number, number];
const times = (m: readonly number[], [a, b, c]: Vector): Vector =>
  [0, 3, 6].map((i) => m[i] * a + m[i + 1] * b + m[i + 2] * c) as unknown as Vector;

function linear(hex: string): Vector {
  return [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Vector;
}
const luminance = ([r, g, b]: Vector) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(linear(a)), luminance(linear(b))].sort((p, q) => p - q);
  return (light + 0.05) / (dark + 0.05);
}
function lab(rgb: Vector): Vector {
  const xyz = times([0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505], rgb);
  const [x, y, z] = [xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089].map((t) =>
    t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 4 / 29,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const clipped = (color: Vector) => color.map((value) => Math.min(1, Math.max(0, value))) as unknown as Vector;
const mixed = (front: string, back: string, share: number) =>
  `#${[1, 3, 5]
    .map((at) => [front, back].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)))
    .map(([f, b]) =>
      Math.round(share * f + (1 - share) * b)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

test("the computed contrast is right: black on white has 21, #767676 has 4.54", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 9);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

describe.each(["light", "dark"] as const)("theme %s", (name) => {
  const palette = PALETTES[name];

  test.each(TONES)(`tone %s has a contrast of at least ${CONTRAST}`, (tone) => {
    expect(contrast(palette[tone], palette.background)).toBeGreaterThanOrEqual(CONTRAST);
  });

  test("a single dot among many, in ink, is visible", () => {
    const seen = mixed(palette.ink, palette.background, CROWD_OPACITY);
    expect(contrast(seen, palette.background)).toBeGreaterThanOrEqual(GRAPHICS_CONTRAST);
  });

  test.each(Object.entries(DEFICIENCIES))(`under %s any two tones stay ${DISTANCE} apart`, (_, matrix) => {
    const seen = TONES.map((tone) => lab(clipped(times(matrix, linear(palette[tone])))));
    seen.forEach((a, i) => {
      for (const [j, b] of seen.entries()) {
        if (j >= i) continue;
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        expect(distance, `${TONES[i]} and ${TONES[j]}`).toBeGreaterThan(DISTANCE);
      }
    });
  });
});

test("every variable of theme css is defined by themeCss, light and dark", () => {
  const css = themeCss();
  for (const value of Object.values(paletteOf("css"))) {
    const [, variable, fallback] = /^var\((--cv-[\w-]+), (#\w+)\)$/.exec(value) ?? [];
    expect(css.split(`${variable}: `)).toHaveLength(4);
    expect(css).toContain(`${variable}: ${fallback};`);
  }
});

test("an unknown theme is an input error", () => {
  expect(() => paletteOf("sepia" as never)).toThrow(/option theme: sepia; expected light, dark or css/);
});
