export { openSource } from "./open-source.js";
export { type ReadColumnsOptions, readColumns } from "./read-columns.js";
export type { ColumnKey, OpenedSource, Source, SourceColumn, SourceOptions } from "./source.js";
