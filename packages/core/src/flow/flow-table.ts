import { chebyshevCoefficients, chebyshevInto, chebyshevRoots, chebyshevSlopesInto } from "../primitives/chebyshev.js";
import type { Column } from "../primitives/columns.js";
import type { CurveFollower, CurvePoints } from "./curve-follower.js";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Chebyshev nodes of a panel, in each direction. */
const NODES = 16;
/** Highest coefficients that must be negligible: two, because every other one of an even or odd function is 0. */
const HIGHEST = 2;
/** A coefficient is negligible below this share of the tolerance: neighbors of equal size add up. */
const NEGLIGIBLE_SHARE = 0.25;
/** Initial width of panels, in standard deviations: what 16 nodes resolve for velocities of moderate curvature. */
const EFFECT_PANEL_WIDTH = 1.5;
/** Initial panels along the cause are narrower, because nodes along a curve cost almost nothing. */
const CAUSE_PANEL_WIDTH = 0.75;
const MOST_PANELS = 128;
/** Panels of the effect are halved at most to this share of its range. */
const SMALLEST_PANEL = 1 / 32;

/** Nodes of all panels of the cause. */
interface CauseGrid {
  readonly range: Interval;
  readonly panels: number;
  /** Nodes per panel; one if the range is a point. */
  readonly nodes: number;
  /** Entry p·nodes + a: node a of panel p. */
  readonly causes: Column;
}

function causeGrid(range: Interval, panels: number): CauseGrid {
  const nodes = range.high > range.low ? NODES : 1;
  const roots = chebyshevRoots(nodes);
  const width = (range.high - range.low) / panels;
  const causes = Float64Array.from({ length: panels * nodes }, (_, i) => {
    const panel = Math.floor(i / nodes);
    return range.low + width * (panel + 0.5 + 0.5 * roots[i % nodes]);
  });
  return { range, panels, nodes, causes };
}

/** Curves that start in one panel of the effect, as Chebyshev coefficients. */
interface EffectPanel extends Interval {
  /** Entry (p·causeNodes + j)·NODES + k: coefficient of T_j(cause)·T_k(start) in panel p of the cause. */
  readonly effectTerms: Float64Array;
  readonly logTerms: Float64Array;
  /** Coefficients in the cause alone, of the curves from the panel's ends. */
  readonly lowTerms: Float64Array;
  readonly highTerms: Float64Array;
}

/** A point of a tabulated curve. */
export interface TablePoint {
  /** Effect at the cause where all curves start, or at the other cause: the one that was not given. */
  effect: number;
  /** log ∂(effect at the other cause)/∂(effect at the start). */
  logGrowth: number;
}

interface FlowTable {
  readonly panels: readonly Interval[];
  /**
   * The effect, at a cause, of the curve that starts at an effect; returns the panel it comes from, −1 if there is
   * none.
   */
  follow(start: number, cause: number, out: TablePoint): number;
  /** Where the curve through (effect, cause) started: curves never cross, so Newton's method finds it. */
  traceBack(effect: number, cause: number, out: TablePoint): number;
}

/** What to tabulate, and how much it may cost. */
interface FlowTableRequest {
  /** Where all curves start. */
  readonly from: number;
  /** Range of the effect there. */
  readonly starts: Interval;
  /** Range of the cause to follow the curves through. */
  readonly range: Interval;
  readonly tolerance: number;
  /** Largest number of curves to follow. */
  readonly curves: number;
}

/**
 * Causal curves as polynomials: from the Chebyshev nodes of panels of the effect at one cause, followed through a range
 * of the cause and evaluated at the nodes of its panels.
 *
 * Panels of the effect are halved until the highest coefficients are negligible; where curves are lost, or the number
 * of curves allowed runs out, the table has gaps. Undefined if nothing could be tabulated.
 * @cost 16 curves a panel, about 10 panels for smooth flows; 1 to 2 µs to look up a row
 */
