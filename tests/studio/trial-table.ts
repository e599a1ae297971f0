import { seededRng } from "causal-velocity";

const ROWS = 400;

/** A table with decimal commas, semicolons, a column of text, and rows that cannot be used. */
export function trialTable(): string {
  const rng = seededRng(4);
  const comma = (value: number): string => value.toFixed(4).replace(".", ",");
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const dose = 0.5 + ((i * 149) % ROWS) / 40;
    const noise = 2 * (rng.uniform() + rng.uniform() - 1);
    const response = 70 - 2.5 * (dose - 6) ** 2 + noise * (2 + dose / 2);
    const shown = i === 5 ? "NA" : i === 9 ? "n.d." : i === 20 ? "inf" : comma(response);
    return `site ${i % 3};${comma(dose)};${shown}`;
  });
  return `site;dose;response\n${rows.join("\n")}\n`;
}
