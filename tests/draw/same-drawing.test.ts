import { svgText } from "@causal-velocity/draw";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { withBrowser } from "../support/browser.js";
import { orSkip } from "../support/not-at-hand.js";
import { withFolderServed } from "../support/serve-folder.js";
import { drawn } from "./drawn.js";
import { sampleFigures } from "./sample-figures.js";

/** Text, as the test runner would put an import of its own in place of the page's. */
const DRAW_ALL = `import("/packages/causal-velocity/dist/draw.js").then(({ drawFigure, svgText }) =>
  figures.map((figure) => svgText(drawFigure(figure, { document, theme: "light" }))))`;

// The published bundle on a page's own document, against the sources on a document of Node's.
test("Chromium draws every sample figure with the elements that Node draws, to the byte", async ({ skip }) => {
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
