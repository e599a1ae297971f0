import { createHash } from "node:crypto";

/**
 * The UUID of a job: the same for the same parts, so that putting a job in again changes nothing; jobs of one batch are
 * taken in the order of their tiles.
 */
export function jobId(tile: number, ...parts: readonly (string | number)[]): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([tile, ...parts]))
    .digest("hex");
  const first = tile.toString(16).padStart(8, "0");
  // Version 8: made by rules of our own.
  return `${first}-${digest.slice(0, 4)}-8${digest.slice(4, 7)}-8${digest.slice(7, 10)}-${digest.slice(10, 22)}`;
}
