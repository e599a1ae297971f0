import type { Figure, Panel } from "@causal-velocity/core/explain/figure.js";
import { figureSvg, svgPng } from "@causal-velocity/draw/node/pictures.js";
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

/** Width of pictures that are compared: small, because their pixels are counted. */
const WIDTH = 400;

async function picture(one: Figure): Promise<Picture> {
  return decodePng(await svgPng(figureSvg(one, { theme: "light", width: WIDTH }), { scale: 1 }));
}

const rendered = new Map<string, Promise<Picture>>();
/** The picture of a figure with this text, rendered once. */
function textPicture(text: string): Promise<Picture> {
  const made = rendered.get(text) ?? picture(figure(text));
  rendered.set(text, made);
  return made;
}

/** How many pixels of two pictures differ, and between which columns and rows. */
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
  test("has the size of the drawing times the scale, 2 unless given, and the background of its theme", async () => {
    const svg = figureSvg(figure("a"), { theme: "dark", width: 300 });
    const [width, height] = ["width", "height"].map((name) =>
      Number(new RegExp(` ${name}="([\\d.]+)"`).exec(svg.slice(0, svg.indexOf(">")))?.[1]),
    );
    expect(width).toBe(300);
    for (const scale of [1, undefined]) {
      const made = decodePng(await svgPng(svg, { scale }));
      expect([made.width, made.height]).toEqual([width, height].map((side) => side * (scale ?? 2)));
      const corner = `#${Buffer.from(made.pixels.subarray(0, 3)).toString("hex")}`;
      expect(corner).toBe(PALETTES.dark.background);
    }
  });

  test("holds the colors of its marks, and has the same bytes each time", async () => {
    const svg = figureSvg(scatterFigure, { theme: "light", width: WIDTH });
    const [first, second] = [await svgPng(svg, { scale: 1 }), await svgPng(svg, { scale: 1 })];
    expect(Buffer.compare(first, second)).toBe(0);
    const { pixels } = decodePng(first);
    const colors = new Map<number, number>();
    for (let i = 0; i < pixels.length; i += 4) {
      const color = (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
      colors.set(color, (colors.get(color) ?? 0) + 1);
    }
    for (const tone of ["muted", "x->y", "y->x", "ink"] as const) {
      expect(colors.get(Number.parseInt(PALETTES.light[tone].slice(1), 16)) ?? 0, tone).toBeGreaterThan(20);
    }
  });

  test("shows words at their place and nowhere else", async () => {
    const [without, withWords] = await Promise.all([textPicture(""), textPicture("velocity")]);
    const { count, x, y } = difference(without, withWords);
    expect(count).toBeGreaterThan(100);
    // Eight letters of 12 pixels: 50 to 62 wide and a line high, with their halo, in the middle of the frame.
    expect(x[1] - x[0]).toBeGreaterThan(40);
    expect(x[1] - x[0]).toBeLessThan(70);
    expect(y[1] - y[0]).toBeLessThan(20);
    expect((x[0] + x[1]) / 2).toBeGreaterThan(WIDTH / 2 - 20);
    expect((x[0] + x[1]) / 2).toBeLessThan(WIDTH / 2 + 20);
  });

  test.each(["ε", "∂", "→", "ж", "²", "₂"])("shows %s as itself, not as a box", async (letter) => {
    const box = await textPicture("東");
    const blank = await textPicture("");
    const drawnLetter = await textPicture(letter);
    expect(difference(blank, drawnLetter).count).toBeGreaterThan(5);
    expect(difference(box, drawnLetter).count).toBeGreaterThan(5);
  });

  test("shows the title", async () => {
    const blank = await textPicture("a");
    const titled = await picture({ ...figure("a"), title: "A title" });
    const { y, count } = difference(blank, titled);
    expect(count).toBeGreaterThan(100);
    expect(y[1]).toBeLessThan(40);
  });

  test.each([0, -1, 11, Number.NaN])("of scale %d is rejected", async (scale) => {
    const svg = figureSvg(figure("a"), { theme: "light" });
    await expect(svgPng(svg, { scale })).rejects.toThrow(/option scale: .*; expected a number above 0, up to 10/);
  });

  test("cannot be made from a drawing in theme css, or from text that is not SVG", async () => {
    await expect(svgPng(figureSvg(figure("a"), { theme: "css" }))).rejects.toThrow(/theme light or dark/);
    await expect(svgPng("no drawing")).rejects.toThrow(/svg: .*; expected an SVG document/);
  });
});

test("an SVG file has a namespace, a background, a title and the caption as description", () => {
  const svg = figureSvg({ ...figure("a"), title: "<T>" }, { theme: "light" });
  expect(svg).toMatch(
    /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"><title>&lt;T&gt;<\/title><desc>A caption\.<\/desc><rect fill="#ffffff" height="100%" width="100%"\/>/,
  );
  expect(svg).toContain('role="img"');
  expect(figureSvg(figure("a"), { theme: "css" })).not.toMatch(/<title>|<desc>|#ffffff" height="100%"/);
});
