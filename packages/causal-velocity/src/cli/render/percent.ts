/** A share in percent with one decimal; "-" where there is none. */
export function percent(share: number): string {
  return Number.isFinite(share) ? (100 * share).toFixed(1) : "-";
}
