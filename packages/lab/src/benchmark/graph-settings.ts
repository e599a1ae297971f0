import { MINIMUM_ROWS } from "@causal-velocity/core/pair/standardize.js";
import { type InputError, wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { type GraphMechanism, graphMechanisms } from "../simulate/graphs/column-mechanism.js";
import type { GraphSettings } from "../simulate/graphs/simulate-graph.js";
import { type Topology, topologies } from "../simulate/graphs/topology.js";

/** What a setting has unless its name says otherwise. */
export const ORDINARY_GRAPH = { topology: "erdos-renyi", columns: 7, degree: 2, rows: 500 } as const;

const NUMBERS = ["columns", "degree", "rows"] as const;

/**
 * A setting by name: a mechanism, then, each behind a colon, what is not as usual, such as
 * `mixed:scale-free:columns=20:rows=1000`.
 *
 * @throws InputError `wrong-option`
 */
export function graphSettings(name: string): GraphSettings {
  const [mechanism, ...changes] = name.split(":").map((word) => word.trim());
  if (!graphMechanisms.some((known) => known === mechanism)) throw wrongName(name);
  let settings: GraphSettings = { ...ORDINARY_GRAPH, mechanism: mechanism as GraphMechanism };
  for (const change of changes) {
    const [key = "", value] = change.split("=");
    if (value === undefined && topologies.some((known) => known === key)) {
      settings = { ...settings, topology: key as Topology };
    } else if (NUMBERS.some((known) => known === key) && /^\d+(\.\d+)?$/.test(value ?? "")) {
      settings = { ...settings, [key]: Number(value) };
    } else throw wrongName(name);
  }
  const { columns, rows } = settings;
  if (!(Number.isSafeInteger(columns) && columns >= 2)) throw wrongOption("settings", name, "2 columns or more");
  if (!(Number.isSafeInteger(rows) && rows >= MINIMUM_ROWS)) {
    throw wrongOption("settings", name, `${MINIMUM_ROWS} rows or more`);
  }
  return settings;
}

function wrongName(name: string): InputError {
  return wrongOption(
    "settings",
    name,
    `one of ${graphMechanisms.join(", ")}, and behind colons scale-free, columns=N, degree=N or rows=N`,
  );
}

/** The shortest name of a setting. */
export function settingName(settings: GraphSettings): string {
  const { mechanism, topology } = settings;
  const changed = NUMBERS.filter((key) => settings[key] !== ORDINARY_GRAPH[key]);
  return [
    mechanism,
    ...(topology === ORDINARY_GRAPH.topology ? [] : [topology]),
    ...changed.map((key) => `${key}=${settings[key]}`),
  ].join(":");
}

/** Mechanisms that are also tried with other numbers of columns, arrows and rows. */
const VARIED = ["additive", "location-scale", "post-nonlinear", "mixed"];
const VARIATIONS = ["scale-free", "columns=5", "columns=20:rows=1000", "columns=30:rows=1000", "degree=4", "rows=200"];

/** The settings of the published page: all mechanisms, and four of them varied. */
export const allGraphSettings: readonly string[] = [
  ...graphMechanisms,
  ...VARIED.flatMap((mechanism) => [...VARIATIONS, "rows=5000"].map((variation) => `${mechanism}:${variation}`)),
];
