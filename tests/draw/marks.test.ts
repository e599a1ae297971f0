import type { Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import { describe, expect, test } from "vitest";
import { FONT_SIZE, textWidth } from "../../packages/draw/src/text.js";
import { PALETTES } from "../../packages/draw/src/theme.js";
import { all, drawn, number } from "./drawn.js";

const of = (...values: number[]) => Float64Array.from(values);
/** Coordinates are rounded to hundredths of a pixel. */
const DIGITS = 1;
const { light } = PALETTES;

/** Draws marks on axes from 0 to 10; also returns where values are in pixels. */
function onTens(marks: Mark[], axes: Partial<Panel> = {}) {
  const axis = { kind: "number", label: "", domain: [0, 10] } as const;
  const svg = drawn({ id: "f", title: "t", caption: "c", panels: [{ title: "", x: axis, y: axis, marks, ...axes }] });
  const [left, bottom] = all(svg, ".cv-axis");
  const x = (value: number) => number(bottom, "x1") + ((number(bottom, "x2") - number(bottom, "x1")) * value) / 10;
  const [top, low] = [number(left, "y1"), number(left, "y2")].sort((a, b) => a - b);
  const y = (value: number) => low - ((low - top) * value) / 10;
  return { svg, x, y, rows: low - top };
}

/** The numbers of a path, in order. */
const numbers = (path: Element) => (path.getAttribute("d")?.match(/-?[\d.]+/g) ?? []).map(Number);

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, value] of actual.entries()) expect(value).toBeCloseTo(expected[i], DIGITS);
}

describe("dots", () => {
  test("are at their values; those outside or without a value are left out", () => {
    const dots: Mark = { kind: "dots", tone: "ink", x: of(1, 5, 11, Number.NaN), y: of(2, 5, 5, 5) };
    const { svg, x, y } = onTens([dots]);
    const circles = all(svg, ".cv-dots circle");
    expect(circles).toHaveLength(2);
    expectNear(
      circles.map((circle) => number(circle, "cx")),
      [x(1), x(5)],
    );
    expectNear(
      circles.map((circle) => number(circle, "cy")),
      [y(2), y(5)],
    );
  });

  test("have the shape of their tone unless given", () => {
    const shapeOf = (mark: Partial<Mark>) => {
      const { svg } = onTens([{ kind: "dots", tone: "ink", x: of(5), y: of(5), ...mark } as Mark]);
      const [dot] = all(svg, ".cv-dots circle, .cv-dots path");
      const look = dot.parentElement as Element;
      return [dot.localName, look.getAttribute("fill"), look.getAttribute("stroke")];
    };
    expect(shapeOf({ tone: "ink" })).toEqual(["circle", light.ink, null]);
    expect(shapeOf({ tone: "x->y" })).toEqual(["path", light["x->y"], null]);
    expect(shapeOf({ tone: "y->x" })).toEqual(["circle", "none", light["y->x"]]);
    expect(shapeOf({ tone: "truth" })).toEqual(["path", "none", light.truth]);
    expect(shapeOf({ tone: "ink", shape: "ring" } as Partial<Mark>)).toEqual(["circle", "none", light.ink]);
    expect(shapeOf({ tone: "y->x", shape: "disc" } as Partial<Mark>)).toEqual(["circle", light["y->x"], null]);
  });

  test("are smaller and transparent if there are many", () => {
    const crowd = Float64Array.from({ length: 301 }, (_, i) => i / 40);
    const few = onTens([{ kind: "dots", tone: "ink", x: of(1), y: of(1) }]).svg;
    const many = onTens([{ kind: "dots", tone: "ink", x: crowd, y: crowd }]).svg;
    expect(all(many, ".cv-dots circle")).toHaveLength(301);
    expect(number(all(many, ".cv-dots circle")[0], "r")).toBeLessThan(number(all(few, ".cv-dots circle")[0], "r"));
    expect(all(many, "[fill-opacity='0.6'] circle")).toHaveLength(301);
    expect(all(few, "[fill-opacity] circle")).toHaveLength(0);
  });
});

