import type { Column } from "../primitives/columns.js";
import { tanh } from "../primitives/elementary.js";
import type { NetworkProblem } from "./routines.js";

/** Rows handled together: the jets of all units at this many rows stay in the cache. */
const CACHED_ROWS = 64;

/** Where a layer's numbers are in theta, and its numbers of inputs and outputs. */
interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  /** theta[weights + i·outputs + j] leads from input i to output j. */
  readonly weights: number;
  readonly offsets: number;
}

/** The jets of some rows: part p of unit j at row i is number (j·parts + p)·rows + i. */
interface JetShape {
  readonly rows: number;
  /** 1, and `order` derivatives by each of the `directions` inputs of the network. */
  readonly parts: number;
  readonly directions: number;
  readonly order: number;
}

/** What a block keeps for the way back: jets before each layer, and before its activation. */
interface Trace {
  readonly into: Float64Array[];
  readonly before: Float64Array[];
}

/**
 * One pass of fully connected networks over rows, in plain TypeScript: forward with tangents, the caller's loss, and
 * reverse.
 *
 * A unit's jet is its value a and, for every input of the network, the first and second derivative a′ and a″ along it.
 * Layers act in the same way on each part of a jet (offsets only on the value). With t = tanh z and s = 1 − t², an
 * activation makes
 *
 *     a = t,   a′ = s·z′,   a″ = s·z″ − 2ts·z′²,
 *
 * and cotangents go back by its transposed derivative, with s′ = −2ts and (ts)′ = s(1 − 3t²):
 *
 *     z̄″ = s·ā″,   z̄′ = s·ā′ − 4ts·z′ā″,   z̄ = s·ā − 2ts·Σ(z′ā′ + z″ā″) − 2s(1 − 3t²)·Σz′²ā″.
 *
 * @cost O(n·P) time for P parameters, times the parts of a jet; memory does not grow with n
 */
export function networkPass(problem: NetworkProblem): void {
  const { widths, networks, order, theta, inputs, gradient } = problem;
  const layers = layersOf(widths);
  const { offsets, outputs } = layers[layers.length - 1];
  const parameters = offsets + outputs;
  const n = inputs[0].length;
  for (let from = 0; from < n; from += CACHED_ROWS) {
    const directions = inputs.length;
    const shape = { rows: Math.min(CACHED_ROWS, n - from), parts: 1 + order * directions, directions, order };
    const start = inputJets(inputs, from, shape);
    const ofNetwork = (numbers: Float64Array, k: number) => numbers.subarray(k * parameters, (k + 1) * parameters);
    const traces = Array.from({ length: networks }, (_, k) => forward(layers, ofNetwork(theta, k), start, shape));
    const ends = traces.map(({ before }) => before[layers.length - 1]);
    const cotangents = gradient ? ends.map((end) => new Float64Array(end.length)) : [];
    problem.atRows(
      from,
      ends.flatMap((end) => columnsOf(end, shape)),
      cotangents.flatMap((end) => columnsOf(end, shape)),
    );
    if (!gradient) continue;
    traces.forEach((trace, k) => {
      reverse(layers, ofNetwork(theta, k), trace, cotangents[k], shape, ofNetwork(gradient, k));
    });
  }
}

function layersOf(widths: readonly number[]): Layer[] {
  let end = 0;
  return widths.slice(1).map((outputs, l) => {
    const layer = { inputs: widths[l], outputs, weights: end, offsets: end + widths[l] * outputs };
    end = layer.offsets + outputs;
    return layer;
  });
}

/** The inputs themselves: each has derivative 1 along itself, 0 along the others, and no second one. */
function inputJets(inputs: readonly Column[], from: number, { rows, parts, order }: JetShape): Float64Array {
  const jets = new Float64Array(inputs.length * parts * rows);
  inputs.forEach((column, j) => {
    const at = j * parts * rows;
    jets.set(column.subarray(from, from + rows), at);
    if (order > 0) jets.fill(1, at + (1 + j) * rows, at + (2 + j) * rows);
  });
  return jets;
}

function columnsOf(jets: Float64Array, { rows }: JetShape): Column[] {
  return Array.from({ length: jets.length / rows }, (_, c) => jets.subarray(c * rows, (c + 1) * rows));
}

