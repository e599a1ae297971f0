import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import asc from "assemblyscript/asc";

// Compiles the routines and inlines them as text, so that the published package is plain JavaScript. Two digits for each
// byte keep repeated instructions alike, so that gzip makes less of them than of base64 (20.4 kB instead of 25.0 kB).
const folder = mkdtempSync(join(tmpdir(), "causal-velocity-routines-"));
const output = join(folder, "routines.wasm");
const { error, stderr } = await asc.main([
  "assembly/index.ts",
  ...["--outFile", output],
  ...["--runtime", "stub"],
  "--importMemory",
  ...["--enable", "simd"],
  ...["--use", "abort="],
  ...["--disableWarning", "112"],
  "--noAssert",
  "--converge",
  "-O3",
]);
if (error) {
  process.stderr.write(stderr.toString());
  throw error;
}
const bytes = readFileSync(output);
rmSync(folder, { recursive: true });
writeFileSync(
  "src/wasm-text.ts",
  `// Made by build.js from assembly/, ${bytes.length} bytes. Not to be edited.\nexport const wasmText: string =\n  "${bytes.toString("hex")}";\n`,
);
