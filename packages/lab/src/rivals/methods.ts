import { methodEntry } from "@causal-velocity/core/decide/decide.js";
import type { MethodEntry } from "@causal-velocity/core/decide/decision.js";
import { methods } from "@causal-velocity/core/decide/methods.js";
import { tunable } from "@causal-velocity/core/decide/tuned-methods.js";
import { flowMethods } from "./flow-methods.js";
import { MEASURED_MILLISECONDS } from "./measured-milliseconds.js";
import { modelRivals } from "./model-rivals.js";
import { rivals } from "./rivals.js";

/** Every method of the project: the default, the paper's velocity methods, our flow methods and all rivals. */
export const allMethods: readonly MethodEntry[] = /* @__PURE__ */ [
  ...methods.map(tunable),
  ...flowMethods(),
  ...rivals(),
  ...modelRivals(),
].map(withMeasuredCost);

function withMeasuredCost(entry: MethodEntry): MethodEntry {
  const milliseconds = MEASURED_MILLISECONDS[entry.name];
  return milliseconds === undefined ? entry : { ...entry, milliseconds };
}

/** The method of that name among all methods. @throws InputError `unknown-method` */
export function methodNamed(name: string): MethodEntry {
  return methodEntry(name, allMethods);
}
