import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";

/** Of a program that decides two columns: 78,000 with every rival in it, 55,000 wanted without (weights of networks apart). */
const MOST_BYTES = 58_000;
/** Names of rival methods, each of which its code holds as a text. */
const RIVALS = ["lingam", "igci", "reci", "cdci", "nogam", "resit", "loci-"];

test("a program that only decides bundles no rival, and is small", async () => {
  const contents = 'export { decide, pairFromColumns } from "causal-velocity";';
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    ...{ bundle: true, minify: true, write: false, format: "esm", platform: "neutral" },
  });
  const text = outputFiles[0]?.text ?? "";
  const bytes = gzipSync(text, { level: 9 }).length;
  process.stdout.write(`\ndecide and pairFromColumns: ${text.length} bytes, ${bytes} gzip\n`);
  expect(RIVALS.filter((name) => text.includes(`"${name}`))).toEqual([]);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