export function flowTable(follower: CurveFollower, request: FlowTableRequest): FlowTable | undefined {
  const { from, starts, range, tolerance } = request;
  const probes = [starts.low, (starts.low + starts.high) / 2, starts.high];
  let budget = request.curves;
  if (budget < NODES * panelsAcross(starts, EFFECT_PANEL_WIDTH)) return undefined;
  let grid = causeGrid(range, panelsAcross(range, CAUSE_PANEL_WIDTH));
  const isResolved = () =>
    probes.every((start) => {
      const curve = curveOver(grid, start, from, follower);
      return !curve || causeTail(grid, curve) <= NEGLIGIBLE_SHARE * tolerance;
    });
  while (!isResolved()) {
    budget -= probes.length;
    if (budget <= 0 || 2 * grid.panels > MOST_PANELS) return undefined;
    grid = causeGrid(range, 2 * grid.panels);
  }
  const panels: EffectPanel[] = [];
  const pending = equalParts(starts, panelsAcross(starts, EFFECT_PANEL_WIDTH)).reverse();
  for (let span = pending.pop(); span; span = pending.pop()) {
    budget -= NODES;
    if (budget < 0) break;
    const panel = effectPanel(grid, span, from, follower);
    if (panel && panel.tail <= NEGLIGIBLE_SHARE * tolerance) {
      panels.push(panel);
      continue;
    }
    const center = (span.low + span.high) / 2;
    // The lower half comes off the stack first, so that panels stay in ascending order.
    if (span.high - span.low > SMALLEST_PANEL * (starts.high - starts.low)) {
      pending.push({ low: center, high: span.high }, { low: span.low, high: center });
    }
  }
  return panels.length > 0 ? tableOf(grid, panels) : undefined;
}

/** The initial panels. */
function panelsAcross({ low, high }: Interval, width: number): number {
  return Math.min(MOST_PANELS, Math.max(1, Math.ceil((high - low) / width)));
}

function equalParts({ low, high }: Interval, count: number): Interval[] {
  const edge = (i: number) => (i === count ? high : low + ((high - low) * i) / count);
  return Array.from({ length: count }, (_, i) => ({ low: edge(i), high: edge(i + 1) }));
}

/** One curve at all nodes of the grid; undefined where it is lost. */
function curveOver(grid: CauseGrid, start: number, from: number, follower: CurveFollower): CurvePoints | undefined {
  const { causes } = grid;
  const size = causes.length;
  const curve = { effect: new Float64Array(size), logJacobian: new Float64Array(size) };
  const order = Uint32Array.from(causes, (_, i) => i).sort((a, b) => causes[a] - causes[b]);
  for (const places of [order.filter((i) => causes[i] < from).reverse(), order.filter((i) => causes[i] >= from)]) {
    const side = { effect: new Float64Array(places.length), logJacobian: new Float64Array(places.length) };
    const stations = Float64Array.from(places, (i) => causes[i]);
    if (follower.follow(start, from, stations, side, 0)) return undefined;
    places.forEach((i, k) => {
      curve.effect[i] = side.effect[k];
      curve.logJacobian[i] = side.logJacobian[k];
    });
  }
  return curve;
}

/** Largest of the two highest coefficients of a curve in the cause, relative to max(1, |effect|). */
function causeTail({ panels, nodes }: CauseGrid, curve: CurvePoints): number {
  if (nodes === 1) return 0;
  const scale = curve.effect.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
  let tail = 0;
  for (let p = 0; p < panels; p++) {
    const part = (column: Column) => chebyshevCoefficients(column.subarray(p * nodes, (p + 1) * nodes), nodes, 1);
    const [effectTerms, logTerms] = [part(curve.effect), part(curve.logJacobian)];
    for (let j = nodes - HIGHEST; j < nodes; j++) {
      tail = Math.max(tail, Math.abs(effectTerms[j]) / scale, Math.abs(logTerms[j]));
    }
  }
  return tail;
}

/** The curves from one panel's nodes, and the largest of their highest coefficients; undefined where one is lost. */
function effectPanel(
  grid: CauseGrid,
  { low, high }: Interval,
  from: number,
  follower: CurveFollower,
): (EffectPanel & { tail: number }) | undefined {
  const { panels, nodes } = grid;
  const curves: CurvePoints[] = [];
  for (const root of chebyshevRoots(NODES)) {
    const curve = curveOver(grid, (low + high) / 2 + ((high - low) / 2) * root, from, follower);
    if (!curve) return undefined;
    curves.push(curve);
  }
  const block = nodes * NODES;
  const terms = (pick: (curve: CurvePoints) => Column): Float64Array => {
    const all = new Float64Array(panels * block);
    for (let p = 0; p < panels; p++) {
      const values = new Float64Array(block);
      for (let a = 0; a < nodes; a++) {
        for (let b = 0; b < NODES; b++) values[a * NODES + b] = pick(curves[b])[p * nodes + a];
      }
      all.set(chebyshevCoefficients(values, nodes, NODES), p * block);
    }
    return all;
  };
  const [effectTerms, logTerms] = [terms(({ effect }) => effect), terms(({ logJacobian }) => logJacobian)];
  const lowTerms = new Float64Array(panels * nodes);
  const highTerms = new Float64Array(panels * nodes);
  const scale = effectTerms.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
  let tail = 0;
  for (let i = 0; i < panels * nodes; i++) {
    const isHighest = nodes > 1 && i % nodes >= nodes - HIGHEST;
    for (let k = 0; k < NODES; k++) {
      const at = i * NODES + k;
      highTerms[i] += effectTerms[at];
      lowTerms[i] += k % 2 === 0 ? effectTerms[at] : -effectTerms[at];
      if (isHighest || k >= NODES - HIGHEST) {
        tail = Math.max(tail, Math.abs(effectTerms[at]) / scale, Math.abs(logTerms[at]));
      }
    }
  }
  return { low, high, effectTerms, logTerms, lowTerms, highTerms, tail };
}

