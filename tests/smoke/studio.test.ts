import { expect, test } from "vitest";
import { verdictOf, withStudio } from "../studio/with-studio.js";
import { orSkip } from "../support/not-at-hand.js";

test("Studio opens in a browser, decides an example and complains of nothing", async ({ skip }) => {
  const seen = await orSkip(
    skip,
    withStudio(async ({ page, complaints }) => {
      return { verdict: await verdictOf(page), complaints: [...complaints] };
    }, "view=pair&example=additive"),
  );
  expect(seen.verdict).toMatch(/drives/);
  expect(seen.complaints).toEqual([]);
});