describe("curves", () => {
  test("go through their points, with a gap at missing values", () => {
    const curve = { x: of(0, 1, 2, 3, 4), y: of(0, 1, Number.NaN, 3, 4) };
    const { svg, x, y } = onTens([{ kind: "curves", tone: "ink", curves: [curve, { x: of(5, 6), y: of(5, 6) }] }]);
    const paths = all(svg, ".cv-curve path");
    expect(paths).toHaveLength(2);
    expect(paths[0].getAttribute("d")?.match(/M/g)).toHaveLength(2);
    expectNear(numbers(paths[0]), [x(0), y(0), x(1), y(1), x(3), y(3), x(4), y(4)]);
    expectNear(numbers(paths[1]), [x(5), y(5), x(6), y(6)]);
  });

  test("have different dashes for each direction, truth and alert, unless given", () => {
    const dashes = (["x->y", "y->x", "truth", "alert"] as const).map((tone) => {
      const { svg } = onTens([{ kind: "curves", tone, curves: [{ x: of(1, 2), y: of(1, 2) }] }]);
      return all(svg, ".cv-curve path")[0].parentElement?.getAttribute("stroke-dasharray");
    });
    expect(new Set(dashes).size).toBe(4);
    expect(dashes[0]).toBeNull();
    const { svg } = onTens([{ kind: "curves", tone: "y->x", stroke: "solid", curves: [{ x: of(1, 2), y: of(1, 2) }] }]);
    expect(all(svg, ".cv-curve [stroke-dasharray], .cv-curve[stroke-dasharray]")).toEqual([]);
  });

  test("are cut off at the frame by a clip whose id holds figure, width and panel", () => {
    const { svg, x } = onTens([{ kind: "curves", tone: "ink", curves: [{ x: of(5, 1e300), y: of(5, 5) }] }]);
    const [clip] = all(svg, "clipPath");
    expect(clip.getAttribute("id")).toBe("f-760-1-clip");
    expect(all(svg, "[clip-path='url(#f-760-1-clip)'] path")).toHaveLength(1);
    const rect = clip.firstElementChild as Element;
    expectNear([number(rect, "x"), number(rect, "x") + number(rect, "width")], [x(0), x(10)]);
  });
});

test("arrows go from their start to their end; those without a length or a value are left out", () => {
  const arrows: Mark = {
    kind: "arrows",
    tone: "x->y",
    x: of(1, 5, 5),
    y: of(2, 5, 5),
    dx: of(3, 0, Number.NaN),
    dy: of(4, 0, 1),
  };
  const { svg, x, y } = onTens([arrows]);
  const paths = all(svg, ".cv-arrows path");
  expect(paths).toHaveLength(1);
  expectNear(numbers(paths[0]).slice(0, 4), [x(1), y(2), x(4), y(6)]);
});

test("squares have areas proportional to |value|, up to the full size; filled if positive, hollow if negative", () => {
  const squares: Mark = {
    kind: "signed-squares",
    tone: "alert",
    x: of(1, 3, 5, 7),
    y: of(5, 5, 5, 5),
    value: of(1, 4, 9, -1),
    step: { x: 2, y: 1 },
    full: 4,
  };
  const { svg, x, y } = onTens([squares]);
  const filled = all(svg, ".cv-squares-positive rect");
  const hollow = all(svg, ".cv-squares-negative rect");
  expect([filled.length, hollow.length]).toEqual([3, 1]);
  const cell = x(2) - x(0);
  // There is half a pixel of space on every side; half of an outline of 1.2 pixels is outside its rectangle.
  expectNear(
    filled.map((rect) => number(rect, "width") + 1),
    [cell / 2, cell, cell],
  );
  expectNear(
    hollow.map((rect) => number(rect, "width") + 2.2),
    [cell / 2],
  );
  const row = y(0) - y(1);
  expectNear(
    filled.map((rect) => number(rect, "height") + 1),
    [row / 2, row, row],
  );
  expectNear([number(filled[0], "x") + number(filled[0], "width") / 2], [x(1)]);
  expectNear([number(filled[0], "y") + number(filled[0], "height") / 2], [y(5)]);
  expect(filled[0].parentElement?.getAttribute("fill")).toBe(light.alert);
  expect(hollow[0].parentElement?.getAttribute("fill")).toBe("none");
});

test("a band is an area between two edges", () => {
  const { svg, x, y } = onTens([{ kind: "band", tone: "y->x", x: of(1, 9), low: of(2, 3), high: of(4, 5) }]);
  const [area, ...others] = all(svg, ".cv-band path");
  expect(others).toEqual([]);
  expectNear(numbers(area), [x(1), y(4), x(9), y(5), x(9), y(3), x(1), y(2)]);
  const edges = all(svg, ".cv-band-edge path");
  expectNear(edges.flatMap(numbers), [x(1), y(2), x(9), y(3), x(1), y(4), x(9), y(5)]);
});

