// What other packages build readers of tables on. Not part of the public API, which is index.ts.

export { type CellReader, cellReader } from "./data/cell.js";
export { checkOverrides } from "./data/check-overrides.js";
export { type ColumnBuilder, columnBuilder } from "./data/column-builder.js";
export { SAMPLE_ROWS, SEARCHED_CHARACTERS } from "./data/detect-format.js";
export { emptyTable } from "./data/empty-table.js";
export { numberScanner } from "./data/number-scanner.js";
export { chooseColumns } from "./data/pair.js";
export { type SourceKind, sourceKind } from "./data/source-kind.js";
export type { TextStart } from "./data/split-rows.js";
export { columnIndex } from "./data/table.js";
export { type TableBuilder, tableBuilder, type WholeEvidence } from "./data/table-builder.js";
export { type TableLayout, tableLayout } from "./data/table-layout.js";
