import { chebyshevInto, chebyshevRoots } from "../primitives/chebyshev.js";
import type { Column } from "../primitives/columns.js";
import type { NetworkProblem, Routines } from "./routines.js";

/** Nodes of a panel: the roots of a Chebyshev polynomial of this degree. */
const NODES = 16;
/** A unit tanh(wx + b) is analytic up to 1.57/|w| off the real line; to half a panel's width, degree 15 resolves it. */
const PANEL_WIDTH = 0.4;
/** Panels are used if they have this many times fewer nodes than there are rows. */
const WORTHWHILE = 2;
/** If the last coefficients of a series are above this share of the largest, every row is computed by itself. */
const SERIES_TOLERANCE = 1e-10;
/** Coefficients at the end that must be small: by symmetry one of two neighbors may be 0. */
const LAST_COEFFICIENTS = 2;
/** Rows passed to the loss together. */
const BLOCK_ROWS = 256;

/** A column cut into panels that hold its values. */
export interface Panels {
  readonly column: Column;
  /** NODES for each panel. */
  readonly nodes: Column;
  /** The panel of each row, and where in it from −1 to 1 the row lies. */
  readonly panel: Uint32Array;
  readonly place: Column;
}

/** The panels of a column in units of its standard deviation; undefined if they would not save time. @cost O(n) */
export function panelsOf(column: Column): Panels | undefined {
  const low = column.reduce((least, value) => Math.min(least, value), Infinity);
  const numbers = new Map<number, number>();
  const panel = new Uint32Array(column.length);
  const place = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) {
    const from = Math.floor((column[i] - low) / PANEL_WIDTH);
    const number = numbers.get(from) ?? numbers.size;
    numbers.set(from, number);
    panel[i] = number;
    place[i] = 2 * ((column[i] - low) / PANEL_WIDTH - from) - 1;
    if (WORTHWHILE * NODES * numbers.size > column.length) return undefined;
  }
  const roots = chebyshevRoots(NODES);
  const nodes = new Float64Array(NODES * numbers.size);
  for (const [from, number] of numbers) {
    roots.forEach((root, g) => {
      nodes[NODES * number + g] = low + PANEL_WIDTH * (from + 0.5 * (1 + root));
    });
  }
  return { column, nodes, panel, place };
}

/** T_k at root g is number k·NODES + g. */
const TERMS_AT_ROOTS = /* @__PURE__ */ termsAtRoots();

function termsAtRoots(): Float64Array {
  const table = new Float64Array(NODES * NODES);
  const terms = new Float64Array(NODES);
  chebyshevRoots(NODES).forEach((root, g) => {
    chebyshevInto(root, terms);
    terms.forEach((term, k) => {
      table[k * NODES + g] = term;
    });
  });
  return table;
}

/**
 * `networkPass` for networks of one input, computed at few nodes: the values of a smooth function at the Chebyshev
 * nodes of its panels determine it everywhere. The jets at the nodes become series, c = C·values, which are evaluated
 * at the rows. On the way back the cotangents of rows are summed into those of the coefficients, then of the nodes, by
 * the transposed maps. The gradient is exact for the interpolated jets.
 *
 * Good to 10⁻⁹ of the jets' size, judged by the last coefficients; if these are too large the rows are computed one by
 * one.
 * @cost O(m·P) for P parameters and m nodes, not rows; and 64 multiplications a row for each part of the jets
 */
