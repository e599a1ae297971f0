import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Files that are data: where the npm package has them, and what they are called beside the published bundle. */
const ASSETS = {
  font: { source: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", published: "DejaVuSans.ttf" },
  renderer: { source: "@resvg/resvg-wasm/index_bg.wasm", published: "resvg.wasm" },
} as const;

/** Bytes of a file that comes with the package: from beside the bundle, or from where `npm ci` put it. */
export function asset(name: keyof typeof ASSETS): Uint8Array {
  const { source, published } = ASSETS[name];
  const beside = fileURLToPath(new URL(published, import.meta.url));
  return readFileSync(existsSync(beside) ? beside : createRequire(import.meta.url).resolve(source));
}
