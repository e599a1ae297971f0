import { tick } from "svelte";

/** Runs the action of a button that disappears, then moves the keyboard focus to the target. */
export async function andFocus(act: () => unknown, target: () => HTMLElement | null | undefined): Promise<void> {
  void act();
  await tick();
  target()?.focus({ preventScroll: true });
}

/** Milliseconds before the address of a file in memory is released: browsers may start to save late. */
const RELEASE_AFTER = 60_000;

/** Offers a file made in the page as a download. Nothing is sent anywhere. */
export function saveFile(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER);
}

/** The start of file names for a table, in characters that every system accepts: "my table.csv" as "my-table". */
export function fileStem(name: string): string {
  const stem = name.replace(/\.\w{1,8}$/, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return stem.replace(/^[-.]+|[-.]+$/g, "").slice(0, 60) || "table";
}
