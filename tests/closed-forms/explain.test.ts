import { diagnose } from "@causal-velocity/core/diagnose/diagnose.js";
import { fitDirection } from "@causal-velocity/core/explain/direction-fit.js";
import { type Explanation, explain } from "@causal-velocity/core/explain/explain.js";
import type {
  Arrows,
  Bars,
  Curves,
  Dots,
  Figure,
  Mark,
  NumberAxis,
  SignedSquares,
} from "@causal-velocity/core/explain/figure.js";
import { fitVelocity } from "@causal-velocity/core/fit/fit-velocity.js";
import { DIRECTIONS, orient } from "@causal-velocity/core/fit/orient.js";
import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { standardize } from "@causal-velocity/core/pair/standardize.js";
import { distinctFindings } from "@causal-velocity/core/primitives/finding.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { pairScores } from "@causal-velocity/core/score/pair-scores.js";
import { stein } from "@causal-velocity/core/score/stein.js";
import { lsnmVelocity } from "@causal-velocity/core/velocity/spline-velocities.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";
import { decide } from "../support/decide.js";

const routines = compiledRoutines();

function bentPair(scale = { x: 1, y: 1 }): Pair {
  const rng = seededRng(12);
  const x = Float64Array.from({ length: 600 }, () => rng.normal());
  const y = x.map((value) => Math.sin(1.5 * value) + 0.5 * value + Math.exp(0.3 * value) * 0.3 * rng.normal());
  const units = (column: Float64Array, by: number) => column.map((value) => by * value);
  return pairFromColumns(units(x, scale.x), units(y, scale.y), { x: "dose", y: "response" });
}

const pair = bentPair();
const explanation = explain(pair, { routines });

