import { atan, cos, cosh, exp, log, sin, sinh, tan, tanh } from "../../numeric/elementary.js";

/** A function of one number with its derivative, which may use the value already computed. */
interface DifferentiableFunction {
  value(u: number): number;
  derivative(u: number, value: number): number;
}

/** The functions an expression may call; outside its domain a function is NaN. */
export const FUNCTIONS = {
  sin: { value: sin, derivative: cos },
  cos: { value: cos, derivative: (u) => -sin(u) },
  tan: { value: tan, derivative: (_, value) => 1 + value * value },
  atan: { value: atan, derivative: (u) => 1 / (1 + u * u) },
  sinh: { value: sinh, derivative: cosh },
  cosh: { value: cosh, derivative: sinh },
  tanh: { value: tanh, derivative: (_, value) => 1 - value * value },
  exp: { value: exp, derivative: (_, value) => value },
  log: { value: log, derivative: (u) => 1 / u },
  sqrt: { value: (u) => Math.sqrt(u), derivative: (_, value) => 0.5 / value },
  abs: { value: (u) => Math.abs(u), derivative: (u) => Math.sign(u) },
} as const satisfies Readonly<Record<string, DifferentiableFunction>>;

export type FunctionName = keyof typeof FUNCTIONS;
