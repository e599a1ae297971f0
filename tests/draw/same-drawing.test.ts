import { svgText } from "@causal-velocity/draw/svg.js";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { withBrowser } from "../support/browser.js";
import { orSkip } from "../support/not-at-hand.js";
import { withFolderServed } from "../support/serve-folder.js";
import { drawn } from "./drawn.js";
import { sampleFigures } from "./sample-figures.js";

/** A string, because the test runner would replace the import of a function. */
const DRAW_ALL = `import("/packages/causal-velocity/dist/draw.js").then(({ drawFigure, svgText }) =>
  figures.map((figure) => svgText(drawFigure(figure, { document, theme: "light" }))))`;

// Compares the published bundle on a page with the sources on a document in Node.
test("Chromium and Node draw every sample figure with the same bytes", async ({ skip }) => {
  const inPage = withBrowser((page) =>
    withFolderServed(ROOT, async (origin) => {
      await page.goto(`${origin}/tests/same-bytes/page.html`);
      await page.evaluate((figures) => Object.assign(globalThis, { figures }), sampleFigures);
      return page.evaluate<string[]>(DRAW_ALL);
    }),
  );
  const texts = await orSkip(skip, inPage);
  expect(texts).toHaveLength(sampleFigures.length);
  for (const [i, figure] of sampleFigures.entries()) expect(texts[i] === svgText(drawn(figure)), figure.id).toBe(true);
});
