import { expect, test } from "vitest";
import { benchmarkFiles, benchmarkRecords } from "./benchmark-record.js";

/** A suite and an error with every character that CSV and Markdown give a meaning. */
const SUITE = 'a, "b" | c';
const error = { code: "constant-column", message: 'column "x": one value, "0"; expected more' };
const entry = { id: "pair0001", position: 1, file: "pair0001.txt", columns: { x: 1, y: 2 }, weight: 0.5 } as const;
const answered = { verdict: "x->y", margin: 0.25, probability: null, seconds: 0.5 } as const;
const failed = { verdict: null, margin: null, probability: null, seconds: 0.5, error } as const;
const suites = [
  {
    name: SUITE,
    pairs: [
      { entry: { ...entry, truth: "x->y" as const }, answers: [answered] },
      { entry: { ...entry, id: "pair0002", truth: "y->x" as const }, answers: [failed] },
    ],
    excluded: [],
  },
];
const records = benchmarkRecords(suites, [{ method: "b-lin", options: {} }], {
  resample: "none",
  seed: 0,
});
const files = Object.fromEntries(benchmarkFiles(records, suites).map(({ name, text }) => [name, String(text)]));

test("results.csv: a row for every pair, cells with commas or quotes quoted, quotes doubled, empty where there is nothing", () => {
  expect(files["results.csv"]?.split("\n")).toEqual([
    "suite,method,id,truth,verdict,margin,probability,weight,error",
    '"a, ""b"" | c",b-lin,pair0001,x->y,x->y,0.25,,0.5,',
    '"a, ""b"" | c",b-lin,pair0002,y->x,,,,0.5,"column ""x"": one value, ""0""; expected more"',
    "",
  ]);
});

test("table.md: a bar in a name does not end its cell", () => {
  const [, , row = ""] = files["table.md"]?.split("\n") ?? [];
  expect(row.startsWith('| a, "b" \\| c | b-lin | 2 | ')).toBe(true);
});

test("clock times stand in times.json and nowhere else", () => {
  expect(JSON.parse(files["times.json"] ?? "").pairs).toEqual([
    { suite: SUITE, id: "pair0001", seconds: [0.5] },
    { suite: SUITE, id: "pair0002", seconds: [0.5] },
  ]);
  expect(files["results.json"]).not.toContain("seconds");
});
