import axe from "axe-core";
import type { Page } from "playwright-core";

/** Rules whose result depends on the color scheme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page: all rules in light, and those about color in dark. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  for (const [colorScheme, rules] of [
    ["light", undefined],
    ["dark", COLOR_RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const results = await page.evaluate(
      async (runOnly) => {
        const options = { resultTypes: ["violations" as const], ...(runOnly ? { runOnly } : {}) };
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
      },
      rules as string[] | undefined,
    );
    found.push(...results.map((result) => `${colorScheme} ${result}`));
  }
  return found;
}