const NEWTON_ROUNDS = 20;
/** Accuracy of a place in [−1, 1]: rounding of the polynomial allows no better one. */
const NEWTON_PRECISION = 1e-13;

function tableOf(grid: CauseGrid, panels: readonly EffectPanel[]): FlowTable {
  const { range, nodes } = grid;
  const width = (range.high - range.low) / grid.panels;
  const alongCause = new Float64Array(nodes);
  const effectTerms = new Float64Array(NODES);
  const logTerms = new Float64Array(NODES);
  const t = new Float64Array(NODES);
  const slope = new Float64Array(NODES);

  /** The panel whose curves pass through an effect at the cause of `alongCause`, −1 if there is none. */
  function panelAround(effect: number, first: number): number {
    let low = 0;
    let high = panels.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (effect < dot(panels[middle].lowTerms, first, alongCause)) high = middle - 1;
      else if (effect > dot(panels[middle].highTerms, first, alongCause)) low = middle + 1;
      else return middle;
    }
    return -1;
  }

  /**
   * Place in [−1, 1] of the curve through an effect, given its coefficients; NaN if Newton's method does not converge.
   */
  function placeOf(effect: number): number {
    const ends = [0, 0];
    for (let k = 0; k < NODES; k++) {
      ends[0] += k % 2 === 0 ? effectTerms[k] : -effectTerms[k];
      ends[1] += effectTerms[k];
    }
    let place = -1 + (2 * (effect - ends[0])) / (ends[1] - ends[0]);
    for (let round = 0; round < NEWTON_ROUNDS; round++) {
      chebyshevInto(place, t);
      chebyshevSlopesInto(place, t, slope);
      const step = (effect - dot(effectTerms, 0, t)) / dot(effectTerms, 0, slope);
      place = Math.max(-1, Math.min(1, place + step));
      if (Math.abs(step) <= NEWTON_PRECISION) return place;
    }
    return Number.NaN;
  }

  /** Sets `alongCause` for a cause; returns the start of its panel's coefficients, −1 outside the range. */
  function enter(cause: number): number {
    const offset = cause - range.low;
    if (!(offset >= 0 && cause <= range.high)) return -1;
    const p = width > 0 ? Math.min(grid.panels - 1, Math.floor(offset / width)) : 0;
    chebyshevInto(width > 0 ? (2 * (offset - p * width)) / width - 1 : 0, alongCause);
    return p * nodes;
  }

  /** Sets `effectTerms` and `logTerms` to the coefficients in the start alone. */
  function narrow(panel: EffectPanel, first: number): void {
    for (let k = 0; k < NODES; k++) {
      let [value, log] = [0, 0];
      for (let j = 0; j < nodes; j++) {
        value += panel.effectTerms[(first + j) * NODES + k] * alongCause[j];
        log += panel.logTerms[(first + j) * NODES + k] * alongCause[j];
      }
      effectTerms[k] = value;
      logTerms[k] = log;
    }
  }

  return {
    panels,
    follow(start, cause, out) {
      const first = enter(cause);
      const index = panels.findIndex(({ low, high }) => low <= start && start <= high);
      if (first < 0 || index < 0) return -1;
      const { low, high } = panels[index];
      narrow(panels[index], first);
      chebyshevInto(high > low ? (2 * (start - low)) / (high - low) - 1 : 0, t);
      out.effect = dot(effectTerms, 0, t);
      out.logGrowth = dot(logTerms, 0, t);
      return index;
    },
    traceBack(effect, cause, out) {
      const first = enter(cause);
      const index = first < 0 ? -1 : panelAround(effect, first);
      if (index < 0) return -1;
      const { low, high } = panels[index];
      narrow(panels[index], first);
      const place = placeOf(effect);
      if (Number.isNaN(place)) return -1;
      chebyshevInto(place, t);
      out.effect = (low + high) / 2 + ((high - low) / 2) * place;
      out.logGrowth = dot(logTerms, 0, t);
      return index;
    },
  };
}

/** Σ terms[first + j]·values[j]. */
function dot(terms: Float64Array, first: number, values: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < values.length; j++) sum += terms[first + j] * values[j];
  return sum;
}
