import type { Decider, DecideTile } from "./decider.js";

/** A decider of one's own; there is nothing to start. */
export function callbackDecider(decide: DecideTile): Decider {
  return { decide, start: async () => {}, close: async () => {} };
}
