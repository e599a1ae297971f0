import { counterfactualOn } from "@causal-velocity/core/graph/counterfactual-on.js";
import { intervene, QUANTILE_SHARES } from "@causal-velocity/core/graph/intervene.js";
import type { KnownGraph } from "@causal-velocity/core/graph/what-if-question.js";
import { InputError } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { type Table, tableFromColumns } from "@causal-velocity/core/table/table.js";
import { describe, expect, test } from "vitest";
import { compiledRoutines } from "../support/compiled-routines.js";

const routines = compiledRoutines();

/** dose → marker → response, linear with normal noise; age drives response too, and color nothing. */
const SLOPES = { marker: -0.8, response: 2, age: 0.5 };
const SDS = { dose: 10, marker: 6, response: 9, age: 12 };

function chain(n: number, seed: number): { table: Table; known: KnownGraph } {
  const rng = seededRng(seed);
  const draw = (mean: number, sd: number) => Float64Array.from({ length: n }, () => mean + sd * rng.normal());
  const [dose, age, color] = [draw(50, SDS.dose), draw(40, SDS.age), draw(0, 1)];
  const marker = dose.map((value) => 100 + SLOPES.marker * value + SDS.marker * rng.normal());
  const response = marker.map(
    (value, i) => SLOPES.response * value + SLOPES.age * age[i] + SDS.response * rng.normal(),
  );
  const columns = Object.entries({ response, color, dose, age, marker }).map(([name, values]) => ({ name, values }));
  return {
    table: tableFromColumns(columns),
    known: {
      columns: columns.map(({ name }) => name),
      edges: [
        { from: "dose", to: "marker" },
        { from: "marker", to: "response" },
        { from: "age", to: "response" },
      ],
    },
  };
}