function forward(layers: readonly Layer[], theta: Float64Array, start: Float64Array, shape: JetShape): Trace {
  const length = shape.parts * shape.rows;
  const trace: Trace = { into: [], before: [] };
  let into = start;
  layers.forEach(({ inputs, outputs, weights, offsets }, l) => {
    const before = new Float64Array(outputs * length);
    for (let j = 0; j < outputs; j++) {
      const sum = before.subarray(j * length, (j + 1) * length);
      sum.fill(theta[offsets + j], 0, shape.rows);
      for (let i = 0; i < inputs; i++) addMultiple(theta[weights + i * outputs + j], into, i * length, sum);
    }
    trace.into.push(into);
    trace.before.push(before);
    if (l < layers.length - 1) into = activate(before, shape);
  });
  return trace;
}

/** The jets after tanh. */
function activate(before: Float64Array, { rows, parts, directions, order }: JetShape): Float64Array {
  const after = new Float64Array(before.length);
  for (let unit = 0; unit < before.length; unit += parts * rows) {
    for (let at = unit; at < unit + rows; at++) {
      const t = tanh(before[at]);
      const s = 1 - t * t;
      after[at] = t;
      for (let d = 1; d <= order * directions; d++) after[at + d * rows] = s * before[at + d * rows];
      if (order < 2) continue;
      for (let d = 1; d <= directions; d++) {
        const first = before[at + d * rows];
        after[at + (directions + d) * rows] -= 2 * t * s * first * first;
      }
    }
  }
  return after;
}

/** Adds the loss's derivatives by theta; overwrites the cotangents. */
function reverse(
  layers: readonly Layer[],
  theta: Float64Array,
  trace: Trace,
  ofEnd: Float64Array,
  shape: JetShape,
  gradient: Float64Array,
): void {
  const length = shape.parts * shape.rows;
  let cotangent = ofEnd;
  for (let l = layers.length - 1; l >= 0; l--) {
    const { inputs, outputs, weights, offsets } = layers[l];
    const into = trace.into[l];
    const ofInputs = new Float64Array(into.length);
    for (let j = 0; j < outputs; j++) {
      const ofUnit = cotangent.subarray(j * length, (j + 1) * length);
      for (let i = 0; i < shape.rows; i++) gradient[offsets + j] += ofUnit[i];
      for (let i = 0; i < inputs; i++) {
        gradient[weights + i * outputs + j] += product(into, i * length, ofUnit);
        if (l > 0)
          addMultiple(theta[weights + i * outputs + j], ofUnit, 0, ofInputs.subarray(i * length, (i + 1) * length));
      }
    }
    if (l > 0) deactivate(into, trace.before[l - 1], ofInputs, shape);
    cotangent = ofInputs;
  }
}

/** Turns cotangents of jets after tanh into those of jets before it, in place. */
function deactivate(
  after: Float64Array,
  before: Float64Array,
  cotangent: Float64Array,
  { rows, parts, directions, order }: JetShape,
): void {
  for (let unit = 0; unit < before.length; unit += parts * rows) {
    for (let at = unit; at < unit + rows; at++) {
      const t = after[at];
      const s = 1 - t * t;
      let ofValue = s * cotangent[at];
      for (let d = 1; d <= order * directions; d++) {
        const part = at + d * rows;
        ofValue -= 2 * t * s * before[part] * cotangent[part];
        cotangent[part] *= s;
      }
      if (order === 2) {
        for (let d = 1; d <= directions; d++) {
          const first = before[at + d * rows];
          // Already multiplied by s.
          const ofSecond = cotangent[at + (directions + d) * rows];
          cotangent[at + d * rows] -= 4 * t * first * ofSecond;
          ofValue -= 2 * (1 - 3 * t * t) * first * first * ofSecond;
        }
      }
      cotangent[at] = ofValue;
    }
  }
}

/** out += factor·numbers[at …]. */
function addMultiple(factor: number, numbers: Float64Array, at: number, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] += factor * numbers[at + i];
}

/** Σ a[at + i]·b[i]. */
function product(a: Float64Array, at: number, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[at + i] * b[i];
  return sum;
}
