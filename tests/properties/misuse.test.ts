import { decide, stability } from "@causal-velocity/core/decide/decide.js";
import { robustness } from "@causal-velocity/core/decide/robustness.js";
import { percentText } from "@causal-velocity/core/decide/verdict-sentence.js";
import { diagnose } from "@causal-velocity/core/diagnose/diagnose.js";
import { counterfactual } from "@causal-velocity/core/explain/counterfactual.js";
import { fitDirection } from "@causal-velocity/core/explain/direction-fit.js";
import { explain } from "@causal-velocity/core/explain/explain.js";
import { graphFigure } from "@causal-velocity/core/explain/figures/graph-figure.js";
import { graphCsv, graphDot, graphMl } from "@causal-velocity/core/explain/graph-files.js";
import { structuralModel } from "@causal-velocity/core/explain/structural-model.js";
import { counterfactualOn } from "@causal-velocity/core/graph/counterfactual-on.js";
import { graph } from "@causal-velocity/core/graph/graph.js";
import { intervene } from "@causal-velocity/core/graph/intervene.js";
import { pairFromColumns, pairFromTable } from "@causal-velocity/core/pair/pair.js";
import { choosePairs } from "@causal-velocity/core/pairs/choose-pairs.js";
import type { PairOutcome } from "@causal-velocity/core/pairs/decide-tile.js";
import { outcomesCsv, outcomesJson } from "@causal-velocity/core/pairs/outcome-files.js";
import { InputError, textWith } from "@causal-velocity/core/primitives/errors.js";
import { seededRng } from "@causal-velocity/core/primitives/random.js";
import { parseTable } from "@causal-velocity/core/table/parse-table.js";
import { tableFromColumns } from "@causal-velocity/core/table/table.js";
import { decodeText } from "@causal-velocity/core/table/text-source.js";
import { transformTable } from "@causal-velocity/core/table/transform-table.js";
import { decidePairs, findGraph, readTable } from "causal-velocity";
import * as lab from "causal-velocity/lab";
import * as model from "causal-velocity/model";
import { describe, expect, test } from "vitest";

const x = Array.from({ length: 40 }, (_, i) => Math.sin(i * 7.1) + i / 10);
const y = x.map((value, i) => value * value + Math.cos(i * 3.3));
const pair = pairFromColumns(x, y);
const table = tableFromColumns([
  { name: "a", values: x },
  { name: "b", values: y },
]);
const curve = { direction: "x->y", from: { cause: 1, effect: 1 }, to: [1] } as const;
const quick = { method: "v-anm" } as const;

/** x with another value at index 3. */
const withOne = (value: unknown): unknown[] => x.map((own, i) => (i === 3 ? value : own));
const withHole = [...x];
delete withHole[3];

/** What callers without types pass by mistake; none is a column, a table, a text, a pair or an object of options. */
const WRONG: Readonly<Record<string, unknown>> = {
  null: null,
  "a BigInt": 5n,
  "a number": 1e15,
  "a symbol": Symbol("s"),
  "a function": () => 1,
  "an object without a prototype": Object.create(null),
  "a length of 1e15": { length: 1e15 },
  "a negative length": { length: -1 },
  "a length in text": { length: "40" },
  "a length without values": { length: 40 },
  "an array of BigInt": new BigInt64Array(40),
  "an array with a hole": withHole,
  "an array with null": withOne(null),
  "an array with undefined": withOne(undefined),
  "an array with a BigInt": withOne(5n),
  "an array with text": withOne("1"),
  "an array with a symbol": withOne(Symbol("q")),
  "an array with an object": withOne(Object.create(null)),
};

const wrongly = (value: unknown) => value as never;

