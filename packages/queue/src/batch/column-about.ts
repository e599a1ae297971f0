import type { TableColumn } from "causal-velocity";

/** What is told of a column besides its cells. */
export type ColumnAbout = Pick<TableColumn, "name" | "counts" | "firstText">;

/** As JSON. */
export function columnAboutText({ name, counts, firstText }: ColumnAbout): string {
  return JSON.stringify({ name, counts, ...(firstText === undefined ? {} : { firstText }) });
}

export function columnAboutFrom(text: string): ColumnAbout {
  return JSON.parse(text);
}