describe("bars", () => {
  const y = { kind: "names", label: "", names: ["first", "second"] } as const;

  test("reach from 0 to their value, in the row of their name, with whiskers", () => {
    const bars: Mark = {
      kind: "bars",
      tone: "x->y",
      names: ["second", "first"],
      value: of(5, 10),
      low: of(4, 9),
      high: of(6, 9.5),
    };
    const { svg, x, rows } = onTens([bars], { y });
    const rects = all(svg, ".cv-bars rect");
    expectNear(
      rects.map((rect) => number(rect, "x")),
      [x(0), x(0)],
    );
    expectNear(
      rects.map((rect) => number(rect, "width")),
      [x(5) - x(0), x(10) - x(0)],
    );
    const middles = rects.map((rect) => number(rect, "y") + number(rect, "height") / 2);
    expectNear([middles[0] - middles[1]], [rows / 2]);
    const whiskers = all(svg, ".cv-whisker line");
    expectNear(
      whiskers.map((line) => number(line, "x1")),
      [x(4), x(9)],
    );
    expectNear(
      whiskers.map((line) => number(line, "x2")),
      [x(6), x(9.5)],
    );
    expectNear(
      all(svg, ".cv-whisker-cap line").map((line) => number(line, "x1")),
      [x(4), x(9), x(6), x(9.5)],
    );
    expect(all(svg, ".cv-ticks-y text").map((text) => text.textContent)).toEqual(["first", "second"]);
  });

  test("start at the edge of the panel on a log axis, which has no 0, and go to the left of 0 if they are negative", () => {
    const bars = (...values: number[]): Mark => ({
      kind: "bars",
      tone: "x->y",
      names: ["first"],
      value: of(...values),
    });
    const log = { kind: "number", label: "", domain: [1, 100], log: true } as const;
    const middle = onTens([bars(10)], { y, x: log });
    const [onLog] = all(middle.svg, ".cv-bars rect");
    expectNear([number(onLog, "x"), number(onLog, "width")], [middle.x(0), middle.x(5) - middle.x(0)]);
    const signed = onTens([bars(-3)], { y, x: { kind: "number", label: "", domain: [-5, 5] } });
    const [negative] = all(signed.svg, ".cv-bars rect");
    expectNear([number(negative, "x"), number(negative, "width")], [signed.x(2), signed.x(3) - signed.x(0)]);
  });

  test("with the same name have a row each", () => {
    const twins = { kind: "names", label: "", names: ["same", "same"] } as const;
    const { svg, rows } = onTens([{ kind: "bars", tone: "x->y", names: ["same", "same"], value: of(5, 5) }], {
      y: twins,
    });
    const [first, second] = all(svg, ".cv-bars rect").map((rect) => number(rect, "y"));
    expectNear([second - first], [rows / 2]);
  });

  test("of two marks are beside each other, filled and hollow", () => {
    const bars = (tone: "x->y" | "y->x"): Mark => ({ kind: "bars", tone, names: ["first"], value: of(5) });
    const { svg } = onTens([bars("x->y"), bars("y->x")], { y });
    const [upper, lower] = all(svg, ".cv-bars rect");
    expect(number(upper, "y") + number(upper, "height")).toBeLessThanOrEqual(number(lower, "y"));
    expect(upper.parentElement?.getAttribute("stroke")).toBeNull();
    expect(lower.parentElement?.getAttribute("stroke")).toBe(light["y->x"]);
  });
});

