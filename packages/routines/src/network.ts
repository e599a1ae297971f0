import type { NetworkProblem } from "@causal-velocity/core/compute/routines.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import type { Wasm } from "./wasm-instance.js";

/** Rows are handled in blocks whose jets take about this many numbers, so that they stay in the second-level cache. */
const BLOCK_NUMBERS = 16_384;
const MOST_ROWS = 256;
/** Fewer rows would not repay loading the weights, however wide the layers. */
const FEWEST_ROWS = 16;
/** Rows come in fours: two vectors of two. */
const BUNDLE = 4;

/** One pass of networks over rows; see assembly/network.ts. */
export function networkPass(wasm: Wasm, problem: NetworkProblem): void {
  const { widths, networks, order, theta, inputs, gradient } = problem;
  const n = inputs[0].length;
  const parts = 1 + order * inputs.length;
  const units = widths.reduce((sum, width) => sum + width);
  const inCache = BUNDLE * Math.floor(BLOCK_NUMBERS / (networks * units * parts) / BUNDLE);
  const block = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, inCache), BUNDLE * Math.ceil(n / BUNDLE));
  const parameters = theta.length / networks;
  const outputs = widths[widths.length - 1];
  wasm.describeNetwork(widths.length - 1, wasm.place(Float64Array.from(widths)), block, order);
  const thetaAt = wasm.place(theta);
  const gradientAt = wasm.place(new Float64Array(gradient ? theta.length : 0));
  const traceLength = wasm.networkTrace();
  const tracesAt = wasm.place(new Float64Array(networks * traceLength));
  const trace = (k: number): number => tracesAt + 8 * k * traceLength;
  const room = parts * block * Math.max(...widths);
  const cotangentsAt = Array.from({ length: gradient ? networks : 0 }, () => wasm.room(room));
  const other = wasm.room(room);
  // From here on nothing is placed, so views stay good.
  const columnsAt = (places: readonly number[], count: number): Column[] =>
    places.flatMap((at) => Array.from({ length: outputs * parts }, (_, c) => wasm.view(at + 8 * c * block, count)));
  const jetsAt = Array.from({ length: networks }, (_, k) => trace(k) + 8 * wasm.networkOutput());
  const starts = Array.from({ length: networks }, (_, k) => wasm.view(trace(k), inputs.length * parts * block));
  for (const start of starts) {
    // Each input has derivative 1 along itself.
    inputs.forEach((_, i) => {
      if (order > 0) start.fill(1, (i * parts + 1 + i) * block, (i * parts + 2 + i) * block);
    });
  }
  const whole = { jets: columnsAt(jetsAt, block), cotangents: columnsAt(cotangentsAt, block) };
  for (let from = 0; from < n; from += block) {
    const count = Math.min(block, n - from);
    for (const [k, start] of starts.entries()) {
      inputs.forEach((column, i) => {
        start.set(column.subarray(from, from + count), i * parts * block);
      });
      wasm.networkForward(thetaAt + 8 * k * parameters, trace(k));
    }
    // Rows beyond the last repeat earlier ones; without cotangents they add nothing.
    if (count < block) for (const column of whole.cotangents) column.fill(0);
    const { jets, cotangents } =
      count === block ? whole : { jets: columnsAt(jetsAt, count), cotangents: columnsAt(cotangentsAt, count) };
    problem.atRows(from, jets, cotangents);
    cotangentsAt.forEach((at, k) => {
      const own = 8 * k * parameters;
      wasm.networkReverse(thetaAt + own, trace(k), at, other, gradientAt + own);
    });
  }
  if (!gradient) return;
  const added = wasm.view(gradientAt, theta.length);
  for (let k = 0; k < gradient.length; k++) gradient[k] += added[k];
}