/** Calls that need something else, and the place that their error names. */
const CALLS: Readonly<Record<string, [call: (value: unknown) => unknown, place: RegExp]>> = {
  "pairFromColumns(·, y)": [(value) => pairFromColumns(wrongly(value), y), /column "x"/],
  "pairFromColumns(x, ·)": [(value) => pairFromColumns(x, wrongly(value)), /column "y"/],
  "names of pairFromColumns": [(value) => pairFromColumns(x, y, wrongly(value)), /option names/],
  "name of a column": [(value) => pairFromColumns(x, y, { x: wrongly(value), y: "y" }), /option names/],
  "stability(pair, ·)": [(value) => stability(pair, wrongly(value)), /option decision/],
  "screen of choosePairs": [(value) => choosePairs(table, { screen: wrongly(value) }), /option screen/],
  "decide(·)": [(value) => decide(wrongly(value)), /column "x"/],
  "x of decide": [(value) => decide({ ...pair, x: wrongly(value) }), /column "x"/],
  "given of decide": [
    (value) => decide(pair, { given: wrongly(value === null ? 5 : Array.isArray(value) ? { value } : value) }),
    /option given/,
  ],
  "a given column of decide": [(value) => decide(pair, { given: [wrongly(value)] }), /option given/],
  "name of a given column": [(value) => decide(pair, { given: [{ name: wrongly(value), values: x }] }), /option given/],
  "values of a given column": [
    (value) => decide(pair, { given: [{ name: "z", values: wrongly(value) }] }),
    /option given|column "z"/,
  ],
  "given of a pair": [
    (value) => stability(wrongly({ ...pair, given: value === null ? 5 : [value] }), decide(pair)),
    /option given/,
  ],
  "findings of decide": [(value) => decide(wrongly({ ...pair, findings: [value] }), quick), /option findings/],
  "groups of decide": [
    (value) => decide({ ...pair, groups: { name: "g", codes: wrongly(x.map(() => value)), count: 3 } }, quick),
    /option groups/,
  ],
  "number of groups of decide": [
    (value) => decide({ ...pair, groups: { name: "g", codes: new Uint32Array(40), count: wrongly(value) } }, quick),
    /option groups/,
  ],
  "clusters of decide": [
    (value) => decide({ ...pair, clusters: { name: "g", codes: wrongly(x.map(() => value)), count: 3 } }, quick),
    /option clusters/,
  ],
  "conditions of transformTable": [(value) => transformTable(table, { where: [wrongly(value)] }), /option where/],
  "columns of transformTable": [
    (value) => transformTable(table, { log: wrongly(Array.isArray(value) ? new Array(1e9) : [value]) }),
    /option log/,
  ],
  "given of pairFromTable": [
    (value) => pairFromTable(table, { given: wrongly(Array.isArray(value) ? { value } : value) }),
    /option given/,
  ],
  "given of choosePairs": [
    (value) => choosePairs(table, { given: wrongly(Array.isArray(value) ? { value } : value) }),
    /option given/,
  ],
  "explain(·)": [(value) => explain(wrongly(value)), /column "x"/],
  "diagnose(·)": [(value) => diagnose(wrongly(value)), /column "x"/],
  "fitDirection(·)": [(value) => fitDirection(wrongly(value), "x->y"), /column "x"/],
  "direction of fitDirection": [(value) => fitDirection(pair, wrongly(value)), /option direction/],
  "options of decide": [
    (value) => decide(pair, Array.isArray(value) ? wrongly(value) : { seed: wrongly(value === 1e15 ? 0.5 : value) }),
    /option (options|seed)/,
  ],
  "method of decide": [(value) => decide(pair, { method: wrongly(value) }), /option method/],
  "memoryLimit of decide": [
    (value) => decide(pair, { ...quick, memoryLimit: wrongly(typeof value === "number" ? "1e15" : value) }),
    /option memoryLimit/,
  ],
  "memo of decide": [
    (value) => decide(pair, { ...quick, memo: wrongly(typeof value === "function" ? 5 : value) }),
    /option memo/,
  ],
  "routines of decide": [(value) => decide(pair, { ...quick, routines: wrongly(value) }), /option routines/],
  "tableFromColumns(·)": [(value) => tableFromColumns(wrongly(value)), /the table/],
  "column of tableFromColumns": [(value) => tableFromColumns([wrongly(value)]), /column 1 of the table/],
  "name in tableFromColumns": [
    (value) => tableFromColumns([{ name: wrongly(value), values: x }]),
    /column 1 of the table/,
  ],
  "pairFromTable(·)": [(value) => pairFromTable(wrongly(value)), /the table/],
  "column of pairFromTable": [(value) => pairFromTable(table, { x: wrongly(value), y: 2 }), /option x/],
  "choosePairs(·)": [(value) => choosePairs(wrongly(value)), /the table/],
  "parseTable(·)": [(value) => parseTable(wrongly(value)), /option text/],
  "missing of parseTable": [(value) => parseTable("a,b\n1,2\n", { missing: wrongly(value) }), /option missing/],
  "decodeText(·)": [(value) => decodeText(wrongly(value), "file", TextDecoder), /option bytes/],
  "counterfactual(·)": [(value) => counterfactual(wrongly(value), curve), /column "x"/],
  "request of counterfactual": [(value) => counterfactual(pair, wrongly(value)), /option direction/],
  "from of counterfactual": [(value) => counterfactual(pair, { ...curve, from: wrongly(value) }), /column "from"/],
  "cause of counterfactual": [
    (value) =>
      counterfactual(pair, {
        ...curve,
        from: { cause: typeof value === "number" ? wrongly("1") : wrongly(value), effect: 1 },
      }),
    /column "from"/,
  ],
  "to of counterfactual": [(value) => counterfactual(pair, { ...curve, to: wrongly(value) }), /column "to"|option to/],
  "seededRng(·)": [(value) => seededRng(typeof value === "number" ? -value : wrongly(value)), /option seed/],
};

