import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../cli/run-cli.js";
import { readSharedGolden, sharedFolder, sharedSuite } from "../support/shared-data.js";

const ABOUT = "the published archives";

if (!sharedFolder) {
  test(`${ABOUT}: set CAUSAL_VELOCITY_DATA to the folder that holds golden/ and data/`, ({ skip }) => skip());
} else {
  describe(ABOUT, archiveTests);
}

function archiveTests(): void {
  const used = (name: string) => sharedSuite(name).entries.filter(({ excluded }) => excluded === undefined);
  const weight = (name: string) => used(name).reduce((sum, entry) => sum + entry.weight, 0);

  test("Tübingen: 108 pairs of weight 38.998, 99 of 35.498 used, 74 of 29.206 continuous", () => {
    const { entries } = sharedSuite("tuebingen");
    expect(entries).toHaveLength(108);
    expect(entries.reduce((sum, entry) => sum + entry.weight, 0)).toBeCloseTo(38.9979, 9);
    expect([used("tuebingen").length, used("tuebingen-cts").length]).toEqual([99, 74]);
    expect(weight("tuebingen")).toBeCloseTo(35.498, 3);
    expect(weight("tuebingen-cts")).toBeCloseTo(29.206, 3);
    expect(entries.filter(({ excluded }) => excluded !== undefined).map(({ id }) => Number(id))).toEqual([
      47, 52, 53, 54, 55, 70, 71, 105, 107,
    ]);
  });

  test("Tübingen: no row of a used pair is lost, even with missing values in third columns", () => {
    const suite = sharedSuite("tuebingen");
    const rows = used("tuebingen").map((entry) => suite.readPair(entry).rows);
    for (const { read, used: kept } of rows) expect(kept).toBe(read);
    expect([Math.min(...rows.map(({ read }) => read)), Math.max(...rows.map(({ read }) => read))]).toEqual([94, 16382]);
    for (const id of ["0081", "0082", "0083"]) {
      const entry = suite.entries.find((candidate) => candidate.id === id);
      expect(entry).toMatchObject({ truth: "x->y", columns: { x: 1, y: 2 } });
    }
  });

  test.each([
    ["sim", 1000],
    ["sim-c", 1000],
    ["sim-g", 1000],
    ["an", 1000],
    ["an-s", 1000],
    ["ls", 1000],
    ["ls-s", 1000],
    ["mn-u", 1000],
    ["synthetic-velocity", 5000],
    ["synthetic-sigmoid", 5000],
    ["synthetic-anm", 5000],
    ["synthetic-lsnm", 5000],
  ])("%s: 100 pairs of weight 1, both directions, %i rows each", (name, rows) => {
    const suite = sharedSuite(name);
    expect(used(name)).toHaveLength(100);
    expect(weight(name)).toBe(100);
    const forward = suite.entries.filter(({ truth }) => truth === "x->y").length;
    expect(forward).toBeGreaterThan(30);
    expect(forward).toBeLessThan(70);
    for (const entry of suite.entries) expect(suite.readPair(entry).rows).toMatchObject({ read: rows, used: rows });
  });

  interface Metrics {
    readonly acc: number;
    readonly audrc: number;
  }

  test("the paper's protocol gives accuracy and AUDRC of an independent implementation, to 1e-9", () => {
    type Golden = Record<string, { velocity_resample1000_trim05: Record<string, Metrics> }>;
    const { _benchmarks: golden } = readSharedGolden<{ _benchmarks: Golden }>("baselines-and-scores.json");
    const suites = { SIM: "sim", Tuebingen: "tuebingen", Tuebingen_cts: "tuebingen-cts" };
    const data = join(sharedFolder ?? "", "data");
    for (const [rule, fit] of Object.entries({ absolute: "ls_mae", squared: "ls_mse" })) {
      const protocol = ["--resample", "paper", "--n", "1000", "--trim", "0.05", "--rule", rule];
      const args = ["--data", data, "--methods", "b-lin,b-quad", ...protocol, "--json", "--quiet"];
      const { code, out } = runCli(["benchmark", ...Object.values(suites), ...args]);
      expect(code).toBe(0);
      for (const { suite, method, accuracy, audrc } of JSON.parse(out).records) {
        const [name] = Object.entries(suites).find(([, ours]) => ours === suite) ?? [""];
        const expected = golden[name].velocity_resample1000_trim05[`stein|${method.toUpperCase()}|${fit}`];
        expect(accuracy, `${suite} ${method} ${rule}`).toBeCloseTo(expected.acc, 9);
        expect(audrc, `${suite} ${method} ${rule}`).toBeCloseTo(expected.audrc, 9);
      }
    }
  });
}