function figure(of: Explanation, id: string): Figure {
  const found = of.figures.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no figure ${id}`);
  return found;
}

function marks<K extends Mark["kind"]>(of: Explanation, id: string, kind: K, panel = 0) {
  return figure(of, id).panels[panel].marks.filter((mark): mark is Extract<Mark, { kind: K }> => mark.kind === kind);
}

// fig:conceptual_fig: curves, and the velocity that generates them.
describe("explain", () => {
  test("has the decision of decide, and the findings of decide and diagnose", () => {
    expect(explanation.decision).toEqual(decide(pair, { routines }));
    const expected = distinctFindings([...explanation.decision.findings, ...diagnose(pair, { routines })]);
    expect(explanation.findings).toEqual(expected);
    expect(explanation.verdict).toMatch(/^dose drives response, (more than )?\d\d% sure\.$/);
    expect(explanation.reasons.join(" ")).toContain("in log odds for dose → response");
    expect(explanation.figures.map(({ id }) => id)).toEqual([
      ...["data", "evidence", "velocity", "curves", "noise", "loss", "residual"],
    ]);
  });

  test("every curve goes through its ringed row, and no two cross", () => {
    const shares: number[] = [];
    for (const panel of [0, 1]) {
      const [dotted, solid] = marks(explanation, "curves", "curves", panel) as Curves[];
      const rings = (marks(explanation, "curves", "dots", panel) as Dots[]).find(
        ({ shape }) => shape === "ring",
      ) as Dots;
      expect(rings.x).toHaveLength(dotted.curves.length);
      dotted.curves.forEach(({ x, y }, k) => {
        const right = x.findIndex((value) => value >= rings.x[k]);
        if (right <= 0) return;
        const share = (rings.x[k] - x[right - 1]) / (x[right] - x[right - 1]);
        const at = (1 - share) * y[right - 1] + share * y[right];
        expect(Math.abs(at - rings.y[k])).toBeLessThan(0.01);
      });
      for (let k = 1; k < dotted.curves.length; k++) {
        const [below, above] = [dotted.curves[k - 1].y, dotted.curves[k].y];
        expect(below.every((value, i) => !(value >= above[i]))).toBe(true);
      }
      // Solid where there are data: some of the way; not everywhere all of it.
      const known = solid.curves.map(({ y }) => y.filter((value) => Number.isFinite(value)).length / y.length);
      expect(Math.min(...known)).toBeGreaterThan(0.2);
      shares.push(...known);
    }
    expect(Math.min(...shares)).toBeLessThan(1);
  });

  test("arrows have the slope of the fitted velocity, stay near their cell and lie where there are data", () => {
    DIRECTIONS.forEach((direction, panel) => {
      const fit = fitDirection(pair, direction, { routines });
      const [{ x, y, dx, dy }] = marks(explanation, "velocity", "arrows", panel) as Arrows[];
      expect(x.length).toBeGreaterThan(20);
      for (let i = 0; i < x.length; i++) {
        const at = { cause: x[i] + dx[i] / 2, effect: y[i] + dy[i] / 2 };
        expect(dy[i] / dx[i]).toBeCloseTo(fit.velocity(at), 9);
        expect(dx[i]).toBeGreaterThan(0);
      }
    });
  });

  test("noise is each row's effect at the median of the cause, in the user's units", () => {
    const [{ x, y }] = marks(explanation, "noise", "dots") as Dots[];
    const fit = fitDirection(pair, "x->y", { routines });
    const median = [...pair.x].sort((a, b) => a - b);
    const baseline = (median[299] + median[300]) / 2;
    const rows = new Map(Array.from(pair.x, (value, i) => [value, pair.y[i]]));
    for (let i = 0; i < x.length; i += 50) {
      const effect = rows.get(x[i]);
      // Units go there and back: a value may differ in the last digit.
      const nearest = effect ?? pair.y[pair.x.findIndex((value) => Math.abs(value - x[i]) < 1e-12)];
      const curve = fit.curve({ cause: x[i], effect: nearest }, Float64Array.of(baseline));
      expect(y[i]).toBeCloseTo(curve.effect[0], 9);
    }
    expect(figure(explanation, "noise").panels[0].y.label).toMatch(/^response, had dose been -?\d/);
  });

  test("evidence bars add up to the margin, and loss bars are the findings about the fit", () => {
    const bars = marks(explanation, "evidence", "bars") as Bars[];
    const named = bars.flatMap(({ names, value }) => names.map((name, k) => ({ name, value: value[k] })));
    const sum = named.filter(({ name }) => name !== "sum").reduce((total, { value }) => total + value, 0);
    expect(sum).toBeCloseTo(explanation.decision.margin, 12);
    expect(named.find(({ name }) => name === "sum")?.value).toBe(explanation.decision.margin);
    const shares = (marks(explanation, "loss", "bars", 1) as Bars[]).map(({ value }) => value[0]);
    const fits = DIRECTIONS.map((d) => explanation.findings.find((f) => f.code === "fit" && f.direction === d)?.value);
    expect(shares).toEqual(fits);
    // What is weighed is the loss itself: that of v-lsnm.
    const losses = (marks(explanation, "loss", "bars") as Bars[]).map(({ value }) => value[0]);
    const { cost } = decide(pair, { method: "v-lsnm", routines });
    expect(losses).toEqual(DIRECTIONS.map((direction) => cost[direction]));
  });

  test("the residual map is smaller along the true direction (eqn:gof_raw)", () => {
    const [forward, backward] = [0, 1].map((panel) => {
      const [{ value, full }] = marks(explanation, "residual", "signed-squares", panel) as SignedSquares[];
      expect(value.every(Number.isFinite)).toBe(true);
      expect(full).toBeGreaterThan(0);
      return value.reduce((sum, share) => sum + Math.abs(share), 0);
    });
    expect(forward).toBeLessThan(0.7 * backward);
  });

  test("other units move every coordinate with them and change no word but numbers", () => {
    const scaled = explain(bentPair({ x: 1000, y: 0.01 }), { routines });
    expect(scaled.verdict).toBe(explanation.verdict);
    const [own, other] = [explanation, scaled].map((of) => (marks(of, "curves", "curves") as Curves[])[0].curves[2]);
    own.x.forEach((value, i) => {
      expect(other.x[i]).toBeCloseTo(1000 * value, 6);
      expect(other.y[i]).toBeCloseTo(0.01 * own.y[i], 7);
    });
  });

  test("swapped columns swap the panels", () => {
    const swapped = explain(pairFromColumns(pair.y, pair.x, { x: "response", y: "dose" }), { routines });
    expect(swapped.verdict).toBe(explanation.verdict);
    for (const id of ["velocity", "curves", "noise", "residual"]) {
      const titles = (of: Explanation) => figure(of, id).panels.map(({ title }) => title);
      expect(titles(swapped)).toEqual(titles(explanation).reverse());
    }
    const [own] = marks(explanation, "velocity", "arrows") as Arrows[];
    const [other] = marks(swapped, "velocity", "arrows", 1) as Arrows[];
    expect(other.x).toHaveLength(own.x.length);
    own.dy.forEach((value, i) => {
      expect(other.dy[i]).toBeCloseTo(value, 9);
    });
  });

  test("the same seed gives the same explanation, another seed other dots", () => {
    expect(explain(pair, { routines })).toEqual(explanation);
    const rng = seededRng(2);
    const x = Float64Array.from({ length: 1500 }, () => rng.normal());
    const long = pairFromColumns(
      x,
      x.map((value) => value * value + rng.normal()),
    );
    const dots = (seed: number) => (marks(explain(long, { routines, seed }), "data", "dots") as Dots[])[0].x;
    expect(dots(0)).toHaveLength(1000);
    expect(dots(1)).not.toEqual(dots(0));
  });

  test("extreme rows are counted, not drawn over all others", () => {
    const x = pair.x.slice();
    x[17] = 1e4;
    const { caption, panels } = figure(explain(pairFromColumns(x, pair.y), { routines }), "data");
    const { domain } = panels[0].x as NumberAxis;
    expect(domain?.[1]).toBeLessThan(10);
    expect(Number(/(\d+) extreme rows? of these lie/.exec(caption)?.[1])).toBeGreaterThanOrEqual(1);
  });

  test("says why it cannot tell, and that the evidence was not used", () => {
    const rng = seededRng(9);
    const x = Float64Array.from({ length: 500 }, () => rng.normal());
    const gaussian = explain(
      pairFromColumns(
        x,
        x.map((value) => 0.7 * value + rng.normal()),
      ),
      { routines },
    );
    expect(gaussian.verdict).toBe("Cannot tell: both directions fit equally well (linear, near-Gaussian).");
    expect(gaussian.reasons).toEqual([expect.stringMatching(/evidence was not used/)]);
    const failed = gaussian.findings.filter(({ severity }) => severity === "fail").map(({ code }) => code);
    expect(failed).toContain("linear-gaussian");
  });

  test("with a method that knows no probability it shows costs, and draws no evidence", () => {
    const { verdict, reasons, figures } = explain(pair, { routines, method: "v-lsnm" });
    expect(verdict).toBe("v-lsnm ranks dose → response first.");
    expect(reasons[0]).toMatch(/^By v-lsnm, the cost of dose → response is [\d.e-]+ and that of/);
    expect(figures.map(({ id }) => id)).not.toContain("evidence");
  });

  test("with a method that the caller brings, whose curves are those of the default", () => {
    const options = { routines, method: "reci", methods: allMethods };
    const { decision, figures } = explain(pair, options);
    expect(decision).toEqual(decide(pair, options));
    expect(figures.map(({ id }) => id)).toContain("curves");
  });
});

describe("what explain draws and says of unusual pairs", () => {
  const rng = seededRng(77);
  const year = Float64Array.from({ length: 300 }, () => 2005.578 + 8 * (rng.uniform() - 0.5));
  const sales = year.map((value) => (value - 2000) ** 2 / 10 + rng.normal());

  test("noise is named and marked at the median itself, with the digits that the spread leaves", () => {
    const shown = explain(pairFromColumns(year, sales, { x: "year", y: "sales" }), { routines });
    const ascending = [...year].sort((a, b) => a - b);
    const median = (ascending[149] + ascending[150]) / 2;
    const [rule] = marks(shown, "noise", "rules");
    expect(rule.x?.[0]).toBeCloseTo(median, 9);
    expect(figure(shown, "noise").panels[0].y.label).toBe(`sales, had year been ${Number(median.toFixed(2))}`);
  });

  test("equal names are distinguished, and names from right to left set apart", () => {
    const equal = explain(pairFromColumns(pair.x, pair.y, { x: "a", y: "a" }), { routines });
    expect(equal.verdict).toMatch(/^a \[x\] drives a \[y\], /);
    const hebrew = explain(pairFromColumns(pair.x, pair.y, { x: "גיל", y: "\u202eשכר" }), { routines });
    expect(hebrew.verdict).toMatch(/^\u2068גיל\u2069 drives \u2068שכר\u2069, /);
    expect(figure(hebrew, "curves").panels[0].title).toBe("\u2068גיל\u2069 → \u2068שכר\u2069");
  });

  test("long names leave the arrow in the title", () => {
    const names = { x: "x".repeat(80), y: "y".repeat(80) };
    const { title } = figure(explain(pairFromColumns(pair.x, pair.y, names), { routines }), "velocity").panels[0];
    expect(title).toMatch(/^x{14}…x{13} → y{14}…y{13}$/);
  });

  test("the caption of the evidence says where it was not used", () => {
    const x = Float64Array.from({ length: 400 }, () => rng.normal());
    const y = Float64Array.from({ length: 400 }, () => rng.normal());
    const unrelated = explain(pairFromColumns(x, y), { routines });
    expect(figure(unrelated, "evidence").caption).toContain("It was not used here");
    expect(unrelated.reasons[0]).toContain("A test found no dependence");
    expect(figure(explanation, "evidence").caption).toContain("The sum decides.");
  });

  test("a velocity method is shown with its own class, and with its own scores", () => {
    const quadratic = explain(pair, { routines, method: "b-quad", score: "kde" });
    expect(figure(quadratic, "curves").caption).toContain("b-quad");
    const { cost } = decide(pair, { routines, method: "b-quad", score: "kde" });
    const losses = (marks(quadratic, "loss", "bars") as Bars[]).map(({ value }) => value[0]);
    expect(losses).toEqual(DIRECTIONS.map((direction) => cost[direction]));
    const own = explain(pair, { routines, basis: "1, x, y, x*y" });
    expect(figure(own, "curves").caption).toContain("basis");
  });

  test("arrows are the slopes of curves, in the user's units", () => {
    const scaled = bentPair({ x: 250, y: 0.02 });
    for (const direction of DIRECTIONS) {
      const fit = fitDirection(scaled, direction, { routines });
      const [cause, effect] = direction === "x->y" ? [100, 0.01] : [0.01, 100];
      const step = direction === "x->y" ? 1e-3 : 1e-7;
      const { effect: near } = fit.curve({ cause, effect }, Float64Array.of(cause - step, cause + step));
      const slope = (near[1] - near[0]) / (2 * step);
      expect(fit.velocity({ cause, effect }) / slope).toBeCloseTo(1, 5);
    }
  });

  test("a square of the residual map is what the rows in its cell add to the loss, both ways (eqn:loss_est)", () => {
    const standard = standardize(pair);
    const scores = pairScores(standard, stein({ routines }));
    for (const [panel, direction] of DIRECTIONS.entries()) {
      const [{ x, y, value, step }] = marks(explanation, "residual", "signed-squares", panel) as SignedSquares[];
      const { residual, gof } = fitVelocity(lsnmVelocity(), orient(standard, scores, direction), { routines });
      const [causes, effects] = direction === "x->y" ? [pair.x, pair.y] : [pair.y, pair.x];
      for (let i = 0; i < x.length; i += 7) {
        const own = residual.filter(
          (_, row) => Math.abs(causes[row] - x[i]) < step.x / 2 && Math.abs(effects[row] - y[i]) < step.y / 2,
        );
        const [sum, squares] = [own.reduce((a, r) => a + r, 0), own.reduce((a, r) => a + r * r, 0)];
        expect(value[i]).toBeCloseTo((Math.sign(sum) * squares) / residual.length, 9);
      }
      // All but the few rows outside the picture, which may have large residuals.
      const total = value.reduce((a, share) => a + Math.abs(share), 0);
      expect(total / gof).toBeLessThanOrEqual(1 + 1e-9);
      expect(total / gof).toBeGreaterThan(0.5);
    }
  });
});
