import type { DecideOptions } from "@causal-velocity/core/decide/decide.js";
import type { Tile } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { MapOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import type { TableColumn } from "@causal-velocity/core/table/table.js";

/** Options of `decide` that can be sent to a worker: methods by name, routines and memos are the worker's own. */
export interface TileOptions extends Omit<DecideOptions, "method" | "methods" | "routines" | "memo"> {
  readonly method?: string | undefined;
}

/** What a worker needs to decide the pairs of a tile. */
export interface TileTask {
  readonly tile: Tile;
  /** Those of the tile, in its order. */
  readonly columns: readonly TableColumn[];
  readonly options: TileOptions;
}

/** What a worker answers. */
export interface TileAnswer {
  readonly outcomes: readonly MapOutcome[];
  /** What it took. */
  readonly milliseconds: number;
}
