import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const SOURCE = fileURLToPath(new URL("./service-worker/service-worker.ts", import.meta.url));
const NAME = "service-worker.js";
/** Hexadecimal digits, enough to avoid collisions. */
const VERSION_LENGTH = 16;

/**
 * Writes the service worker of a built app into its folder, with a list of all files there and their digests.
 */
export async function writeServiceWorker(folder: string): Promise<void> {
  const files = Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== NAME)
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [relative(folder, file).replaceAll("\\", "/"), `sha256-${digest(readFileSync(file), "base64")}`]),
  );
  // Includes the source of the service worker, so that a changed one never writes into the cache of the previous one.
  const version = digest(JSON.stringify(files) + readFileSync(SOURCE, "utf8"), "hex").slice(0, VERSION_LENGTH);
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { BUILD: JSON.stringify({ version, files }) },
    build: {
      target: "es2022",
      outDir: folder,
      emptyOutDir: false,
      reportCompressedSize: false,
      lib: { entry: SOURCE, formats: ["iife"], name: "serviceWorker", fileName: () => NAME },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
}

function digest(content: string | Uint8Array, encoding: "base64" | "hex"): string {
  return createHash("sha256").update(content).digest(encoding);
}
