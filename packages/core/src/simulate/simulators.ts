import type { Simulator } from "./simulator.js";
import { anlsmnSuite } from "./suite/anlsmn-suite.js";
import { paperSuite } from "./suite/paper-suite.js";
import { simSuite } from "./suite/sim-suite.js";
import { textbookSuite } from "./suite/textbook-suite.js";

/** Every kind of pair that can be simulated by name, in the order shown to users. */
export const simulators: readonly Simulator[] = /* @__PURE__ */ allSimulators();

function allSimulators(): Simulator[] {
  return [...paperSuite, ...textbookSuite, ...simSuite, ...anlsmnSuite];
}
