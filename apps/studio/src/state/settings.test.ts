import { expect, test } from "vitest";
import type { MethodAbout, TablePreview } from "../engine/messages.js";
import {
  graphAsk,
  historyOf,
  isAllowed,
  LIMITS,
  type NumberSetting,
  pairsOptions,
  redone,
  settingsForTable,
  studyOptions,
  undone,
  withNext,
} from "./settings.js";

test.each(Object.entries(LIMITS))("%s may be any value within its limits, inclusive", (name, limits) => {
  const { least, most, whole } = limits;
  const allowed = (value: number) => isAllowed(name as NumberSetting, value);
  const step = whole ? 1 : 0.001;
  expect([least, most, least + step].map(allowed)).toEqual([true, true, true]);
  expect([least - step, most + step, Number.NaN, Number.POSITIVE_INFINITY].map(allowed)).not.toContain(true);
  expect(allowed(least + 0.25)).toBe(!whole);
});

const about = (name: string, comfortableRows: number, has: Partial<MethodAbout> = {}): MethodAbout => ({
  ...{ name, kind: "f", summary: "s", assumes: "a", comfortableRows, defaultTrim: 0 },
  ...{ hasTrim: false, hasAbstain: false, hasUnordered: false, ...has },
});
const METHODS = [
  about("default", 200_000, { hasAbstain: true, hasUnordered: true }),
  about("slow", 800, { hasTrim: true }),
];

test("options are not sent if the method does not have them or is unknown", () => {
  const settings = { method: "slow", seed: 1, trim: 0.1, abstain: 0.8, unordered: true } as const;
  expect(studyOptions(settings, METHODS)).toEqual({ method: "slow", seed: 1, trim: 0.1 });
  expect(studyOptions({ ...settings, method: "default" }, METHODS)).toEqual({
    method: "default",
    seed: 1,
    abstain: 0.8,
    unordered: true,
  });
  expect(studyOptions(settings, [])).toEqual({ method: "slow", seed: 1 });
});

test.each([
  ["default", undefined, 5000],
  ["slow", undefined, 800],
  ["unknown", undefined, 5000],
  ["slow", 3000, 3000],
  ["default", 20_000, 20_000],
])("all pairs by %s with at most %s rows use %i rows of each pair", (method, maxRows, expected) => {
  const settings = { method, seed: 0, ...(maxRows === undefined ? {} : { maxRows }) };
  expect(pairsOptions(settings, METHODS).maxRows).toBe(expected);
});

/** A table by the kinds of its columns: numbers (n), text (t), row numbers (r). */
const table = (kinds: string) =>
  ({
    columns: [...kinds].map((kind) => ({
      numeric: kind !== "t",
      ...(kind === "r" && { unmeasured: "numbers the rows" }),
    })),
  }) as unknown as TablePreview;
const settings = { method: "reci", seed: 2 };

test("columns that are meant for the table and exist in it are kept", () => {
  const given = { ...settings, x: 4, y: 1, columns: [1, 4] };
  expect(settingsForTable(given, table("nntn"), true)).toEqual({ settings: given, isKept: true });
});

test.each([
  ["meant for another table", { x: 4, y: 1 }, false],
  ["after the last one", { x: 5, y: 1 }, true],
  ["the same twice", { x: 2, y: 2 }, true],
  ["only one", { x: 2 }, true],
])("columns that are %s are replaced by the first measured columns", (_, columns, isMeant) => {
  const found = settingsForTable({ ...settings, ...columns }, table("rntn"), isMeant);
  expect(found).toEqual({ settings: { ...settings, x: 2, y: 4 }, isKept: false });
});

test("columns chosen for all pairs are not used for another table", () => {
  const { settings: found } = settingsForTable({ ...settings, columns: [1, 2] }, table("nnn"), false);
  expect(found.columns).toBeUndefined();
});

test.each([
  ["rn", { x: 1, y: 2 }],
  ["tnt", { x: 2 }],
  ["ttt", {}],
])("of a table %s, %j are used", (kinds, expected) => {
  expect(settingsForTable(settings, table(kinds), false).settings).toEqual({ ...settings, ...expected });
});

test("undo and redo move through the states; a new step drops the redo steps", () => {
  const three = withNext(withNext(historyOf(1), 2), 3);
  expect(undone(three).present).toBe(2);
  expect(undone(undone(undone(three))).present).toBe(1);
  expect(redone(undone(three))).toEqual(three);
  expect(redone(redone(undone(undone(three))))).toEqual(three);
  expect(redone(three)).toEqual(three);
  expect(withNext(undone(three), 9)).toEqual({ past: [1, 2], present: 9, future: [] });
});

test("an equal state is no step, and the number of steps is limited", () => {
  const start = historyOf({ seed: 0 });
  expect(withNext(start, { seed: 0 })).toBe(start);
  const two = historyOf<object>({ seed: 0, columns: [2, 1] });
  expect(withNext(two, { columns: [2, 1], seed: 0 })).toBe(two);
  expect(withNext(two, { columns: [1, 2], seed: 0 })).not.toBe(two);
  let long = historyOf(0);
  for (let i = 1; i <= 300; i++) long = withNext(long, i);
  expect(long.past).toHaveLength(100);
  expect(long.past[0]).toBe(200);
});

test("what is stated of other columns does not matter to a graph", () => {
  const stated = {
    ...settings,
    forbid: [
      [1, 2],
      [1, 3],
    ] as const,
    require: [[3, 2]] as const,
  };
  expect(graphAsk(stated, [1, 2])).toMatchObject({ columns: [1, 2], forbid: [[1, 2]], require: [] });
});

test("given columns are kept with their pair, without those that the table does not have", () => {
  const kept = settingsForTable({ ...settings, x: 1, y: 2, given: [3, 9] }, table("nnn"), true);
  expect(kept.settings.given).toEqual([3]);
  expect(settingsForTable({ ...settings, x: 1, y: 9, given: [3] }, table("nnn"), true).settings.given).toBeUndefined();
});
