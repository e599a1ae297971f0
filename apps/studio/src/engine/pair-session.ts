import { columnMemo, type Memo } from "@causal-velocity/core/compute/memo.js";
import { plainRoutines } from "@causal-velocity/core/compute/plain-routines.js";
import type { Routines } from "@causal-velocity/core/compute/routines.js";
import { decide } from "@causal-velocity/core/decide/decide.js";
import { verdictSentence } from "@causal-velocity/core/decide/verdict-sentence.js";
import { counterfactual } from "@causal-velocity/core/explain/counterfactual.js";
import { type DirectionFit, fitDirection, type Observation } from "@causal-velocity/core/explain/direction-fit.js";
import { axisOf } from "@causal-velocity/core/explain/direction-view.js";
import { type Explanation, explainDecision } from "@causal-velocity/core/explain/explain.js";
import type { Figure } from "@causal-velocity/core/explain/figure.js";
import { rowsByNoise } from "@causal-velocity/core/explain/figures/direction-figures.js";
import { byRole, type Direction, orientScale } from "@causal-velocity/core/fit/orient.js";
import { flow } from "@causal-velocity/core/flow/flow.js";
import { type DataSupport, dataSupport } from "@causal-velocity/core/pair/data-support.js";
import { displayNames } from "@causal-velocity/core/pair/display-names.js";
import type { Pair } from "@causal-velocity/core/pair/pair.js";
import { drawRows, subsample, takeRows } from "@causal-velocity/core/pair/resample.js";
import { toStandardUnits, toUserUnits } from "@causal-velocity/core/pair/standardize.js";
import { pairDependence } from "@causal-velocity/core/pairs/dependence.js";
import { type Column, evenGrid } from "@causal-velocity/core/primitives/columns.js";
import { problemText } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { compareMethods } from "@causal-velocity/lab/rivals/compare-methods.js";
import { allMethods } from "@causal-velocity/lab/rivals/methods.js";
import { wasmRoutines } from "@causal-velocity/routines/wasm-routines.js";
import type {
  Answer,
  Ask,
  Comparison,
  CurveRequest,
  CurveThrough,
  DecidedPair,
  LoadedPair,
  MethodOpinion,
  Motion,
  Scene,
  WhatIf,
} from "./messages.js";

/** Most rows that are shown and can be moved. */
const MOST_DOTS = 20_000;
/** Steps of a motion: between two of them rows move in a straight line. */
const STEPS = 21;
/** The grid that says where there are data, in each direction of the axes. */
const CELLS = { cause: 72, effect: 54 };
/** `counterfactual` draws this many rows from longer pairs; the curve shown while dragging uses the same rows. */
const COUNTERFACTUAL_ROWS = 20_000;
/** Points of a curve: the error of linear interpolation is less than a pixel. */
const CURVE_POINTS = 241;

/** Answers questions about one pair, and reuses its estimates until another pair is loaded. */
export class PairSession {
  readonly #routines: Routines = wasmRoutines() ?? plainRoutines;
  #loaded: LoadedPair | undefined;
  #memo: Memo = columnMemo();
  #fits = new Map<string, { readonly fit: DirectionFit; readonly support: DataSupport }>();

  load(loaded: LoadedPair): void {
    this.#loaded = loaded;
    this.#memo = columnMemo();
    this.#fits.clear();
  }

