import type { MethodOptions } from "@causal-velocity/core";
import { decimalNumber, given, wholeNumber } from "./arguments.js";

/** The options of methods, as flags of every command that runs one. */
export const METHOD_FLAGS = {
  basis: { type: "string" },
  score: { type: "string" },
  rule: { type: "string" },
  fit: { type: "string" },
  size: { type: "string" },
  steps: { type: "string" },
  trim: { type: "string" },
  "as-published": { type: "boolean" },
  velocity: { type: "string" },
  abstain: { type: "string" },
} as const;

/** Those that were given, read; which method knows them is not asked here. */
export function methodOptions(
  values: {
    readonly [K in keyof typeof METHOD_FLAGS]?:
      | ((typeof METHOD_FLAGS)[K]["type"] extends "boolean" ? boolean : string)
      | undefined;
  },
): MethodOptions {
  return given({
    basis: values.basis,
    score: values.score,
    rule: values.rule,
    fit: values.fit,
    size: values.size,
    steps: wholeNumber("--steps", values.steps),
    trim: decimalNumber("--trim", values.trim),
    asPublished: values["as-published"],
    velocity: values.velocity,
    abstain: decimalNumber("--abstain", values.abstain),
  }) as MethodOptions;
}
