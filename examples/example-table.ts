import { seededRng } from "causal-velocity";

const ROWS = 1000;
const SEED = 7;

/**
 * A made-up trial as CSV: the response rises with the dose and falls again beyond 6, its scatter grows with the dose,
 * and three responses were not recorded. The dose is the cause by construction.
 */
export function exampleTable(): string {
  const rng = seededRng(SEED);
  const [doseRng, noiseRng] = [rng.split("dose"), rng.split("noise")];
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const dose = 5 + 1.5 * doseRng.normal() + 2 * (doseRng.uniform() - 0.5);
    const response = 70 - 4 * (dose - 6) * (dose - 6) + (2 + 0.8 * dose) * noiseRng.normal();
    const recorded = i % 400 === 123 ? "NA" : response.toFixed(3);
    return `${i + 1},${dose.toFixed(4)},${recorded}`;
  });
  return `patient,dose,response\n${lines.join("\n")}\n`;
}