export function networkByPanels(routines: Routines, problem: NetworkProblem, panels: Panels): void {
  const { theta, widths, networks, order, gradient } = problem;
  const { nodes, panel, place } = panels;
  const atNodes = { theta, widths, networks, order, inputs: [nodes] };
  const parts = networks * widths[widths.length - 1] * (1 + order);
  const values = Array.from({ length: parts }, () => new Float64Array(nodes.length));
  routines.networkPass({
    ...atNodes,
    atRows(from, jets) {
      jets.forEach((column, p) => {
        values[p].set(column, from);
      });
    },
  });
  const series = values.map(coefficientsOf);
  if (!series.every(isResolved)) {
    routines.networkPass(problem);
    return;
  }
  const ofSeries = series.map((coefficients) => new Float64Array(coefficients.length));
  const terms = new Float64Array(BLOCK_ROWS * NODES);
  const n = panel.length;
  const room = () => series.map(() => new Float64Array(Math.min(BLOCK_ROWS, n)));
  const [jets, cotangents] = [room(), gradient ? room() : []];
  for (let from = 0; from < n; from += BLOCK_ROWS) {
    const rows = Math.min(BLOCK_ROWS, n - from);
    const whole = rows === jets[0].length;
    const [jetsHere, ofJets] = whole
      ? [jets, cotangents]
      : [jets, cotangents].map((columns) => columns.map((column) => column.subarray(0, rows)));
    termsInto(place.subarray(from, from + rows), terms);
    const panelHere = panel.subarray(from, from + rows);
    for (let p = 0; p < parts; p++) readOff(series[p], panelHere, terms, jetsHere[p]);
    problem.atRows(from, jetsHere, ofJets);
    if (!gradient) continue;
    for (let p = 0; p < parts; p++) gather(ofJets[p], panelHere, terms, ofSeries[p]);
  }
  if (!gradient) return;
  const ofValues = ofSeries.map(ofNodes);
  routines.networkPass({
    ...{ ...atNodes, gradient },
    atRows(from, _, ofJets) {
      ofJets.forEach((column, p) => {
        column.set(ofValues[p].subarray(from, from + column.length));
      });
    },
  });
}

/** Chebyshev coefficients of every panel from the values at its nodes. */
function coefficientsOf(values: Column): Float64Array {
  const out = new Float64Array(values.length);
  for (let first = 0; first < values.length; first += NODES) {
    for (let k = 0; k < NODES; k++) {
      let sum = 0;
      for (let g = 0; g < NODES; g++) sum += TERMS_AT_ROOTS[k * NODES + g] * values[first + g];
      out[first + k] = ((k === 0 ? 1 : 2) / NODES) * sum;
    }
  }
  return out;
}

/** The transposed map: cotangents of the values from those of the coefficients. */
function ofNodes(ofCoefficients: Float64Array): Float64Array {
  const out = new Float64Array(ofCoefficients.length);
  for (let first = 0; first < out.length; first += NODES) {
    for (let k = 0; k < NODES; k++) {
      const factor = ((k === 0 ? 1 : 2) / NODES) * ofCoefficients[first + k];
      for (let g = 0; g < NODES; g++) out[first + g] += factor * TERMS_AT_ROOTS[k * NODES + g];
    }
  }
  return out;
}

/** Whether the last coefficients of every series are negligible. */
function isResolved(coefficients: Float64Array): boolean {
  let [largest, last] = [0, 0];
  for (let k = 0; k < coefficients.length; k++) {
    const size = Math.abs(coefficients[k]);
    largest = Math.max(largest, size);
    if (k % NODES >= NODES - LAST_COEFFICIENTS) last = Math.max(last, size);
  }
  return last <= SERIES_TOLERANCE * largest;
}

/** T_0(u), T_1(u), … for each row, one row after the other. */
function termsInto(place: Column, terms: Float64Array): void {
  for (let i = 0; i < place.length; i++) {
    const u = place[i];
    const at = NODES * i;
    terms[at] = 1;
    terms[at + 1] = u;
    for (let k = 2; k < NODES; k++) terms[at + k] = 2 * u * terms[at + k - 1] - terms[at + k - 2];
  }
}

/** The series at each row. Two sums side by side: each addition waits for the one before. */
function readOff(coefficients: Float64Array, panel: Uint32Array, terms: Float64Array, out: Column): void {
  for (let i = 0; i < out.length; i++) {
    const first = NODES * panel[i];
    const at = NODES * i;
    let even = 0;
    let odd = 0;
    for (let k = 0; k < NODES; k += 2) {
      even += coefficients[first + k] * terms[at + k];
      odd += coefficients[first + k + 1] * terms[at + k + 1];
    }
    out[i] = even + odd;
  }
}

/** The transposed map: adds the rows' cotangents to those of the coefficients. */
function gather(ofRows: Column, panel: Uint32Array, terms: Float64Array, ofCoefficients: Float64Array): void {
  for (let i = 0; i < ofRows.length; i++) {
    const first = NODES * panel[i];
    const at = NODES * i;
    const factor = ofRows[i];
    for (let k = 0; k < NODES; k++) ofCoefficients[first + k] += factor * terms[at + k];
  }
}
