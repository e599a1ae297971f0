import type { SureAnswers } from "./judge-confidence.js";

/** A share in percent, with one decimal; nothing for a share of nothing. */
export function percent(share: number): string {
  return Number.isNaN(share) ? "" : (100 * share).toFixed(1);
}

/** A whole number with commas. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** "95 of 100 (88.8 to 97.8)": right ones of the sure answers, and the 95% interval of their share in percent. */
export function sureText({ right, answers, interval: [low, high] }: SureAnswers): string {
  return answers === 0 ? "none" : `${count(right)} of ${count(answers)} (${percent(low)} to ${percent(high)})`;
}
