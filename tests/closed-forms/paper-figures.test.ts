import { readFileSync } from "node:fs";
import type { Band, Curves, Dots, Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { anmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { knownScoreStudy } from "@causal-velocity/lab/evaluate/known-score-study.js";
import { quartiles } from "@causal-velocity/lab/evaluate/metrics.js";
import { paperFigureNamed, paperFigures } from "@causal-velocity/lab/paper-figures/paper-figures.js";
import { simulate } from "@causal-velocity/lab/simulate/simulate.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();
/** Small enough for a test; figures ignore options that they do not use. */
const SMALL = { routines, rows: 500, pairs: 3 };
const make = (name: string, options = {}) => paperFigureNamed(name).make({ routines, ...options });

const ofKind = <K extends Mark["kind"]>(panel: Panel, kind: K) =>
  panel.marks.filter((mark): mark is Extract<Mark, { kind: K }> => mark.kind === kind);

/** The curves with this label. */
function curvesOf(panel: Panel, label: string): Curves["curves"] {
  const dots = ofKind(panel, "dots").find((mark) => mark.label?.startsWith(label));
  // A line with dots has the label on the dots, which differ in shape.
  const found =
    ofKind(panel, "curves").find((mark) => mark.label?.startsWith(label)) ??
    ofKind(panel, "curves").find(({ curves: [line] }) => dots && line.x === dots.x && line.y === dots.y);
  if (!found) throw new Error(`no curves "${label}" in "${panel.title}"`);
  return found.curves;
}

/** Largest distance of two lists of curves. */
const gap = (one: Curves["curves"], other: Curves["curves"]) =>
  Math.max(...one.map(({ y }, k) => Math.max(...y.map((value, i) => Math.abs(value - other[k].y[i])))));

describe.each(paperFigures.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  const figure = entry.make(SMALL);

  test("is named, captioned and labeled, with columns of equal length and at most 1,000 dots a panel", () => {
    expect(figure.id).toBe(name);
    expect(figure.caption).toMatch(/\bseed 0\b/);
    for (const panel of figure.panels) {
      expect([panel.x.label, panel.y.label].every((label) => label.length > 0)).toBe(true);
      expect(lengthFaults(panel)).toEqual([]);
      const dots = ofKind(panel, "dots").reduce((sum, { x }) => sum + x.length, 0);
      expect(dots).toBeLessThanOrEqual(1010);
    }
  });

  test("is a function of its options: the same for the same seed, another for another", () => {
    expect(entry.make(SMALL)).toEqual(figure);
    expect(entry.make({ ...SMALL, seed: 1 }).panels).not.toEqual(figure.panels);
  });

  test("uses the options that it lists, and refuses invalid ones", () => {
    for (const option of ["rows", "pairs"] as const) {
      const withOther = () => entry.make({ ...SMALL, [option]: option === "rows" ? 1000 : 2 });
      if (entry.takes.includes(option)) expect(withOther()).not.toEqual(figure);
      else expect(withOther()).toEqual(figure);
      const refused = expect.objectContaining({ code: "wrong-option" });
      if (entry.takes.includes(option)) expect(() => entry.make({ ...SMALL, [option]: 0.5 })).toThrow(refused);
    }
    expect(() => entry.make({ ...SMALL, seed: -1 })).toThrow(/seed: -1/);
  });
});

test("an unknown name is refused with the list", () => {
  expect(() => paperFigureNamed("magic")).toThrow(/"magic"; expected one of concept, curve-families/);
});

describe("concept (fig:conceptual_fig)", () => {
  const [left, right] = make("concept").panels;

  test("the curve integrated from the velocity is the causal curve of the mechanism, to 1e-5", () => {
    const bold = ofKind(right, "curves").find(({ weight }) => weight === "bold");
    expect(gap(bold?.curves ?? [], curvesOf(left, "causal curve"))).toBeLessThan(1e-5);
  });

  test("the counterfactuals and the observation lie on the curve, within the resolution of the grid", () => {
    const [curve] = curvesOf(left, "causal curve");
    const points = ofKind(left, "dots").filter(({ size }) => size === "large");
    expect(points.flatMap(({ x }) => [...x])).toEqual([-2, 0, 1, 2, -1]);
    for (const { x, y } of points) {
      x.forEach((at, k) => {
        expect(Math.abs(y[k] - interpolated(curve, at))).toBeLessThan(1e-2);
      });
    }
  });

  test("arrows point along the curves: an arrow that starts near a curve ends near it", () => {
    const [arrows] = ofKind(right, "arrows");
    const curves = curvesOf(right, "causal curves");
    let near = 0;
    arrows.x.forEach((x, k) => {
      for (const curve of curves) {
        const before = arrows.y[k] - interpolated(curve, x);
        if (!(Math.abs(before) < 0.1)) continue;
        near += 1;
        const after = arrows.y[k] + arrows.dy[k] - interpolated(curve, x + arrows.dx[k]);
        // A chord of 0.23 deviates from a curve of curvature 2 by 0.05; neighbors separate by a tenth of their
        // distance.
        expect(Math.abs(after - before)).toBeLessThan(0.07);
      }
    });
    expect(near).toBeGreaterThan(20);
  });
});

describe("curve-families (fig:parametrization)", () => {
  const { panels } = make("curve-families");
  const families = panels.map((panel) => curvesOf(panel, "causal curves"));
  const starts = families.map((curves) => curves.map((curve) => interpolated(curve, 0)));

  test("100 curves from the same starts", () => {
    expect(families.map((curves) => curves.length)).toEqual([100, 100, 100]);
    starts[0].forEach((start, k) => {
      expect(starts[1][k]).toBeCloseTo(start, 10);
      expect(starts[2][k]).toBeCloseTo(start, 10);
    });
  });

  test("additive curves are parallel, location-scale curves proportional, exponential ones neither", () => {
    // If curves from e₁, e₂, e₃ are proportional, the ratio (y₃ − y₁)/(y₂ − y₁) is the same at every cause.
    const spread = families.map(([first, second, third]) => {
      const differences = first.y.map((y, i) => second.y[i] - y);
      const ratios = first.y.map((y, i) => (third.y[i] - y) / differences[i]);
      return [differences, ratios].map((column) => Math.max(...column) - Math.min(...column));
    });
    expect(spread[0][0]).toBeLessThan(1e-12);
    expect(spread[1][0]).toBeGreaterThan(0.1);
    expect(spread[1][1]).toBeLessThan(1e-10);
    expect(spread[2][1]).toBeGreaterThan(0.1);
  });

  test("skewness: 0, 0, and of e^(−y²) to the right at x < 0, to the left at x > 0", () => {
    const words = panels.map((panel) => ofKind(panel, "words")[0].text);
    expect(words.slice(0, 2)).toEqual(new Array(2).fill(["skew 0.0", "skew 0.0", "skew 0.0"]));
    expect(words[2]).toEqual(["skew 2.0", "skew 0.0", "skew −2.0"]);
    // The same from 1,000 drawn curves: the standard error of a skewness of 2 is about 0.1.
    const drawn = curvesOf(make("curve-families", { rows: 1000 }).panels[2], "causal curves");
    const skewAt = (x: number) => {
      const values = drawn.map((curve) => interpolated(curve, x));
      const mean = values.reduce((a, b) => a + b) / values.length;
      const moment = (p: number) => values.reduce((sum, value) => sum + (value - mean) ** p, 0) / values.length;
      return moment(3) / moment(2) ** 1.5;
    };
    expect(Math.abs(skewAt(-2) - 2)).toBeLessThan(0.3);
    expect(Math.abs(skewAt(2) + 2)).toBeLessThan(0.3);
  });
});

describe("mechanism-recovery (fig:gt_score_estim)", () => {
  test("fitted and true curves differ by less than a hundredth of the effect's range", () => {
    for (const panel of make("mechanism-recovery").panels) {
      const [dots] = ofKind(panel, "dots");
      const range = Math.max(...dots.y) - Math.min(...dots.y);
      const [fitted, truth] = [curvesOf(panel, "fitted"), curvesOf(panel, "true")];
      expect(gap(fitted, truth)).toBeLessThan(0.01 * range);
      expect(Math.max(...truth[3].y) - Math.min(...truth[3].y)).toBeGreaterThan(0.2 * range);
    }
  });
});

describe("lsnm-sample-size (fig:LSNM_sample_size)", () => {
  test("curves get closer to the truth from 100 to 1,000 to 10,000 rows", () => {
    const { panels } = make("lsnm-sample-size", { pairs: 1 });
    expect(panels.map(({ title }) => title.replace(",", ""))).toEqual(
      [100, 500, 1000, 2500, 5000, 10_000].map((n) => `${n} rows`),
    );
    const gaps = panels.map((panel) => gap(curvesOf(panel, "fitted"), curvesOf(panel, "true")));
    expect(gaps[2]).toBeLessThan(gaps[0] / 2);
    expect(gaps[5]).toBeLessThan(gaps[2] / 2);
  });
});

describe("gof-sample-size (fig:gof_gt) and score-error (fig:score_mse_trace)", () => {
  // The study of tab:sample_size_anm, with fewer pairs.
  const sizes = [100, 500, 1000];
  const study = knownScoreStudy({
    ...{ kind: "gaussian-anm", velocity: anmVelocity(), estimator: stein({ routines }), routines },
    ...{ sizes, pairs: 4 },
  });
  const options = { rows: 1000, pairs: 4 };
  const lineOf = (panel: Panel, label: string) => [...curvesOf(panel, label)[0].y];
  const medians = (of: (size: (typeof study)[number]) => Float64Array) =>
    study.map((size) => quartiles(of(size)).median);

  test("lines and bands are the study's medians and quartiles", () => {
    const [known, estimated] = make("gof-sample-size", options).panels;
    expect(lineOf(known, "causal")).toEqual(medians(({ withTrueScores }) => withTrueScores.causal));
    expect(lineOf(known, "anticausal")).toEqual(medians(({ withTrueScores }) => withTrueScores.anticausal));
    expect(lineOf(estimated, "causal")).toEqual(medians(({ withEstimates }) => withEstimates.causal));
    expect(lineOf(estimated, "anticausal")).toEqual(medians(({ withEstimates }) => withEstimates.anticausal));
    const bands: readonly Band[] = ofKind(estimated, "band");
    expect(bands.map(({ tone }) => tone)).toEqual(["y->x", "x->y"]);
    expect([...bands[1].low]).toEqual(study.map(({ withEstimates }) => quartiles(withEstimates.causal).lower));
    expect([...bands[1].high]).toEqual(study.map(({ withEstimates }) => quartiles(withEstimates.causal).upper));
  });

  test("score errors, accuracy and AUDRC are the study's; the joint error is the mean of two", () => {
    const [errors, right] = make("score-error", options).panels;
    expect(lineOf(errors, "score of the effect")).toEqual(medians(({ scoreError }) => scoreError.effect));
    expect(lineOf(errors, "joint score")).toEqual(medians(({ scoreError }) => scoreError.joint.map((sum) => sum / 2)));
    expect(lineOf(right, "accuracy")).toEqual(study.map(({ withEstimates }) => 100 * withEstimates.accuracy));
    expect(lineOf(right, "AUDRC")).toEqual(study.map(({ withEstimates }) => 100 * withEstimates.audrc));
  });

  test("with 100 datasets they are the numbers of docs/reproduction/sample-size-anm.md, digit by digit", {
    tags: ["slow"],
  }, () => {
    const page = readFileSync(new URL("../../docs/reproduction/sample-size-anm.md", import.meta.url), "utf8");
    const [estimated, known] = page.split("## With the true scores").map((part) => exactCells(part, 2));
    const [trueScores, estimates] = make("gof-sample-size", { rows: 500 }).panels;
    const [errors, right] = make("score-error", { rows: 500 }).panels;
    estimated.forEach((_, k) => {
      // The page prints percent, two decimals, or two digits of what is small.
      const printed = (panel: Panel, label: string) => {
        const value = lineOf(panel, label)[k];
        return value >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
      };
      const [success, , effectError, jointError, causal, anticausal] = estimated[k];
      expect(lineOf(right, "accuracy")[k].toFixed(0)).toBe(success);
      expect(printed(errors, "score of the effect")).toBe(effectError);
      expect(printed(errors, "joint score")).toBe(jointError);
      expect([printed(estimates, "causal"), printed(estimates, "anticausal")]).toEqual([causal, anticausal]);
      expect([printed(trueScores, "causal"), printed(trueScores, "anticausal")]).toEqual(known[k].slice(1));
    });
  });

  test("captions say how many datasets there are, and that the paper has more", () => {
    expect(make("gof-sample-size", options).caption).toContain("4 additive-noise datasets a size (the paper has 100)");
  });
});

test("example-datasets (fig:example_datasets): panels hold the first pairs of each benchmark", () => {
  const { panels } = make("example-datasets", { rows: 40, pairs: 2 });
  const kinds = ["velocity", "velocity", "sigmoid", "sigmoid", "anm", "anm", "lsnm", "lsnm"];
  expect(panels).toHaveLength(8);
  panels.forEach((panel, k) => {
    const { pair } = simulate(kinds[k], { n: 40, number: (k % 2) + 1 });
    const dots: Dots = ofKind(panel, "dots")[0];
    expect([dots.x, dots.y]).toEqual([pair.x, pair.y]);
  });
});

/** The medians in the exact lines of a page; the accuracy for the first cell. */
function exactCells(page: string, lines: number): string[][] {
  const exact = page.split("\n").filter((line) => line.includes("| v-anm, exact |"));
  return exact.slice(0, lines).map((line) => {
    const cells = line.split("|").slice(3, -1);
    return cells.map((cell) => cell.trim().split(" ")[0]);
  });
}

/** Marks whose columns differ in length. */
function lengthFaults(panel: Panel): string[] {
  return panel.marks.flatMap((mark) => {
    const parts = mark.kind === "curves" ? mark.curves : [mark];
    return parts.flatMap((part) => {
      const columns = Object.values(part).filter((value) => value instanceof Float64Array);
      const lengths = new Set(columns.map(({ length }) => length));
      return lengths.size > 1 || lengths.has(0) ? [`${mark.kind} ${mark.label}`] : [];
    });
  });
}

/** A curve, linearly interpolated. */
function interpolated({ x, y }: { readonly x: Float64Array; readonly y: Float64Array }, at: number): number {
  const above = x.findIndex((value) => value >= at);
  if (above < 0) return Number.NaN;
  if (x[above] === at || above === 0) return x[above] === at ? y[above] : Number.NaN;
  const share = (at - x[above - 1]) / (x[above] - x[above - 1]);
  return y[above - 1] + share * (y[above] - y[above - 1]);
}