const outcomes: readonly PairOutcome[] = [
  { x: 1, y: 2, names: pair.names, problem: { code: "constant-column", message: "a column" } },
];
const found = graph(table, { columns: ["a", "b"] });

const known = { columns: ["a", "b"], edges: [{ from: "a", to: "b" }] };
const set = { column: "a", value: 1 };

/** Calls that once ended in another error, did not end, or ended the process. Promises are waited for. */
const MORE_CALLS: Readonly<Record<string, [call: (value: unknown) => unknown, place: RegExp]>> = {
  "textWith(·)": [(value) => textWith(wrongly(value)), /option text/],
  "words of textWith": [(value) => textWith(["a"], wrongly(value)), /option words/],
  "percentText(·)": [(value) => percentText(wrongly(value)), /option probability/],
  "readTable(·)": [(value) => readTable(wrongly(value)), /option source/],
  "signal of decidePairs": [(value) => decidePairs(table, {}, { signal: wrongly(value) }), /option signal/],
  "onProgress of decidePairs": [(value) => decidePairs(table, {}, { onProgress: wrongly(value) }), /onProgress/],
  "onScreening of decidePairs": [(value) => decidePairs(table, {}, { onScreening: wrongly(value) }), /onScreening/],
  "onScreened of decidePairs": [(value) => decidePairs(table, {}, { onScreened: wrongly(value) }), /onScreened/],
  "signal of findGraph": [(value) => findGraph(table, { signal: wrongly(value) }), /option signal/],
  "onProgress of findGraph": [(value) => findGraph(table, { onProgress: wrongly(value) }), /onProgress/],
  "columns of graph": [(value) => graph(table, { columns: wrongly(value) }), /option columns/],
  "columns of choosePairs": [(value) => choosePairs(table, { columns: wrongly(value) }), /option columns/],
  "given of pairFromTable": [(value) => pairFromTable(table, { given: wrongly(value) }), /option given/],
  "knowledge of graph": [(value) => graph(table, { knowledge: { forbid: wrongly(value) } }), /option forbid/],
  "an arrow": [(value) => graph(table, { knowledge: { require: [{ from: "a", to: wrongly(value) }] } }), /require/],
  "tiers of graph": [(value) => graph(table, { knowledge: { tiers: wrongly(value) } }), /option tiers/],
  "a tier": [(value) => graph(table, { knowledge: { tiers: [wrongly(value)] } }), /option tiers/],
  "score of decide": [(value) => decide(pair, { ...quick, score: wrongly(value) }), /option score/],
  "Decoder of decodeText": [(value) => decodeText(new Uint8Array(), "file", wrongly(value)), /option Decoder/],
  "version of outcomesCsv": [(value) => outcomesCsv(outcomes, wrongly(value)), /option version/],
  "version of outcomesJson": [(value) => outcomesJson(outcomes, wrongly(value)), /option version/],
  "velocity of structuralModel": [
    (value) => structuralModel(pair, { direction: "x->y" }, { velocity: wrongly(value) }),
    /option velocity/,
  ],
  "velocity of counterfactual": [(value) => counterfactual(pair, curve, { velocity: wrongly(value) }), /velocity/],
  "velocity of diagnose": [(value) => diagnose(pair, { velocity: wrongly(value) }), /option velocity/],
  "a level of structuralModel": [
    (value) => structuralModel(pair, { direction: "x->y", quantiles: [wrongly(value === 1e15 ? -1 : value)] }),
    /option quantiles/,
  ],
  "name of readTable": [(value) => readTable(new Uint8Array([49]), { name: wrongly(value) }), /option name/],
  "a limit of parseTable": [
    (value) => parseTable("a,b\n1,2\n", { limit: { cells: wrongly(value === 1e15 ? -1 : value) } }),
    /option limit/,
  ],
  "given of robustness": [
    (value) =>
      robustness(pair, decide(pair, quick), {
        given: wrongly(value === null ? 5 : Array.isArray(value) ? { value } : value),
      }),
    /option given/,
  ],
  "graph of intervene": [(value) => intervene(table, wrongly(value), { set }), /option graph|the graph/],
  "a column of a known graph": [
    (value) => intervene(table, { ...known, columns: ["a", "b", wrongly(value)] }, { set }),
    /option graph/,
  ],
  "an end of a known arrow": [
    (value) => intervene(table, { ...known, edges: [{ from: wrongly(value), to: "b" }] }, { set }),
    /the graph|option graph/,
  ],
  "rows of a found graph": [(value) => intervene(table, { ...found, rows: wrongly(value) }, { set }), /option graph/],
  "findings of a found graph": [
    (value) => intervene(table, { ...found, findings: [wrongly(value)] }, { set }),
    /option graph/,
  ],
  "request of counterfactualOn": [(value) => counterfactualOn(table, known, wrongly(value)), /option (request|set)/],
  "columns of graphCsv": [(value) => graphCsv({ ...found, columns: wrongly(value) }), /option graph/],
  "edges of graphDot": [(value) => graphDot({ ...found, edges: [wrongly(value)] }), /option graph/],
  "columns of graphMl": [(value) => graphMl({ ...found, columns: [wrongly(value)] }), /option graph/],
  "findings of graphFigure": [(value) => graphFigure({ ...found, findings: [wrongly(value)] }), /option graph/],
  "polynomialTerms(·)": [(value) => model.polynomialTerms(wrongly(value)), /option degree/],
  "velocityField(·)": [(value) => model.velocityField(wrongly(value)), /option rows/],
};

