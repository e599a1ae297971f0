import type { MapOutcome, TableColumn, Tile } from "causal-velocity";
import type { BatchSettings } from "../batch/batch-settings.js";

/** All that is needed to decide a tile. */
export interface TileWork {
  readonly tile: Tile;
  /** Those of the tile, in its order. */
  readonly columns: readonly TableColumn[];
  readonly settings: BatchSettings;
}

/**
 * Decides the pairs of a tile in their order and tells each outcome as it is reached; rejects where a pair throws.
 *
 * An abort may come at any time: then it ends, whatever it is doing, and rejects.
 */
export type DecideTile = (work: TileWork, tell: (outcome: MapOutcome) => void, signal: AbortSignal) => Promise<void>;

/** Something that decides tiles, one at a time. */
export interface Decider {
  readonly decide: DecideTile;
  /** Makes ready. @throws UnfitWorker */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** This machine cannot decide anything; no pair is to blame. */
export class UnfitWorker extends Error {
  override readonly name = "UnfitWorker";
}
