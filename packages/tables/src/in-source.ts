import { inFile } from "@causal-velocity/core/table/text-source.js";

/** `inFile` of the core for what takes its time: errors get the place put before theirs. */
export async function inSource<T>(place: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    return inFile(place, () => {
      throw error;
    });
  }
}
