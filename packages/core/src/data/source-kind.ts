/** What a file holds, by its name: text unless it says otherwise. */
export interface SourceKind {
  readonly holds: "text" | "json" | "parquet";
  readonly compression?: "gzip" | "zstd";
}

/** `data.csv.gz` holds text, compressed by gzip. */
export function sourceKind(path: string): SourceKind {
  const name = path.toLowerCase();
  if (/\.(parquet|parq|pq)$/.test(name)) return { holds: "parquet" };
  const compression = name.endsWith(".gz") ? "gzip" : /\.zstd?$/.test(name) ? "zstd" : undefined;
  const plain = compression ? name.slice(0, name.lastIndexOf(".")) : name;
  const holds = /\.(json|jsonl|ndjson)$/.test(plain) ? "json" : "text";
  return { holds, ...(compression && { compression }) };
}
