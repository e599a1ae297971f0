import type { Axis, Mark, Panel } from "@causal-velocity/core/explain/figure.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { exponentOf, powerOfTenTexts, stepTexts } from "./number-text.js";

/**
 * The range of values that an axis shows. An axis of names has them at 0, 1, 2, …, so that bars and marks with numbers
 * can share a panel.
 */
export interface AxisScale {
  readonly low: number;
  readonly high: number;
  readonly log: boolean;
}

/** Space between the outermost marks and the ends of an axis, as a share of its length. */
const PADDING = 0.04;
/** Half the length of an axis whose marks all have one value, as a share of that value. */
const AROUND_ONE_VALUE = 0.1;
const HALF = 0.5;

/** The domain of the axis if it has one; otherwise the range that the marks cover, with some space around it. */
export function axisScale(panel: Panel, side: "x" | "y"): AxisScale {
  const axis: Axis = panel[side];
  if (axis.kind === "none") return { low: 0, high: 1, log: false };
  if (axis.kind === "names") return { low: -HALF, high: axis.names.length - HALF, log: false };
  const log = axis.log === true;
  if (axis.domain) return { low: axis.domain[0], high: axis.domain[1], log };
  const [low, high] = extent(panel.marks, side, log);
  return log
    ? paddedLog(low, high)
    : padded(low, high, side === "x" && panel.marks.some(({ kind }) => kind === "bars"));
}

/** Whether a value is within the range of the axis. */
export function isInside({ low, high }: AxisScale, value: number): boolean {
  return value >= low && value <= high;
}

/** How far beyond an axis lines are drawn, in axis lengths: far enough to keep their slopes, near enough for renderers. */
const BEYOND = 20;

/** The value, limited to what renderers can handle; NaN if a log axis cannot show it. */
export function reachable({ low, high, log }: AxisScale, value: number): number {
  if (!log) return Math.min(Math.max(value, low - BEYOND * (high - low)), high + BEYOND * (high - low));
  if (!(value > 0)) return Number.NaN;
  const reach = (high / low) ** BEYOND;
  return Math.min(Math.max(value, low / reach), high * reach);
}

/** The position of a value on the axis: 0 at its low end, 1 at its high end. */
export function shareOf({ low, high, log }: AxisScale, value: number): number {
  return log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

function padded(low: number, high: number, fromZero: boolean): AxisScale {
  if (low === high) {
    const around = AROUND_ONE_VALUE * Math.abs(low) || 1;
    return { low: low - around, high: high + around, log: false };
  }
  const room = PADDING * (high - low);
  return {
    low: fromZero && low === 0 ? 0 : low - room,
    high: fromZero && high === 0 ? 0 : high + room,
    log: false,
  };
}

function paddedLog(low: number, high: number): AxisScale {
  const room = (high / low) ** PADDING;
  return low === high ? { low: low / 2, high: high * 2, log: true } : { low: low / room, high: high * room, log: true };
}

/** Smallest and largest finite value (positive on a log axis); without any, 0 to 1, or 1 to 10 on a log axis. */
function extent(marks: readonly Mark[], side: "x" | "y", log: boolean): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const mark of marks) {
    for (const column of covered(mark)[side]) {
      for (const value of column) {
        if (!Number.isFinite(value) || (log && value <= 0)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  if (low <= high) return [low, high];
  return log ? [1, 10] : [0, 1];
}

type Values = Column | readonly number[];

/** All values that a mark covers. */
function covered(mark: Mark): Readonly<Record<"x" | "y", readonly Values[]>> {
  switch (mark.kind) {
    case "dots":
    case "words":
      return { x: [mark.x], y: [mark.y] };
    case "curves":
      return { x: mark.curves.map(({ x }) => x), y: mark.curves.map(({ y }) => y) };
    case "arrows":
      return { x: [mark.x, sum(mark.x, mark.dx)], y: [mark.y, sum(mark.y, mark.dy)] };
    case "signed-squares":
      return { x: around(mark.x, mark.step.x), y: around(mark.y, mark.step.y) };
    case "band":
      return { x: [mark.x], y: [mark.low, mark.high] };
    case "bars":
      return { x: [[0], mark.value, mark.low ?? [], mark.high ?? []], y: [] };
    case "rules":
      return { x: [mark.x ?? []], y: [mark.y ?? []] };
    case "nodes":
    case "links":
      return { x: [], y: [] };
  }
}

const sum = (a: Column, b: Column): Column => a.map((value, i) => value + (b[i] ?? Number.NaN));
const around = (centers: Column, step: number): Column[] => [
  centers.map((center) => center - step / 2),
  centers.map((center) => center + step / 2),
];

/** A tick of an axis: its value and its label. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Round steps between ticks. */
const NICE = [1, 2, 5, 10];
/** With fewer powers of ten in range, a log axis also has ticks at 2 and 5 times them, or the ticks of a linear axis. */
const FEWEST_POWERS = 3;
const BETWEEN_POWERS = [1, 2, 5];

/** At most about `count` ticks inside a domain, at multiples of 1, 2 or 5 times a power of ten. */
export function linearTicks(low: number, high: number, count: number): Tick[] {
  const rough = high / count - low / count;
  const power = exponentOf(rough);
  const unit = rough / 10 ** power;
  const nice = NICE.find((step) => unit <= step * (1 + ROUNDING)) ?? 10;
  // Division by a power of ten rounds once, so 3 · 10⁻¹ is written as 0.3.
  const at = (index: number) => (power < 0 ? (index * nice) / 10 ** -power : index * nice * 10 ** power);
  const step = at(1);
  const values: number[] = [];
  // `|| 0` removes the −0 that rounding up gives.
  for (let i = Math.ceil(low / step - ROUNDING); i <= high / step + ROUNDING; i++) values.push(at(i) || 0);
  const texts = stepTexts(values, step);
  return values.map((value, i) => ({ at: value, text: texts[i] ?? "" }));
}

/** Tolerance for rounding at the ends of an axis, as a share of a step. */
const ROUNDING = 1e-9;

/** Powers of ten inside a positive domain; every second, third, … if there are more than `count`. */
export function logTicks(low: number, high: number, count: number): Tick[] {
  const first = Math.ceil(Math.log10(low) - ROUNDING);
  const last = Math.floor(Math.log10(high) + ROUNDING);
  if (last - first + 1 < FEWEST_POWERS) {
    const between = betweenPowers(low, high, first, last);
    if (between.length >= FEWEST_POWERS) return between;
    return linearTicks(low, high, count).filter(({ at }) => at > 0);
  }
  const stride = Math.max(1, Math.ceil((last - first + 1) / count));
  const exponents: number[] = [];
  for (let exponent = first; exponent <= last; exponent += stride) exponents.push(exponent);
  const texts = powerOfTenTexts(exponents);
  return exponents.map((exponent, i) => ({ at: 10 ** exponent, text: texts[i] ?? "" }));
}

/** 1, 2 and 5 times powers of ten inside a domain. */
function betweenPowers(low: number, high: number, first: number, last: number): Tick[] {
  const ticks: Tick[] = [];
  for (let exponent = first - 1; exponent <= last; exponent++) {
    for (const digit of BETWEEN_POWERS) {
      const at = exponent < 0 ? digit / 10 ** -exponent : digit * 10 ** exponent;
      if (at < low * (1 - ROUNDING) || at > high * (1 + ROUNDING)) continue;
      ticks.push({ at, text: stepTexts([at], exponent < 0 ? 1 / 10 ** -exponent : 10 ** exponent)[0] ?? "" });
    }
  }
  return ticks;
}
