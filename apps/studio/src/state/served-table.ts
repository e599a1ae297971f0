/** The table that the command `causal-velocity studio FILE` serves beside this page: its name, and where it is. */
export interface ServedTable {
  readonly name: string;
  readonly address: string;
}

/** What the page's address says after "?": a table beside the page, never one elsewhere. */
export function servedTable(search: string): ServedTable | undefined {
  const name = new URLSearchParams(search).get("table");
  return name ? { name, address: `./table/${encodeURIComponent(name)}` } : undefined;
}
