import { expect, test } from "vitest";
import { orSkip } from "../support/not-at-hand.js";
import { kept } from "./kept.js";
import { trialTable } from "./trial-table.js";
import { pickFile, verdictOf, withStudio } from "./with-studio.js";

test("from opening to counterfactual, only files of the app are requested, and nothing is stored", async ({ skip }) => {
  const seen = await orSkip(
    skip,
    withStudio(
      async ({ page, origin, requested, complaints }) => {
        await page.waitForSelector("[data-example] path[d^=M]");
        await pickFile(page, "trial.csv", trialTable());
        await page.click("button:has-text('Which drives which'):enabled");
        await verdictOf(page);
        await page.waitForSelector("[data-figure=curves] svg.cv-figure");
        await page.focus("[data-direction='x->y'] .grip");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowRight");
        await page.waitForSelector("data.effect", { state: "attached" });
        const keeps = await kept(page);
        await page.waitForSelector("[data-save='trial-report.html']");
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.click("[data-save='trial-report.html']"),
        ]);
        await download.failure();
        await page.click("nav button:has-text('Start')");
        await page.click("[data-example=eight-columns]");
        await page.waitForSelector(".counts");
        const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie.length]);
        return { origin, requested: [...requested, ...keeps], complaints: [...complaints], stored };
      },
      "",
      true,
    ),
  );
  const paths = seen.requested.map((address) => {
    const { origin, pathname } = new URL(address);
    expect(origin).toBe(seen.origin);
    return pathname;
  });
  for (const path of paths)
    expect(path).toMatch(
      /^\/apps\/studio\/dist\/(index\.html|icon\.svg|manifest\.webmanifest|service-worker\.js|THIRD-PARTY-LICENSES\.txt|assets\/[\w-]+\.(js|css))$/,
    );
  expect(seen.stored).toEqual([0, 0, 0]);
  expect(seen.complaints).toEqual([]);
});

test("the page cannot reach another host, run foreign script or load foreign images", async ({ skip }) => {
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      const reached = await page.evaluate(async () => {
        const script = document.createElement("script");
        script.textContent = "document.title = 'run'";
        document.body.append(script);
        const image = new Image();
        image.src = "http://127.0.0.1:9/x.png";
        document.body.append(image);
        return fetch("http://127.0.0.1:9/x").then(
          () => "reached",
          () => "refused",
        );
      });
      return { reached, title: await page.title(), complaints: [...complaints] };
    }),
  );
  expect([seen.reached, seen.title]).toEqual(["refused", "Studio: cause or effect"]);
  const policies = seen.complaints.filter((text) => /Content Security Policy/.test(text));
  for (const directive of ["script-src", "img-src", "connect-src"]) {
    expect(
      policies.some((text) => text.includes(directive)),
      directive,
    ).toBe(true);
  }
});