/** More that is not what these calls need. */
const MORE_WRONG: Readonly<Record<string, unknown>> = {
  ...WRONG,
  "a negative number": -1,
  "a thousand holes": new Array(1000),
  "1e8 holes": new Array(1e8),
  "a date": new Date(),
  "a set": new Set(),
  "an empty object": {},
};

describe.each(Object.entries(MORE_CALLS))("%s", (name, [call, place]) => {
  const isRight = (words: string): boolean =>
    (words === "a function" && /^(on|words)/.test(name)) ||
    (/^a (negative )?number$/.test(words) && name === "percentText(·)");
  const wrong = Object.entries(MORE_WRONG).filter(([words]) => !isRight(words));

  test.each(wrong)("%s is an InputError, at once", async (_, value) => {
    const start = performance.now();
    let error: unknown;
    try {
      await call(value);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).place).toMatch(place);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

test("a list of markers of missing values may have no hole, however many", () => {
  for (const length of [1, 1000, 1e8]) {
    const missing = wrongly(new Array(length));
    expect(() => parseTable("a,b\n1,2\n", { missing })).toThrow(/option missing: an array of \d+; expected a list/);
  }
});

test("what is right still is", async () => {
  expect(textWith(["draw fewer rows with ", { option: "maxRows" }])).toBe("draw fewer rows with option maxRows");
  expect([percentText(0.973), model.polynomialTerms(2).length, model.velocityField(0).v.length]).toEqual(["97%", 6, 0]);
  const knowledge = { forbid: [{ from: "a", to: "b" }], require: [], tiers: [["b"], ["a"]] };
  expect(graph(table, { knowledge }).columns).toEqual(found.columns);
  expect((await readTable(new Blob(["a,b\n1,2\n"]))).rowCount).toBe(1);
  expect(outcomesCsv(outcomes, "1").split("\n")).toHaveLength(3);
});

describe.each(Object.entries(CALLS))("%s", (_, [call, place]) => {
  test.each(Object.entries(WRONG))("%s is an InputError with place and value", (_, value) => {
    let error: unknown;
    try {
      call(value);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InputError);
    const { place: found, value: words } = error as InputError;
    expect(found).toMatch(place);
    expect(words).not.toBe("");
  });
});

test("the value is named in words, and its index where it is one of many", () => {
  const messageOf = (value: unknown): string => {
    try {
      pairFromColumns(wrongly(value), y);
    } catch (error) {
      return (error as InputError).message;
    }
    return "";
  };
  expect(messageOf(withOne(5n))).toMatch(/^column "x", index 3: the BigInt 5; expected a number/);
  expect(messageOf(withHole)).toMatch(/^column "x", index 3: undefined; expected a number/);
  expect(messageOf(withOne("z".repeat(1000)))).toMatch(/index 3: "z{39}…"; /);
  expect(messageOf({ length: 1e15 })).toMatch(/^column "x": a length of 1000000000000000; /);
  expect(messageOf(null)).toMatch(/^column "x": null, without a length/);
});

describe("one rule for what is missing", () => {
  const gaps = withOne(Number.NaN) as number[];
  gaps[5] = Infinity;
  gaps[6] = -Infinity;
  const text = `x,y\n${gaps.map((value, i) => `${value},${y[i]}\n`).join("")}`;

  test("NaN and infinities in arrays, in columns of values and in files: rows are left out, counted, the same", () => {
    const fromArrays = pairFromColumns(gaps, y);
    expect(fromArrays.rows).toEqual({ read: 40, used: 37, dropped: 3, reasons: { missing: 1, infinite: 2 } });
    expect([...fromArrays.x]).toEqual(x.filter((_, i) => ![3, 5, 6].includes(i)));
    expect(pairFromColumns(Float64Array.from(gaps), y)).toEqual(fromArrays);
    expect(pairFromTable(parseTable(text))).toEqual(fromArrays);
    const named = [
      { name: "x", values: gaps },
      { name: "y", values: y },
    ];
    expect(pairFromTable(tableFromColumns(named))).toEqual(fromArrays);
  });

  test("a pair made by hand is treated alike, and its rows add up", () => {
    const { rows } = decide({ ...pair, x: Float64Array.from(gaps) }, quick);
    expect(rows).toEqual({ read: 40, used: 37, dropped: 3, reasons: { missing: 1, infinite: 2 } });
  });
});

test("null is no number of rows", () => {
  expect(() => decide(pair, { ...quick, maxRows: wrongly(null) })).toThrow(/option maxRows: null/);
});

describe("the entries for people who build on the parts", () => {
  const standard = model.standardize(pair);
  const scores = model.pairScores(standard, model.stein());
  const at = model.orient(standard, scores, "x->y");
  const fit = model.fitVelocity(model.anmVelocity(), at);
  const features = model.hsicFeatures(pair.x, 1);
  const field = model.velocityField(x.length);
  const simulated = lab.simulate("anm", { n: 40 });
  const [column, size] = [pair.x, { location: 5, scale: 5 }];
  const noise = model.fitLocationScale(pair.x, pair.y, size);
  const rng = seededRng(1);
  const density = { cause: () => 0, noise: () => 0 };
  /** Calls with something wrong where a column, a pair, or what is made of them belongs. */
  const PARTS: Readonly<Record<string, readonly ((value: never) => unknown)[]>> = {
    subsample: [(value) => model.subsample(value, 9, rng)],
    takeRows: [(value) => model.takeRows(value, [0])],
    trimmedRows: [(value) => model.trimmedRows(value, 0.1), (value) => model.trimmedRows({ x: column, y: value }, 0)],
    standardize: [(value) => model.standardize(value), (value) => model.standardize({ ...pair, y: value })],
    toStandardUnits: [(value) => model.toStandardUnits(value, standard.scale.x)],
    toUserUnits: [(value) => model.toUserUnits(value, standard.scale.x)],
    silvermanBandwidths: [(value) => model.silvermanBandwidths(value), (v) => model.silvermanBandwidths([column, v])],
    pairScores: [(value) => model.pairScores(value, model.stein())],
    medianDistance: [(value) => model.medianDistance(value)],
    quantileSpline: [(value) => model.quantileSpline(value, 8)],
    fitVelocity: [(value) => model.fitVelocity(model.anmVelocity(), value)],
    costOf: [(value) => model.costOf(value, "squared")],
    gofResidualInto: [
      (value) => model.gofResidualInto(value, field, new Float64Array(40)),
      (value) => model.gofResidualInto(at, value, new Float64Array(40)),
      (value) => model.gofResidualInto(at, field, value),
    ],
    meanAbsolute: [(value) => model.meanAbsolute(value)],
    meanSquare: [(value) => model.meanSquare(value)],
    locationScaleVelocity: [(value) => model.locationScaleVelocity(value, size, noise)],
    orient: [(value) => model.orient(value, scores, "x->y"), (value) => model.orient(standard, value, "x->y")],
    orientScale: [(value) => model.orientScale(value, "x->y")],
    fitBoth: [
      (value) => model.fitBoth(model.anmVelocity(), value, scores),
      (value) => model.fitBoth(model.anmVelocity(), standard, value),
    ],
    fitLocationScale: [
      (value) => model.fitLocationScale(value, pair.y, size),
      (value) => model.fitLocationScale(pair.x, value, size),
    ],
    causalCurve: [
      (value) => model.causalCurve(fit, value),
      (value) => model.causalCurve(fit, { effect: 0, from: 0, grid: value }),
    ],
    logDensityAlongCurve: [(value) => model.logDensityAlongCurve(value, density)],
    fitScm: [(value) => model.fitScm(value)],
    flow: [(value) => model.flow(fit, value), (value) => model.flow(fit, { effect: value, from: 0, to: 1 })],
    flowEntropy: [
      (value) => model.flowEntropy(value, model.flowResidual(fit), model.kernelEntropy),
      (value) => model.flowEntropy(fit, value, model.kernelEntropy),
    ],
    flowResidual: [(value) => model.flowResidual(value)],
    measuresOf: [(value) => model.measuresOf(value)],
    spacingEntropy: [(value) => model.spacingEntropy(value)],
    hsic: [(value) => model.hsic(value, features), (value) => model.hsic(features, value)],
    hsicPermutationTail: [
      (value) => model.hsicPermutationTail(value, features, 9, rng),
      (value) => model.hsicPermutationTail(features, value, 9, rng),
    ],
    normalScores: [(value) => model.normalScores(value)],
    hsicFeatures: [(value) => model.hsicFeatures(value, 1)],
    kernelEntropy: [(value) => model.kernelEntropy(value)],
    compareMethods: [(value) => lab.compareMethods(value)],
    rolesOf: [(value) => lab.rolesOf(value), (value) => lab.rolesOf({ ...simulated, pair: value })],
    trueScores: [(value) => lab.trueScores(value)],
    trueVelocity: [(value) => lab.trueVelocity(value)],
    mechanismError: [(value) => lab.mechanismError(fit, value)],
    accuracy: [(value) => lab.accuracy(value)],
    audrc: [(value) => lab.audrc(value), (value) => lab.audrc(value, "unweighted")],
    decisionRateCurve: [(value) => lab.decisionRateCurve(value)],
    suiteMetrics: [(value) => lab.suiteMetrics(value)],
  };

  test.each(Object.entries(PARTS))("%s refuses what is no column and no pair, at once", (_, calls) => {
    const start = performance.now();
    for (const [words, value] of Object.entries({ ...WRONG, nothing: undefined, "1e9 holes": new Array(1e9) }))
      for (const call of calls) expect(() => call(wrongly(value)), words).toThrow(InputError);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  // They take numbers, texts, options, functions and what other functions return, and rely on types.
  const TYPED = [
    ...["anmNnVelocity", "anmVelocity", "basisPoint", "basisVelocity", "columnMemo", "compareCosts", "costMethod"],
    ...["dormandPrince", "drawRows", "exactScore", "exponentialTerms", "fourierTerms", "hsicGammaTail", "kde"],
    ...["linearVelocityModel", "lsnmNnVelocity", "lsnmVelocity", "methodOf", "monomial", "nnVelocity", "parseBasis"],
    ...["pnlVelocity", "polynomialTerms", "rawEvidence", "rk4", "splineBasis", "stein", "steinCv", "termsInUserUnits"],
    ...["tunedScore", "tunedVelocity"],
    ...["velocityField", "velocityMethod", "velocityNamed", "velocityNames", "weighEvidence"],
    ...["additiveMechanism", "betaDistribution", "chainMechanism", "exponentialVelocity", "flowMechanism"],
    ...["forcedChoice", "fourierVelocity", "gammaDistribution", "graphDifference", "graphMethodNamed", "graphShares"],
    ...["gumbelDistribution", "jointDensity", "knownScoreStudy", "laplaceDistribution", "linearFunction"],
    ...["linkMechanism", "locationScaleMechanism", "logisticDistribution", "methodNamed", "mirroredDistribution"],
    ...["mixtureDistribution", "normalDistribution", "paperDistinctRows", "paperFigureNamed", "paperResampleRows"],
    ...["parseGroundTruth", "parsePairmeta", "quadraticVelocity", "randomPair", "readSuitePair", "sampleModel"],
    ...["saturatingVelocity", "shapedGraph", "shiftedDistribution", "simulate", "simulateGraph", "simulatorNamed"],
    ...["studentDistribution", "suiteEntries", "tablePair", "uniformDistribution"],
  ];

  test("every exported function is one of those, or takes neither columns nor pairs", () => {
    const functions = Object.entries({ ...model, ...lab }).filter(([, value]) => typeof value === "function");
    expect(functions.map(([name]) => name).sort()).toEqual([...Object.keys(PARTS), ...TYPED].sort());
  });
});