describe("nodes and links", () => {
  const none = { kind: "none", label: "" } as const;
  const link = { kind: "links", tone: "x->y", from: of(0, 0), to: of(1, 2), value: of(0, 1) } as const;
  const nodes: Mark = {
    kind: "nodes",
    tone: "ink",
    names: ["dose", "response", "a name that is far too long ".repeat(9)],
  };
  const draw = (mark: Partial<Mark>) => {
    const marks = [{ ...link, text: ["dose → response: 97% sure", "other"], ...mark } as Mark, nodes];
    return drawn({ id: "f", title: "t", caption: "c", panels: [{ title: "", x: none, y: none, marks }] });
  };

  test("are labels in boxes, with lines as wide as their values and heads on the box of the effect", () => {
    const svg = draw({});
    const [dose, response] = all(svg, ".cv-nodes rect");
    expect(
      all(svg, ".cv-nodes text")
        .map((text) => text.textContent)
        .slice(0, 2),
    ).toEqual(["dose", "response"]);
    const lines = all(svg, ".cv-links path[stroke-width]");
    expect(lines.map((line) => number(line, "stroke-width"))).toEqual([1.25, 6.5]);
    const head = numbers(all(svg, ".cv-links path[fill^='#']")[0]);
    expect(head[1]).toBeCloseTo(number(response, "y"), DIGITS);
    expect(head[0]).toBeGreaterThan(number(response, "x"));
    expect(head[0]).toBeLessThan(number(response, "x") + number(response, "width"));
    expect(numbers(lines[0])[1]).toBeCloseTo(number(dose, "y") + number(dose, "height"), DIGITS);
  });

  test("are dashed by sureness: dots grow with the width of a line, dashes less, so that there are several", () => {
    const dashes = (stroke: "dashed" | "dotted") =>
      all(draw({ stroke }), ".cv-links path[stroke-width]").map((line) =>
        (line.getAttribute("stroke-dasharray") ?? "").split(" ").map(Number),
      );
    const [[thin], [wide]] = dashes("dashed");
    expect([thin, wide]).toEqual([6, expect.closeTo(6 * Math.sqrt(6.5 / 1.75), 1)]);
    // Round ends of a line of 6.5 pixels need longer gaps.
    expect(dashes("dotted")[1][1]).toBeGreaterThan(1.5 * 6.5);
  });

  test("have titles: of links what is known, of names that were cut the whole", () => {
    const titles = all(draw({}), ".cv-panel title").map((title) => title.textContent);
    expect(titles).toEqual(["dose → response: 97% sure", "other", expect.stringMatching(/^a name .* long$/)]);
  });

  test("have a ring and no head where the way is not known", () => {
    const svg = draw({ sign: "ring" });
    expect(all(svg, ".cv-links circle")).toHaveLength(2);
    expect(all(svg, ".cv-links path[fill^='#']")).toEqual([]);
    expect(all(svg, ".cv-axis, .cv-grid, .cv-ticks-x text")).toEqual([]);
  });
});

test("rules cross the whole panel; those outside are left out", () => {
  const { svg, x, y } = onTens([{ kind: "rules", tone: "ink", x: [2, 12], y: [3] }]);
  const lines = all(svg, ".cv-rules line");
  expect(lines).toHaveLength(2);
  expectNear(
    ["x1", "x2", "y1", "y2"].map((name) => number(lines[0], name)).sort((a, b) => a - b),
    [x(2), x(2), y(0), y(10)].sort((a, b) => a - b),
  );
  expectNear(
    ["x1", "x2", "y1", "y2"].map((name) => number(lines[1], name)).sort((a, b) => a - b),
    [x(0), x(10), y(3), y(3)].sort((a, b) => a - b),
  );
});

test("words are at their values, moved inside the panel at its ends; long ones are cut, with the full text in a title", () => {
  const long = "a text that is far longer than any panel is wide, ".repeat(5).trim();
  const { svg, x, y } = onTens([
    { kind: "words", tone: "ink", x: of(5, 10, 5), y: of(5, 5, 8), text: ["middle", "at the end", long] },
  ]);
  const place = (text: Element) => {
    const moves = [text, text.parentElement as Element].map((element) => element.getAttribute("transform") ?? "");
    const pairs = moves.flatMap((move) => [...move.matchAll(/translate\((-?[\d.]+),(-?[\d.]+)\)/g)]);
    return [0, 1].map((side) => pairs.reduce((sum, pair) => sum + Number(pair[side + 1]), 0));
  };
  const [middle, end, cut] = all(svg, ".cv-words text");
  expectNear(place(middle), [x(5), y(5)]);
  expect(place(end)[0]).toBeLessThan(x(10) - 20);
  expect(place(end)[0]).toBeGreaterThan(x(8));
  expect(cut.firstChild?.textContent).toMatch(/^a text that .*…$/);
  expect(cut.querySelector("title")?.textContent).toBe(long);
});

test.each(["start", "middle", "end"] as const)(
  "words anchored at their %s stay inside the panel at both ends",
  (anchor) => {
    const { svg, x } = onTens([
      { kind: "words", tone: "ink", anchor, x: of(0, 10), y: of(2, 8), text: ["at the left end", "at the right end"] },
    ]);
    const share = { start: 0, middle: 0.5, end: 1 }[anchor];
    for (const text of all(svg, ".cv-words text")) {
      const moves = [text, text.parentElement as Element].map((element) => element.getAttribute("transform") ?? "");
      const at = moves
        .flatMap((move) => [...move.matchAll(/translate\((-?[\d.]+),/g)])
        .reduce((sum, [, value]) => sum + Number(value), 0);
      const width = textWidth(text.firstChild?.textContent ?? "", FONT_SIZE.words);
      expect(at - share * width).toBeGreaterThanOrEqual(x(0));
      expect(at + (1 - share) * width).toBeLessThanOrEqual(x(10));
    }
  },
);
