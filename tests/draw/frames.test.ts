import { figureFrames } from "@causal-velocity/draw";
import { DOMParser } from "linkedom/worker";
import { describe, expect, test } from "vitest";
import { all, drawn, number } from "./drawn.js";
import { sampleFigures } from "./sample-figures.js";

const document = new DOMParser().parseFromString("<svg/>", "image/svg+xml") as unknown as Document;

describe("the frames of a figure", () => {
  test.each([
    { width: 760, titled: true },
    { width: 340, titled: false },
  ])("are where drawFigure puts the axes of every panel, $width pixels wide", (options) => {
    for (const figure of sampleFigures) {
      const svg = drawn(figure, options);
      const frames = figureFrames(figure, { theme: "light", document, ...options });
      const panels = all(svg, ".cv-panel");
      expect(frames).toHaveLength(panels.length);
      for (const [i, panel] of panels.entries()) {
        const [x = 0, y = 0] = (panel.getAttribute("transform")?.match(/[\d.]+/g) ?? []).map(Number);
        const axes = all(panel, ".cv-axis line, line.cv-axis");
        const of = (name: string) => axes.map((line) => number(line, name));
        const { left, top, width, height } = frames[i];
        expect(Math.min(...of("x1")) + x, figure.id).toBeCloseTo(left, 6);
        expect(Math.max(...of("x2")) + x, figure.id).toBeCloseTo(left + width, 6);
        expect(Math.min(...of("y1"), ...of("y2")) + y, figure.id).toBeCloseTo(top, 6);
        expect(Math.max(...of("y1"), ...of("y2")) + y, figure.id).toBeCloseTo(top + height, 6);
      }
    }
  });
});
