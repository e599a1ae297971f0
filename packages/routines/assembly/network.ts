import { address, at, laneSum, put } from "./arrays";
import { activate, addProducts, deactivate, multiply } from "./jets";

// Jets of fully connected networks and the way back from a loss of them to its gradient: the mathematics is written out in
// the core's network-pass.ts. Here the jets of a layer's units follow each other, each `length` = parts·rows numbers, part
// after part; rows, and so length, are multiples of 4.

/** What the passes through all layers need to know. */
let layers: i32 = 0;
let widths: usize = 0;
let rows: i32 = 0;
let directions: i32 = 0;
let order: i32 = 0;
let length: i32 = 0;

/** Width of a layer: 0 are the inputs, `layers` the outputs. */
function width(layer: i32): i32 {
  return <i32>at(widths, layer);
}

/** Numbers before the weights of a layer, from 1 on. */
function parametersBefore(layer: i32): i32 {
  let count = 0;
  for (let l = 1; l < layer; l++) count += (width(l - 1) + 1) * width(l);
  return count;
}

/** Numbers in the trace before the jets that go into a layer, from 1 on; those before its activation follow them. */
function traceBefore(layer: i32): i32 {
  let units = 0;
  for (let l = 1; l < layer; l++) units += width(l - 1) + width(l);
  return units * length;
}

/**
 * Names the networks that the next calls are about. `widths` is an array of `layers` + 1 numbers. Jets have a value and
 * `order` derivatives by each of the inputs.
 */
export function describeNetwork(layerCount: i32, widthsAt: usize, rowCount: i32, jetOrder: i32): void {
  layers = layerCount;
  widths = widthsAt;
  rows = rowCount;
  directions = width(0);
  order = jetOrder;
  length = (1 + order * directions) * rows;
}

/** Numbers that a trace takes: before each layer, and before its activation. */
export function networkTrace(): i32 {
  return traceBefore(layers + 1);
}

/** Where in a trace the outputs' jets begin. */
export function networkOutput(): i32 {
  return networkTrace() - width(layers) * length;
}

/** Fills the trace, whose first jets, those of the inputs, are there already. */
export function networkForward(theta: usize, trace: usize): void {
  for (let l = 1; l <= layers; l++) {
    const inputs = width(l - 1);
    const outputs = width(l);
    const weights = address(theta, parametersBefore(l));
    const into = address(trace, traceBefore(l));
    const before = address(into, inputs * length);
    multiply(weights, 1, outputs, outputs, inputs, into, before, length);
    for (let j = 0; j < outputs; j++) addOffset(address(before, j * length), at(weights, inputs * outputs + j));
    if (l < layers) activate(before, address(before, outputs * length), outputs, rows, directions, order);
  }
}

/**
 * Adds the loss's derivatives by theta to the gradient. `cotangent` holds those by the outputs' jets; it and `other`,
 * each with room for the jets of the widest layer, are overwritten.
 */
export function networkReverse(theta: usize, trace: usize, cotangent: usize, other: usize, gradient: usize): void {
  let ofLayer = cotangent;
  let ofInputs = other;
  for (let l = layers; l >= 1; l--) {
    const inputs = width(l - 1);
    const outputs = width(l);
    const weights = address(theta, parametersBefore(l));
    const ofWeights = address(gradient, parametersBefore(l));
    const into = address(trace, traceBefore(l));
    addProducts(into, inputs, ofLayer, outputs, ofWeights, length);
    const ofOffsets = address(ofWeights, inputs * outputs);
    for (let j = 0; j < outputs; j++) put(ofOffsets, j, at(ofOffsets, j) + sum(address(ofLayer, j * length)));
    if (l === 1) break;
    multiply(weights, outputs, 1, inputs, outputs, ofLayer, ofInputs, length);
    const before = address(trace, traceBefore(l - 1) + width(l - 2) * length);
    deactivate(before, into, ofInputs, inputs, rows, directions, order);
    const done = ofLayer;
    ofLayer = ofInputs;
    ofInputs = done;
  }
}

/** Adds a layer's offset to the values of a unit's jets. */
function addOffset(jet: usize, offset: f64): void {
  const o = f64x2.splat(offset);
  const end = address(jet, rows);
  for (let p = jet; p < end; p += 16) v128.store(p, f64x2.add(v128.load(p), o));
}

/** Sum of the values of a unit's jets. */
function sum(jet: usize): f64 {
  let s = f64x2.splat(0);
  const end = address(jet, rows);
  for (let p = jet; p < end; p += 16) s = f64x2.add(s, v128.load(p));
  return laneSum(s);
}
