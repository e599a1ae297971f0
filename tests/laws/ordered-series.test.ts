import { readFileSync } from "node:fs";
import { pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/source-files.js";
import { compiledRoutines } from "../support/compiled-routines.js";
import { decide } from "../support/decide.js";

const options = { routines: compiledRoutines() };
const ROWS = 500;
const SERIES = 60;

/** How many of 60 series get a verdict: the effect follows its cause one row later, or a hidden series drives both. */
function answered(kind: "lag" | "hidden"): { readonly verdicts: number; readonly findings: number } {
  const memory = kind === "lag" ? 0.8 : 0.9;
  let [verdicts, findings] = [0, 0];
  for (let seed = 0; seed < SERIES; seed++) {
    const rng = seededRng(seed).split(kind);
    const [x, y] = [new Float64Array(ROWS), new Float64Array(ROWS)];
    let state = rng.normal();
    for (let i = 0; i < ROWS; i++) {
      const before = state;
      state = memory * state + Math.sqrt(1 - memory * memory) * rng.normal();
      if (kind === "lag") {
        [x[i], y[i]] = [state, Math.tanh(2 * before) + 0.3 * before * before + 0.3 * rng.normal()];
      } else [x[i], y[i]] = [state + 0.3 * rng.normal(), state * state + state + 0.3 * rng.normal()];
    }
    const decision = decide(pairFromColumns(x, y), options);
    verdicts += decision.verdict === "cannot-tell" ? 0 : 1;
    findings += decision.findings.some(({ code }) => code === "ordered-rows") ? 1 : 0;
  }
  return { verdicts, findings };
}

test("which series get a verdict, and that README says so", () => {
  const [lag, hidden] = [answered("lag"), answered("hidden")];
  expect([lag.findings, hidden]).toEqual([0, { verdicts: SERIES, findings: 0 }]);
  const said = /of 60 whose effect follows a row later, (\d+) got a verdict/.exec(
    readFileSync(`${ROOT}/README.md`, "utf8"),
  );
  expect(Number(said?.[1])).toBe(lag.verdicts);
});
