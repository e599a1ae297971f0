import type { Figure, Panel } from "@causal-velocity/core/explain/figure.js";
import { figureFrames } from "@causal-velocity/draw/draw-figure.js";
import { svgText } from "@causal-velocity/draw/svg.js";
import { describe, expect, test } from "vitest";
import { drawFigureInSteps, LEAST_WIDTH } from "../../packages/draw/src/draw-figure.js";
import { all, drawn, newDocument, number } from "./drawn.js";
import { hostileFigure, sampleFigures, scatterFigure, sizesFigure, squaresFigure } from "./sample-figures.js";

const dots = (...values: number[]) => Float64Array.from(values);
const panel: Panel = {
  title: "Panel",
  x: { kind: "number", label: "dose" },
  y: { kind: "number", label: "response" },
  marks: [{ kind: "dots", tone: "ink", x: dots(1, 2), y: dots(1, 2), label: "rows" }],
};
const figure: Figure = { id: "f", title: "Title", caption: "Caption.", panels: [panel] };
const texts = (svg: Element, selector: string) => all(svg, selector).map((text) => text.firstChild?.textContent);

describe("a figure", () => {
  test("has a title, panel titles, axis labels and a legend", () => {
    const svg = drawn({ ...figure, panels: [panel, { ...panel, title: "Other" }] });
    expect(texts(svg, ".cv-title")).toEqual(["Title"]);
    expect(texts(svg, ".cv-panel-title")).toEqual(["Panel", "Other"]);
    expect(texts(svg, ".cv-axis-label")).toEqual(["response", "dose", "response", "dose"]);
    expect(texts(svg, ".cv-legend text")).toEqual(["rows"]);
    expect([svg.getAttribute("role"), svg.getAttribute("aria-label")]).toEqual(["img", "Title"]);
  });

  test("is drawn without its title if asked, and still has it as its accessible name", () => {
    const svg = drawn(figure, { titled: false });
    expect(texts(svg, ".cv-title")).toEqual([]);
    expect(svg.getAttribute("aria-label")).toBe("Title");
  });

  test("has its panels side by side, and below each other if it is narrow", () => {
    const two = { ...figure, panels: [panel, panel] };
    const corners = (width: number) =>
      all(drawn(two, { width }), ".cv-panel").map((element) =>
        element
          .getAttribute("transform")
          ?.match(/[\d.]+/g)
          ?.map(Number),
      );
    const [[x1, y1] = [], [x2, y2] = []] = corners(760);
    expect([x1, y1 === y2, (x2 ?? 0) > 300]).toEqual([8, true, true]);
    const [[narrowX1, narrowY1] = [], [narrowX2, narrowY2] = []] = corners(340);
    expect([narrowX1, narrowX2]).toEqual([8, 8]);
    expect(narrowY2).toBeGreaterThan((narrowY1 ?? 0) + 200);
  });

  test("has one legend entry for marks of two directions with the same label, with both symbols", () => {
    const svg = drawn(scatterFigure);
    expect(texts(svg, ".cv-legend text")).toEqual(["rows", "nine rows in ten", "causal curves", "velocity"]);
    const symbols = all(svg, ".cv-legend-entry").map((entry) => entry.querySelectorAll("g").length);
    expect(symbols).toEqual([1, 2, 2, 2]);
    expect(texts(drawn(squaresFigure), ".cv-legend text")).toEqual([
      "residual: filled positive, hollow negative, full size from 1",
    ]);
  });

  test("breaks its title and long legend entries into lines if it is narrow, and starts the panels below them", () => {
    const named = { ...squaresFigure, title: "Where the equation fails, and where it holds after all" };
    const svg = drawn(named, { width: 300 });
    expect(texts(svg, ".cv-title").join(" ")).toBe(named.title);
    expect(texts(svg, ".cv-title").length).toBeGreaterThan(1);
    const lines = all(svg, ".cv-legend text");
    expect(lines.map((line) => line.textContent).join(" ")).toBe(
      "residual: filled positive, hollow negative, full size from 1",
    );
    const top = (element: Element) => Number(element.getAttribute("transform")?.match(/,([\d.]+)\)/)?.[1]);
    const lowest = top(svg.querySelector(".cv-legend") as Element) + 10 + number(lines.at(-1) as Element, "y");
    expect(lines.length).toBeGreaterThan(1);
    expect(top(svg.querySelector(".cv-panel") as Element)).toBeGreaterThan(lowest + 10);
  });

  test.each([100, Number.NaN, Number.POSITIVE_INFINITY])("of a width of %d is rejected", (width) => {
    expect(() => drawn(figure, { width })).toThrow(/option width: .*; expected a number of pixels from 240 to 5000/);
  });
});

