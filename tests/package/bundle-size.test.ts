import { gzipSync } from "node:zlib";
import { weightsText } from "@causal-velocity/core/learned/weights-text.js";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";

/**
 * Of a program that decides two columns, the weights of the network apart: 94,100. The one parser of bases, formulas and
 * conditions, and names that were probably meant, are 2,500 of them; graphs, for decisions given other columns, 5,800;
 * groups and repeated measurements 1,600; angles of any size, and words that say why, 600. The compiled routines are 20,400; optimized for size they would be a third
 * slower. The network, the weights of every choice of evidence and the gates for data that lie are 13,000. Every rival
 * would be 21,000 more.
 */
const MOST_BYTES = 94_500;
/** Of the weights: 80 KB as a file, which text in base64 keeps under gzip. */
const MOST_BYTES_OF_WEIGHTS = 80_000;
/** Names of rival methods, each of which its code holds as a text. */
const RIVALS = ["lingam", "igci", "reci", "cdci", "nogam", "resit", "loci-"];

test("a program that only decides bundles no rival, and is small", async () => {
  const contents = 'export { decide, pairFromColumns } from "causal-velocity";';
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    ...{ bundle: true, minify: true, write: false, format: "esm", platform: "neutral" },
  });
  const text = outputFiles[0]?.text ?? "";
  const [before = "", after = "", ...more] = text.split(weightsText);
  const [code, weights] = [before + after, weightsText].map((part) => gzipSync(part, { level: 9 }).length);
  process.stdout.write(
    `\ndecide and pairFromColumns: ${text.length} bytes; gzip: ${code} of code, ${weights} of weights\n`,
  );
  expect(after, "the weights are in it").not.toBe("");
  expect(more, "and only once").toEqual([]);
  expect(RIVALS.filter((name) => text.includes(`"${name}`))).toEqual([]);
  expect(code).toBeLessThan(MOST_BYTES);
  expect(weights).toBeLessThan(MOST_BYTES_OF_WEIGHTS);
});
