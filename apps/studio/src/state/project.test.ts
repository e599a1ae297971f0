import { expect, test } from "vitest";
import { isProject, type Project, projectText, readProject } from "./project.svelte.js";
import { DEFAULT_PLACE } from "./settings.js";

const project: Project = {
  schema: "causal-velocity/project@1",
  version: "1.2.3",
  place: { ...DEFAULT_PLACE, view: "pairs", seed: 4, x: 2, y: 3, columns: [1, 2, 5], given: [1], forbid: [[1, 2]] },
  table: {
    name: "t.csv",
    bytes: 12,
    sha256: "ab",
    rows: 3,
    columns: ["a", "b"],
    format: { header: true },
    content: "YQ==",
  },
  verdict: { sentence: "a drives b.", margin: 0.1 + 0.2, probability: 0.8 },
  notes: { title: "Why a", text: "Measured twice." },
};

test("a project survives a round trip through its file, and a file is recognized as a project by its beginning", async () => {
  const text = projectText(project);
  expect(readProject(text, "p.json")).toEqual(project);
  expect(await isProject(new Blob([text]))).toBe(true);
  expect(await isProject(new Blob(['[{"schema": "causal-velocity/project@1"}]']))).toBe(false);
  expect(await isProject(new Blob(["a,b\n1,2\n"]))).toBe(false);
});

test("invalid settings get their defaults", () => {
  const place = {
    ...project.place,
    view: "admin",
    seed: -1,
    x: "2; drop",
    columns: "all",
    example: "<b>",
    forbid: [null],
    given: 3,
  };
  const read = readProject(projectText({ ...project, place } as never), "p.json");
  expect(read.place).toEqual({ ...DEFAULT_PLACE, y: 3 });
});

test.each([
  ['{"schema": "causal-velocity/project@1", "place": {', /project "p\.json".*complete JSON/],
  ['{"schema": "causal-velocity/project@9"}', /schema "causal-velocity\/project@9"/],
  ['{"schema": "causal-velocity/project@1", "place": {"view": "pair"}}', /neither table nor example/],
  ['{"schema": "causal-velocity/project@1", "place": null, "table": {"name": 3}}', /neither table nor example/],
  ['{"schema": "causal-velocity/project@1", "place": {}, "table": null, "verdict": null}', /neither table nor example/],
])("%s is rejected with its place", (text, message) => {
  expect(() => readProject(text, "p.json")).toThrow(message);
});

test.each([
  ["name", 3],
  ["bytes", "12"],
  ["sha256", undefined],
  ["rows", null],
  ["columns", "a, b"],
  ["format", null],
  ["content", 7],
])("a table whose %s is %j is rejected", (field, value) => {
  const table = { ...project.table, [field]: value };
  expect(() => readProject(projectText({ ...project, table } as never), "p.json")).toThrow(/neither table nor example/);
});

test("a verdict without a numeric margin is left out", () => {
  const verdict = { sentence: "a drives b.", margin: "0.3" };
  const read = readProject(projectText({ ...project, verdict } as never), "p.json");
  expect([read.verdict, read.table]).toEqual([undefined, project.table]);
});
