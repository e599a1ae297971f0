import { expect, test } from "vitest";
import { banded, bandedColumn } from "./summary.js";

test("a band of a standard deviation ends at 0; that of a change of one, or of a mean, does not", () => {
  const summary = (mean: number, sd: number) => ({ mean, sd, quantiles: [mean] });
  const refits = [1, 1, 1, 9, 1, 1].map((sd) => summary(sd - 2, sd));
  const [change, column] = [banded, bandedColumn].map((bands) => bands(summary(0, 1), refits, 1));
  expect(change.sd.low).toBeLessThan(0);
  expect(column).toEqual({ ...change, sd: { ...change.sd, low: 0 } });
  expect(bandedColumn(summary(0, 1), [], 1).sd.low).toBeNaN();
});
