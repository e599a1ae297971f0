import { join } from "node:path";

/** Where the archives are: what `--data` says, or the folder `data` in the one that the environment names. */
export function suiteData(path: string | undefined): string | undefined {
  const folder = process.env.CAUSAL_VELOCITY_DATA;
  return path ?? (folder ? join(folder, "data") : undefined);
}