  decide(options: Ask<"decide">): DecidedPair {
    const decision = decide(this.#pair(), { ...options, ...this.#compute(), methods: allMethods });
    const sentence = verdictSentence(decision);
    const dependence = pairDependence(this.#pair(), decision, this.#compute());
    return { decision, dependence, routines: this.#routines.name, sentence };
  }

  explain({ decision }: Ask<"explain">): Explanation {
    return explainDecision(this.#pair(), decision, { ...this.#compute(), methods: allMethods });
  }

  scene({ seed }: Ask<"scene">): Scene {
    const { x, y } = this.#pair();
    const names = displayNames(this.#pair().names);
    const shown = this.#shown(seed);
    const axes = { x: { ...this.#axis(x), label: names.x }, y: { ...this.#axis(y), label: names.y } };
    const [shownX, shownY] = [takeRows(x, shown), takeRows(y, shown)];
    const { tableRows } = this.#loaded as LoadedPair;
    const figureOf = (direction: Direction): Figure => {
      const forward = direction === "x->y";
      const [cause, effect] = forward ? (["x", "y"] as const) : (["y", "x"] as const);
      const columns = { x: shownX, y: shownY };
      return {
        id: forward ? "what-if-forward" : "what-if-backward",
        title: `If ${names[cause]} drives ${names[effect]}`,
        caption: `${shown.length} of ${x.length} rows; ${names[cause]} horizontal, ${names[effect]} vertical.`,
        panels: [
          {
            title: "",
            x: axes[cause],
            y: axes[effect],
            marks: [{ kind: "dots", tone: "muted", size: "small", x: columns[cause], y: columns[effect] }],
          },
        ],
      };
    };
    return {
      rows: shown.map((row) => tableRows?.[row] ?? row + 1),
      x: shownX,
      y: shownY,
      axes,
      figures: { "x->y": figureOf("x->y"), "y->x": figureOf("y->x") },
    };
  }

  motion({ direction, seed }: Ask<"motion">): Motion {
    const { fit, support } = this.#fit(direction, seed);
    const pair = this.#pair();
    const shown = this.#shown(seed);
    const { cause, effect } = byRole(pair, direction);
    const units = orientScale(fit.pair, direction);
    const start = toStandardUnits(takeRows(effect, shown), units.effect);
    const at = toStandardUnits(takeRows(cause, shown), units.cause);
    const n = shown.length;
    const middle = (STEPS - 1) / 2;
    const moved = new Float32Array(STEPS * n).fill(Number.NaN);
    const put = (step: number, values: Column): void => moved.set(toUserUnits(values, units.effect), step * n);
    put(middle, start);
    for (const side of [1, -1]) {
      // Rows whose curve has ended stay where it ended, and are not put down again.
      let [effects, causes, rows] = [start, at, Uint32Array.from(shown.keys())];
      for (let k = 1; k <= middle && rows.length > 0; k++) {
        const to = causes.map((value) => value + side / middle);
        const { effect: next } = flow(fit.fitted, { effect: effects, from: causes, to });
        const isLeft = (_: number, i: number): boolean => Number.isFinite(next[i]);
        const whole = new Float64Array(n).fill(Number.NaN);
        rows.forEach((row, i) => {
          whole[row] = next[i];
        });
        put(middle + side * k, whole);
        [effects, causes, rows] = [next.filter(isLeft), to.filter(isLeft), rows.filter(isLeft)];
      }
    }
    const axes = { cause: this.#axis(cause).domain, effect: this.#axis(effect).domain };
    const centers = ([low, high]: readonly [number, number], count: number): number[] =>
      Array.from({ length: count }, (_, k) => low + ((k + 0.5) / count) * (high - low));
    const supported = Uint8Array.from(
      centers(axes.cause, CELLS.cause).flatMap((c) =>
        centers(axes.effect, CELLS.effect).map((e) => (support(...fit.place({ cause: c, effect: e })) ? 1 : 0)),
      ),
    );
    const grid = evenGrid(...axes.cause, CURVE_POINTS);
    const { oriented } = fit.fitted;
    const curves = rowsByNoise(fit).map((row): CurveThrough => {
      const from = {
        cause: toUserUnits(oriented.cause.subarray(row, row + 1), units.cause)[0],
        effect: toUserUnits(oriented.effect.subarray(row, row + 1), units.effect)[0],
      };
      const { effect: along } = fit.curve(from, grid);
      return { cause: grid, effect: along, supported: supportedWay(fit, support, from, grid, along) };
    });
    return { curves, steps: STEPS, reach: units.cause.sd, effect: moved, support: supported, cells: CELLS };
  }

  curve({ direction, from, seed }: CurveRequest): CurveThrough {
    const { fit, support } = this.#fit(direction, seed);
    const pair = this.#pair();
    const column = direction === "x->y" ? pair.x : pair.y;
    const { domain } = this.#axis(column);
    const [low, high] = [Math.min(domain[0], from.cause), Math.max(domain[1], from.cause)];
    const step = (high - low) / (CURVE_POINTS - 1);
    const cause = Float64Array.from({ length: CURVE_POINTS }, (_, k) => low + k * step);
    const { effect } = fit.curve(from, cause);
    return { cause, effect, supported: supportedWay(fit, support, from, cause, effect) };
  }

  whatIf({ direction, from, seed, to }: Ask<"whatIf">): WhatIf {
    const answer = counterfactual(this.#pair(), { direction, from, to: [to] }, { seed, routines: this.#routines });
    const { names, rows, findings } = answer;
    return { direction, names, from: answer.from, to: answer.to[0], rows, findings };
  }

  band({ direction, from, seed, to }: Ask<"band">): Answer<"band"> {
    return counterfactual(this.#pair(), { direction, from, to }, { seed, routines: this.#routines }).to;
  }

  compare(options: Ask<"compare">): Comparison {
    // Other methods know nothing of given columns.
    const { given: _, ...pair } = this.#pair();
    const { reference, opinions, leftOut } = compareMethods(pair, { ...options, routines: this.#routines });
    return {
      reference: reference.verdict,
      rows: reference.rows.used,
      leftOut,
      opinions: opinions.map(({ entry, decision, fault, agrees, uncounted }): MethodOpinion => {
        const { name, kind, assumes, assumesInShort } = entry;
        return {
          name,
          kind,
          assumes: assumesInShort ?? assumes,
          ...(decision ? { verdict: decision.verdict } : {}),
          ...(decision?.probability === undefined ? {} : { probability: decision.probability }),
          ...(agrees === undefined ? {} : { agrees }),
          ...(uncounted === undefined ? {} : { uncounted }),
          ...(fault ? { fault: problemText(fault.problem) } : {}),
        };
      }),
    };
  }

  #compute() {
    return { routines: this.#routines, memo: this.#memo };
  }

  /** The axis of a column, without a label. It is asked for with every step of a drag, and sorts the column. */
  #axis(column: Column) {
    return this.#memo("studio axis", [column], () => axisOf(column, ""));
  }

  /** Which rows are shown. */
  #shown(seed: number): Uint32Array {
    const { length } = this.#pair().x;
    return drawRows(length, Math.min(MOST_DOTS, length), seededRng(seed).split("studio dots"));
  }

  #pair(): Pair {
    if (!this.#loaded) throw new Error("a question about a pair came before the pair");
    return this.#loaded.pair;
  }

  /** The fit that `counterfactual` makes with this seed, from the same rows, so that the curve is identical. */
  #fit(direction: Direction, seed: number) {
    const key = `${direction} ${seed}`;
    const known = this.#fits.get(key);
    if (known) return known;
    const rng = seededRng(seed);
    const drawn = subsample(this.#pair(), COUNTERFACTUAL_ROWS, rng.split("subsample"));
    const fit = fitDirection(drawn, direction, { seed, routines: this.#routines });
    const made = { fit, support: dataSupport([fit.pair.x, fit.pair.y], rng.split("support")) };
    this.#fits.set(key, made);
    return made;
  }
}

/** Marks the points on both sides of the row up to where the curve first leaves the data. */
function supportedWay(
  fit: DirectionFit,
  support: DataSupport,
  from: Observation,
  cause: Column,
  effect: Column,
): Uint8Array {
  const supported = new Uint8Array(cause.length);
  const above = cause.findIndex((value) => value >= from.cause);
  const walk = (start: number, step: 1 | -1): void => {
    for (let k = start; k >= 0 && k < cause.length; k += step) {
      if (!support(...fit.place({ cause: cause[k], effect: effect[k] }))) return;
      supported[k] = 1;
    }
  };
  walk(above, 1);
  walk(above - 1, -1);
  return supported;
}
