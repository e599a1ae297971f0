import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { runProcess } from "../cli/run-cli.js";

test("the command decides a pair of columns", () => {
  const file = join(ROOT, "examples/dose-response.csv");
  const { code, out, err } = runProcess(["decide", file, "--x", "dose", "--y", "response", "--json"]);
  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toMatchObject({ verdict: "x->y" });
});
