/** How long an address of a file in memory is kept, in milliseconds: browsers begin to save at their leisure. */
const KEPT = 60_000;

/** Gives readers a file to keep. Nothing is sent anywhere: it is made in the page. */
export function saveFile(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}

/** A name for a file about a table, in letters that every system takes: "my table.csv" as "my-table". */
export function fileStem(name: string): string {
  const stem = name.replace(/\.\w{1,8}$/, "").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return stem.replace(/^[-.]+|[-.]+$/g, "").slice(0, 60) || "table";
}