describe.each([LEAST_WIDTH, 340, 760, 1600])("at %d pixels", (width) => {
  /** Left and right edges of centered texts. */
  const spans = (svg: Element, selector: string) =>
    all(svg, selector).map((text) => {
      const half = ((text.firstChild?.textContent ?? "").length * 6.2) / 2;
      const middle = Number(text.getAttribute("transform")?.match(/translate\(([\d.]+)/)?.[1]);
      return [middle - half, middle + half];
    });

  test.each(sizesFigure.panels.map((one, i) => [one.title, i] as const))(
    "tick labels of panel %s do not overlap",
    (_, i) => {
      const svg = drawn({ ...sizesFigure, panels: [sizesFigure.panels[i]] }, { width });
      const places = spans(svg, ".cv-ticks-x text");
      expect(places.length).toBeGreaterThan(0);
      for (const [k, [left]] of places.entries()) if (k > 0) expect(left).toBeGreaterThan(places[k - 1][1]);
      const heights = all(svg, ".cv-ticks-y text").map((text) =>
        Number(text.getAttribute("transform")?.match(/,([\d.]+)\)/)?.[1]),
      );
      expect(heights.length).toBeGreaterThan(1);
      for (const [k, y] of heights.entries()) if (k > 0) expect(heights[k - 1] - y).toBeGreaterThan(14);
      const labels = texts(svg, ".cv-ticks-x text, .cv-ticks-y text");
      for (const label of labels) expect(label?.length).toBeLessThanOrEqual(13);
    },
  );
});

describe("the sample figures", () => {
  /** All of them, wide with titles and narrow without. */
  const looks = [
    { width: 760, titled: true },
    { width: 340, titled: false },
  ].map((options) => ({ ...options, drawings: sampleFigures.map((one) => drawn(one, options)) }));
  const [{ drawings: wide }] = looks;
  const wideTexts = wide.map((svg) => svgText(svg));

  test("have the same bytes when drawn again in another order", () => {
    const again = [...sampleFigures].reverse().map((one) => svgText(drawn(one)));
    expect(again.reverse()).toEqual(wideTexts);
  });

  test("drawn in steps, pause twice per panel and have the same bytes, whatever is drawn between the steps", () => {
    for (const [i, one] of sampleFigures.entries()) {
      const steps = drawFigureInSteps(one, { theme: "light", document: newDocument() });
      let pauses = 0;
      let step = steps.next();
      while (!step.done) {
        pauses += 1;
        drawn(sampleFigures[0]);
        step = steps.next();
      }
      expect(pauses, one.id).toBe(2 * one.panels.length);
      expect(svgText(step.value) === wideTexts[i], one.id).toBe(true);
    }
  });

  test("have unique ids of clips on a page with every figure in two widths", () => {
    const ids = looks.flatMap(({ drawings }) =>
      drawings.flatMap((svg) => all(svg, "[id]").map((element) => element.getAttribute("id"))),
    );
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("have coordinates of at most two decimals", () => {
    for (const text of wideTexts) expect(text).not.toMatch(/ (d|x|y|cx|cy|width|height|transform)="[^"]*\.\d{3}/);
  });

  test.each(looks)("have their axes at the edges that figureFrames gives, $width pixels wide", (look) => {
    const { drawings, ...options } = look;
    for (const [k, one] of sampleFigures.entries()) {
      const frames = figureFrames(one, { theme: "light", document: newDocument(), ...options });
      const panels = all(drawings[k], ".cv-panel");
      expect(frames).toHaveLength(panels.length);
      for (const [i, element] of panels.entries()) {
        if (one.panels[i].x.kind === "none") continue;
        const [x = 0, y = 0] = (element.getAttribute("transform")?.match(/[\d.]+/g) ?? []).map(Number);
        const axes = all(element, ".cv-axis line, line.cv-axis");
        const of = (name: string) => axes.map((line) => number(line, name));
        const { left, top, width, height } = frames[i];
        expect(Math.min(...of("x1")) + x, one.id).toBeCloseTo(left, 6);
        expect(Math.max(...of("x2")) + x, one.id).toBeCloseTo(left + width, 6);
        expect(Math.min(...of("y1"), ...of("y2")) + y, one.id).toBeCloseTo(top, 6);
        expect(Math.max(...of("y1"), ...of("y2")) + y, one.id).toBeCloseTo(top + height, 6);
      }
    }
  });
});

describe("hostile names", () => {
  const svg = drawn(hostileFigure);

  test("add no elements and no event attributes", () => {
    const known = ["svg", "g", "text", "title", "rect", "circle", "path", "line", "clipPath"];
    expect(
      [...new Set(all(svg, "*").map(({ localName }) => localName))].filter((name) => !known.includes(name)),
    ).toEqual([]);
    expect(
      all(svg, "*")
        .flatMap((element) => Array.from(element.attributes, ({ name }) => name))
        .filter((name) => name.startsWith("on")),
    ).toEqual([]);
  });

  test("are written as text, without markup, line breaks or changes of direction", () => {
    const text = svgText(svg);
    expect(text).toContain("&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(text).not.toContain("<script");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is meant to match them
    expect(text).not.toMatch(/[\u0000-\u001f\u202a-\u202e\ud800](?![\udc00-\udfff])/);
  });

  test("are cut if they are long, with the full name in a title", () => {
    const titles = all(svg, "title").map(({ textContent }) => textContent);
    expect(titles).toContain(
      "a name that goes on and on, far beyond sixty characters, as the headers of surveys like to do",
    );
    for (const shown of texts(svg, ".cv-ticks-y text")) expect(shown?.length).toBeLessThan(40);
  });

  test("do not change the width of the drawing", () => {
    expect(number(svg, "width")).toBe(760);
    for (const name of texts(svg, ".cv-title, .cv-panel-title, .cv-axis-label")) expect(name?.length).toBeLessThan(120);
  });
});
