export { openSource, type ReadColumnsOptions, readColumns } from "./open-source.js";
export type { ColumnKey, OpenedSource, Source, SourceColumn, SourceOptions } from "./source.js";