describe("a linear chain with normal noise", () => {
  const { table, known } = chain(2000, 1);
  const answer = intervene(table, known, { set: { column: "dose", value: 62 } }, { routines });
  const [response, marker] = answer.changes;

  test("means, sds and quantiles of what follows are those of the closed form", () => {
    expect(answer.changes.map(({ column }) => column)).toEqual(["response", "marker"]);
    const markerMean = 100 + SLOPES.marker * 62;
    const responseMean = SLOPES.response * markerMean + SLOPES.age * 40;
    const responseSd = Math.sqrt((SLOPES.response * SDS.marker) ** 2 + (SLOPES.age * SDS.age) ** 2 + SDS.response ** 2);
    // Standard errors of a mean and of a slope times 1.2 sd of the dose, √(1 + 1.44)·sd/√n: 0.21 and 0.56; three of them.
    expect(Math.abs(marker.after.mean.value - markerMean)).toBeLessThan(0.65);
    expect(Math.abs(response.after.mean.value - responseMean)).toBeLessThan(1.7);
    // sd/√(2n): 0.09 and 0.25; three of them.
    expect(Math.abs(marker.after.sd.value - SDS.marker)).toBeLessThan(0.3);
    expect(Math.abs(response.after.sd.value - responseSd)).toBeLessThan(0.8);
    const normal = [-1.6449, -0.6745, 0, 0.6745, 1.6449];
    response.after.quantiles.forEach(({ value }, k) => {
      // At most √(p(1 − p)/n)/density = 0.77 besides the error of the mean: 0.95, three of them.
      expect(Math.abs(value - (responseMean + normal[k] * responseSd)), `quantile ${QUANTILE_SHARES[k]}`).toBeLessThan(
        2.85,
      );
    });
  });

  test("the change is after less before, its band is narrower than that of the level, and all rows are supported", () => {
    for (const { before, after, change, supported } of answer.changes) {
      expect(change.mean.value).toBeCloseTo(after.mean.value - before.mean, 9);
      expect(change.mean.high).toBeGreaterThan(change.mean.value);
      expect(supported).toBeGreaterThan(0.97);
    }
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    expect(width(response.change.mean)).toBeLessThan(1.5 * width(response.after.mean));
    expect(answer.findings).toEqual([]);
    expect(answer.way).toEqual([
      { from: "marker", to: "response" },
      { from: "dose", to: "marker" },
    ]);
  });

  test("what is upstream or beside does not change, to the last bit, and a sentence says so", () => {
    const request = { set: [{ column: "marker", value: 60 }], of: ["dose", "color", "age"] };
    const { changes, findings, way } = intervene(table, known, request, { routines });
    for (const { follows, followsInRefits, before, after, change } of changes) {
      expect([follows, followsInRefits]).toEqual([false, 0]);
      expect(after.mean.value).toBe(before.mean);
      expect(after.quantiles.map(({ value }) => value)).toEqual(before.quantiles);
      for (const { value, low, high } of [change.mean, change.sd, ...change.quantiles]) {
        expect([value, low, high]).toEqual([0, 0, 0]);
      }
    }
    expect(way).toEqual([]);
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual(Array(3).fill("no-way note"));
    expect(findings[0].sentence).toBe('No arrows lead from "marker" to "dose" in this graph, so nothing changes.');
  });

  test("two columns that are set: arrows into them do not count", () => {
    const set = [
      { column: "dose", value: 62 },
      { column: "marker", value: 60 },
    ];
    const { changes, way } = intervene(table, known, { set }, { routines });
    expect(changes.map(({ column }) => column)).toEqual(["response"]);
    expect(way).toEqual([{ from: "marker", to: "response" }]);
    const alone = intervene(table, known, { set: set[1], of: "response" }, { routines });
    expect(changes[0].after).toEqual(alone.changes[0].after);
  });

  test("one row moves by the slopes", () => {
    const rowOf = (row: number) => known.columns.map((_, k) => table.columns[k].values[row]);
    const [responseNow, , doseNow, , markerNow] = rowOf(16);
    const request = { row: 17, set: { column: "dose", value: doseNow + 5 } };
    const found = counterfactualOn(table, known, request, { routines });
    expect(found.from.map(({ value }) => value)).toEqual(rowOf(16));
    const [toResponse, toMarker] = found.changes;
    // Standard errors of slopes: 6/10/√2000 = 0.013 and, for both arrows, 0.04; three of them, times 5.
    expect(Math.abs(toMarker.after.value - (markerNow + 5 * SLOPES.marker))).toBeLessThan(0.25);
    expect(Math.abs(toResponse.after.value - (responseNow + 5 * SLOPES.marker * SLOPES.response))).toBeLessThan(0.7);
    expect([toMarker.supported, toResponse.supported]).toEqual([true, true]);
    const values = Object.fromEntries(found.from.map(({ column, value }) => [column, value]));
    const again = counterfactualOn(table, known, { values, set: request.set }, { routines });
    expect(again).toEqual(found);
  });

  test("units and names change nothing, and the same seed gives the same bytes", () => {
    const scaled = tableFromColumns(
      table.columns.map(({ name, values }) => ({
        name,
        values: name === "dose" ? values.map((v) => v / 1000) : values,
      })),
    );
    const inUnits = intervene(scaled, known, { set: { column: 3, value: 0.062 } }, { routines });
    inUnits.changes.forEach(({ after }, k) => {
      expect(after.mean.value).toBeCloseTo(answer.changes[k].after.mean.value, 6);
      expect(after.mean.low).toBeCloseTo(answer.changes[k].after.mean.low, 6);
    });
    expect(intervene(table, known, { set: { column: "dose", value: 62 } }, { routines })).toEqual(answer);
    const other = intervene(table, known, { set: { column: "dose", value: 62 } }, { routines, seed: 1 });
    expect(other.changes[0].after.mean.value).toBe(response.after.mean.value);
    expect(other.changes[0].after.mean.low).not.toBe(response.after.mean.low);
  });

  test("a row whose columns are set to what they are is returned to the last bit, ends of ranges included", () => {
    const dose = table.columns[2].values;
    const rows = [dose.indexOf(Math.max(...dose)), dose.indexOf(Math.min(...dose)), 3, 4, 5];
    for (const row of rows) {
      const { changes } = counterfactualOn(
        table,
        known,
        { row: row + 1, set: { column: "dose", value: dose[row] } },
        {
          routines,
        },
      );
      for (const { before, after } of changes)
        expect([after.value, after.low, after.high]).toEqual([before, before, before]);
    }
  });

  test.each([
    [
      "a value beyond the range",
      { set: { column: "dose", value: 120 } },
      /^option set "dose": 120, outside the data; expected a value from .* to .*, the range of the rows used/,
    ],
    ["a value below the range", { set: { column: "dose", value: 1 } }, /1, outside the data/],
    ["a value that is no number", { set: { column: "dose", value: Number.NaN } }, /expected a finite number/],
    ["nothing to set", { set: [] }, /a column and its value/],
    ["an unknown column", { set: { column: "dosis", value: 3 } }, /no such column; .*The table has/],
    [
      "a column twice",
      {
        set: [
          { column: "dose", value: 50 },
          { column: 3, value: 51 },
        ],
      },
      /"dose" twice/,
    ],
    ["what is set", { set: { column: "dose", value: 50 }, of: "dose" }, /columns that are not set/],
    ["no question", undefined, /an object such as/],
  ])("refuses %s", (_, request, words) => {
    const ask = () => intervene(table, known, request as never, { routines });
    expect(ask).toThrow(InputError);
    expect(ask).toThrow(words);
  });

  test.each([
    ["a circle", { ...known, edges: [...known.edges, { from: "response", to: "dose" }] }, /no circle/],
    [
      "an arrow to nowhere",
      { ...known, edges: [{ from: "dose", to: "weight" }] },
      /the graph: the arrow from "dose" to "weight"; expected arrows between its columns/,
    ],
    [
      "columns that the table lacks",
      { ...known, columns: ["dose", "weight"] },
      /column of the graph "weight": no such column/,
    ],
    ["no graph", { columns: ["dose", "marker"] }, /a graph: \{ columns, edges \}/],
  ])("refuses %s", (_, wrong, words) => {
    expect(() => intervene(table, wrong as never, { set: { column: "dose", value: 50 } }, { routines })).toThrow(words);
  });

  test.each([
    ["neither row nor values", {}, /neither row nor values/],
    ["a row beyond the table", { row: 2001 }, /a whole number from 1 to 2000/],
    ["values without some columns", { values: { dose: 3 } }, /a number for each of "response", "color"/],
  ])("a counterfactual refuses %s", (_, where, words) => {
    const ask = () => counterfactualOn(table, known, { ...where, set: { column: "dose", value: 50 } }, { routines });
    expect(ask).toThrow(InputError);
    expect(ask).toThrow(words);
  });
});

test("an arrow that a known graph has twice counts once", () => {
  const { table, known } = chain(200, 1);
  const request = { set: { column: "dose", value: 55 } };
  const twice = { ...known, edges: [...known.edges, ...known.edges] };
  expect(intervene(table, twice, request, { routines })).toEqual(intervene(table, known, request, { routines }));
});
