import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pairFromTable, parseTable, seededRng, structuralModel } from "causal-velocity";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../packages/causal-velocity/src/cli/printable.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { runCli, temporaryFile } from "./run-cli.js";

const rng = seededRng(21);
const lines = Array.from({ length: 200 }, (_, i) => {
  const x = rng.normal();
  const y = Math.sin(1.5 * x) + 0.5 * x + 0.3 * rng.normal();
  return `${x},${i === 2 ? "NA" : y}\n`;
});
const csv = `dose,=response\n${lines.join("")}`;
const file = temporaryFile("trial.csv", csv);
const pair = pairFromTable(parseTable(csv), { x: "dose", y: "=response" });
const base = ["scm", file, "--cause", "dose", "--effect", "=response"];
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

describe("causal-velocity scm", () => {
  test("--json: the library's answer", () => {
    const args = ["--at", "-0.5,1", "--grid", "0:0.4:3", "--quantiles", "0.1,0.9", "--samples", "5", "--density"];
    const { code, out, err } = runCli([...base, ...args, "--json"]);
    expect([code, err]).toEqual([0, ""]);
    const at = [-0.5, 1, 0, 0.2, 0.4];
    const request = { direction: "x->y", at, quantiles: [0.1, 0.9], samples: 5, density: true } as const;
    const answer = structuralModel(pair, request);
    const record = JSON.parse(out);
    expect(record).toMatchObject({
      schema: "causal-velocity/structural-model@1",
      cause: "dose",
      effect: "=response",
      at: answer.at.map(({ cause, mean, sd, quantiles, supported }) => ({
        ...{ cause, mean, sd, supported },
        quantiles: quantiles.map((each, k) => ({ share: [0.1, 0.9][k], ...each })),
      })),
      baseline: answer.baseline,
      samples: { cause: Array.from(answer.samples?.cause ?? []), effect: Array.from(answer.samples?.effect ?? []) },
      rows: { read: 200, used: 199, reasons: { missing: 1 } },
      halves: 20,
      method: "location-scale",
      seed: 0,
    });
    expect(record.density.at[4]).toEqual(Array.from(answer.density?.at[4] ?? []));
  });

  test("one value: all its numbers; several: a line each; at most 80 columns wide", () => {
    const one = runCli([...base, "--at", "-0.5"]).out;
    expect(oneLine(one)).toContain("If dose were -0.5 in every row, =response would be:");
    for (const name of ["mean", "sd", "5%", "median", "95%"]) {
      expect(one).toMatch(new RegExp(`^ +${name} +-?[\\d.]+ \\(-?[\\d.]+ to -?[\\d.]+\\)$`, "m"));
    }
    const several = runCli([...base, "--quantiles", "0.01,0.05,0.1,0.25,0.5,0.75,0.9,0.95,0.99"]).out;
    expect(several.match(/^ +-?[\d.]+ +-?[\d.]+ \(-?[\d.]+ to -?[\d.]+\)/gm)).toHaveLength(11);
    expect(oneLine(several)).toContain("All of sd, 1%, 5%,");
    for (const line of `${one}${several}`.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  test("--out FILE.csv: summaries, or densities, or the rows drawn; names that a spreadsheet would run are marked", () => {
    const written = (...args: string[]): string[] => {
      const out = join(temporaryFolder(), "answer.csv");
      expect(runCli([...base, ...args, "--out", out]).code).toBe(0);
      return readFileSync(out, "utf8").trimEnd().split("\n");
    };
    const [head, ...rows] = written("--at", "0,1", "--quantiles", "0.5");
    expect(head).toBe("dose,mean,mean_low,mean_high,sd,sd_low,sd_high,q0.5,q0.5_low,q0.5_high,supported");
    const [{ mean }] = structuralModel(pair, { direction: "x->y", at: [0, 1] }).at;
    expect(rows[0]).toMatch(new RegExp(`^0,${mean.value},${mean.low},${mean.high},.*,true$`));
    expect(rows).toHaveLength(2);
    const drawn = written("--samples", "7");
    expect(drawn).toHaveLength(8);
    expect(drawn[0]).toBe("dose,'=response,noise");
    expect(written("--samples", "7", "--raw-csv")[0]).toBe("dose,=response,noise");
    expect(written("--at", "0,1", "--density")).toHaveLength(1 + 2 * 101);
  });

  test("--out writes a picture", () => {
    const out = join(temporaryFolder(), "model.svg");
    expect(runCli([...base, "--out", out]).code).toBe(0);
    expect(readFileSync(out, "utf8")).toContain("quantiles: 5%, 50%, 95%");
  });

  test.each([
    [["--at", "99"], /option "at"|--at.*outside the data/],
    [["--at", "0", "--grid", "0:1"], /LOW:HIGH:COUNT/],
    [["--quantiles", "5"], /shares from 0 to 1/],
    [["--samples", "5", "--density", "--out", "a.csv"], /one of them in a table/],
    [["--out", "a.txt"], /ends in \.csv, \.svg/],
    [["--raw-csv"], /--out FILE\.csv/],
    [["--score", "kde"], /a --velocity that is fitted to scores/],
  ])("refuses %j", (args, words) => {
    const { code, err } = runCli([...base, ...args]);
    expect(code).toBe(2);
    expect(oneLine(err)).toMatch(words);
    expect(existsSync("a.csv")).toBe(false);
  });
});
