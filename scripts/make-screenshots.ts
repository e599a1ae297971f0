import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { pickFile, verdictOf, withStudio } from "../tests/studio/with-studio.js";
import { ROOT } from "./source-files.js";

// Studio as its readers see it: one picture for the README, and with a folder all views at three widths, light and dark.
// usage: npm run make -- screenshots [FOLDER]
const WIDTHS = [360, 768, 1440];
const HEIGHT = 900;
const EXAMPLE = "dose-response.csv";

type View = readonly [name: string, show: (page: Page) => Promise<unknown>];

async function openExample(page: Page): Promise<void> {
  await pickFile(page, EXAMPLE, readFileSync(join(ROOT, "examples", EXAMPLE)));
  await page.waitForSelector(".rows");
}

async function showVerdict(page: Page): Promise<void> {
  await openExample(page);
  await page.click("button:has-text('Which drives which'):enabled");
  await verdictOf(page);
  await page.waitForSelector("[data-figure=loss] svg.cv-figure");
  await page.waitForSelector("[data-direction='y->x'] .grip svg");
}

const VIEWS: readonly View[] = [
  ["start", (page) => page.waitForSelector("[data-example] path[d^=M]")],
  ["guess", (page) => page.click("[data-example=additive]")],
  ["table", openExample],
  ["verdict", showVerdict],
  [
    "map",
    async (page) => {
      await page.click("[data-example=eight-columns]");
      await page.waitForSelector(".counts");
    },
  ],
];

/** Opens Studio in a new page, shows a view and takes its picture. */
function screenshot([, show]: View, width: number, colorScheme: "light" | "dark", isWhole: boolean): Promise<Buffer> {
  return withStudio(async ({ page }) => {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await show(page);
    // The pointer is on no element, and all pictures are drawn.
    await page.mouse.move(0, 0);
    await page.waitForTimeout(500);
    return page.screenshot({ fullPage: isWhole });
  });
}

const verdict = VIEWS.find(([name]) => name === "verdict") as View;
writeFileSync(join(ROOT, "docs/pictures/studio.png"), await screenshot(verdict, 1280, "light", false));
const [, , folder] = process.argv;
if (folder) {
  mkdirSync(folder, { recursive: true });
  for (const view of VIEWS) {
    for (const width of WIDTHS) {
      for (const colorScheme of ["light", "dark"] as const) {
        const picture = await screenshot(view, width, colorScheme, true);
        writeFileSync(join(folder, `${view[0]}-${width}-${colorScheme}.png`), picture);
      }
    }
  }
}
