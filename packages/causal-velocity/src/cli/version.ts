import { createRequire } from "node:module";

/** The version of the package this file was published in. */
export const version: string = createRequire(import.meta.url)("../package.json").version;
