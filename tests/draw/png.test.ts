import { createHash } from "node:crypto";
import type { Figure, Panel } from "@causal-velocity/core";
import { figureSvg, svgPng } from "@causal-velocity/draw/node";
import { describe, expect, test } from "vitest";
import { PALETTES } from "../../packages/draw/src/theme.js";
import { decodePng, type Picture } from "./decode-png.js";
import { scatterFigure } from "./sample-figures.js";

const axis = { kind: "number", label: "", domain: [0, 10] } as const;
const figure = (text: string, axes: Partial<Panel> = {}): Figure => ({
  id: "f",
  title: "",
  caption: "A caption.",
  panels: [
    {
      title: "",
      x: axis,
      y: axis,
      marks: [{ kind: "words", tone: "ink", x: Float64Array.of(5), y: Float64Array.of(5), text: [text] }],
      ...axes,
    },
  ],
});

/** Of pictures that are compared: narrow, as their pixels are counted. */
const WIDTH = 400;

async function picture(one: Figure): Promise<Picture> {
  return decodePng(await svgPng(figureSvg(one, { theme: "light", width: WIDTH }), { scale: 1 }));
}

/** Where two pictures of one size differ: how many pixels, and between which columns and rows. */
function difference(a: Picture, b: Picture) {
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  const places: [number, number][] = [];
  for (let i = 0; i < a.width * a.height; i++) {
    let differs = false;
    for (let k = 4 * i; k < 4 * i + 3; k++) differs ||= a.pixels[k] !== b.pixels[k];
    if (differs) places.push([i % a.width, Math.floor(i / a.width)]);
  }
  const range = (side: 0 | 1) => [Math.min(...places.map((p) => p[side])), Math.max(...places.map((p) => p[side]))];
  return { count: places.length, x: range(0), y: range(1) };
}

describe("a PNG", () => {
  test("has the size of the drawing times the scale, on the background of its theme", async () => {
    const svg = figureSvg(scatterFigure, { theme: "dark", width: 500 });
    const [width, height] = ["width", "height"].map((name) =>
      Number(new RegExp(` ${name}="([\\d.]+)"`).exec(svg.slice(0, svg.indexOf(">")))?.[1]),
    );
    expect(width).toBe(500);
    for (const scale of [1, 2]) {
      const made = decodePng(await svgPng(svg, { scale }));
      expect([made.width, made.height]).toEqual([width * scale, height * scale]);
      const corner = `#${Buffer.from(made.pixels.subarray(0, 3)).toString("hex")}`;
      expect(corner).toBe(PALETTES.dark.background);
    }
  });

  test("holds the colors of its marks", async () => {
    const { pixels } = await picture(scatterFigure);
    const colors = new Map<string, number>();
    for (let i = 0; i < pixels.length; i += 4) {
      const color = `#${Buffer.from(pixels.subarray(i, i + 3)).toString("hex")}`;
      colors.set(color, (colors.get(color) ?? 0) + 1);
    }
    for (const tone of ["muted", "x->y", "y->x", "ink"] as const) {
      expect(colors.get(PALETTES.light[tone]) ?? 0, tone).toBeGreaterThan(20);
    }
  });

  test("draws words where they stand, and nothing else differs", async () => {
    const [without, withWords] = await Promise.all([picture(figure("")), picture(figure("velocity"))]);
    const { count, x, y } = difference(without, withWords);
    expect(count).toBeGreaterThan(100);
    // Eight letters of 12 pixels: 50 to 62 wide and a line high, with their halo, in the middle of the frame.
    expect(x[1] - x[0]).toBeGreaterThan(40);
    expect(x[1] - x[0]).toBeLessThan(70);
    expect(y[1] - y[0]).toBeLessThan(20);
    expect((x[0] + x[1]) / 2).toBeGreaterThan(WIDTH / 2 - 20);
    expect((x[0] + x[1]) / 2).toBeLessThan(WIDTH / 2 + 20);
  });

  test.each(["ε", "∂", "→", "ж", "²", "₂"])("draws %s as itself, not as a box", async (letter) => {
    const box = await picture(figure("東"));
    const blank = await picture(figure(""));
    const drawnLetter = await picture(figure(letter));
    expect(difference(blank, drawnLetter).count).toBeGreaterThan(5);
    expect(difference(box, drawnLetter).count).toBeGreaterThan(5);
  });

  test("draws titles and labels of axes", async () => {
    const blank = await picture(figure("a"));
    const titled = await picture({ ...figure("a"), title: "A title" });
    const { y, count } = difference(blank, titled);
    expect(count).toBeGreaterThan(100);
    expect(y[1]).toBeLessThan(40);
  });

  test("has the same bytes each time", async () => {
    const svg = figureSvg(scatterFigure, { theme: "light" });
    const digests = [await svgPng(svg), await svgPng(svg)].map((png) => createHash("sha256").update(png).digest("hex"));
    expect(digests[0]).toBe(digests[1]);
  });

  test.each([0, -1, 11, Number.NaN])("of scale %d is refused", async (scale) => {
    const svg = figureSvg(figure("a"), { theme: "light" });
    await expect(svgPng(svg, { scale })).rejects.toThrow(/option scale: .*; expected a number above 0, up to 10/);
  });

  test("cannot be in the colors of a page, and is not made of what is no drawing", async () => {
    await expect(svgPng(figureSvg(figure("a"), { theme: "css" }))).rejects.toThrow(/theme light or dark/);
    await expect(svgPng("no drawing")).rejects.toThrow(/svg: .*; expected an SVG document/);
  });
});

test("an SVG of its own has a namespace, a background, a title and the caption as description", () => {
  const svg = figureSvg({ ...figure("a"), title: "<T>" }, { theme: "light" });
  expect(svg).toMatch(
    /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"><title>&lt;T&gt;<\/title><desc>A caption\.<\/desc><rect fill="#ffffff" height="100%" width="100%"\/>/,
  );
  expect(svg).toContain('role="img"');
  expect(figureSvg(figure("a"), { theme: "css" })).not.toMatch(/<title>|<desc>|#ffffff" height="100%"/);
});
