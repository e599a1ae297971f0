import { type ComputeOptions, requireCompute } from "../compute/routines.js";
import type { Arrow } from "../graph/knowledge.js";
import { MOST_GIVEN, type Relation, type RelationGraph, relationsGiven } from "../graph/relation-given.js";
import { isAncestor } from "../graph/search.js";
import { type RowCount, withDropped } from "../pair/complete-rows.js";
import { inspect } from "../pair/inspect.js";
import { numberColumn, type Pair } from "../pair/pair.js";
import { drawRows, takeRows } from "../pair/resample.js";
import { MINIMUM_ROWS, standardize, standardizeColumn } from "../pair/standardize.js";
import type { Column } from "../primitives/columns.js";
import { exp, log } from "../primitives/elementary.js";
import { InputError, option, requireEach, text, wrongOption } from "../primitives/errors.js";
import { distinctFindings, type Finding } from "../primitives/finding.js";
import { seededRng } from "../primitives/random.js";
import type { Decision } from "./decision.js";
import { discreteFinding, type GateFinding } from "./gate.js";
import { orderedRows } from "./ordered-rows.js";

/** A column that is known beside the pair: one number for each row of the pair. */
export interface GivenColumn {
  readonly name: string;
  readonly values: ArrayLike<number>;
}

/** What conditioning rests on, and what it found. */
export interface GivenSummary {
  readonly columns: readonly string[];
  /** Probability that one of the two columns drives the other directly, beside the given ones. */
  readonly presence: number;
  /** Probability that no given column is an effect of the pair, which conditioning assumes. */
  readonly assumed: number;
  /** The shortest description of each relation, with given columns as assumed or not; the shortest first. */
  readonly graphs: readonly {
    readonly relation: Relation;
    readonly asGiven: boolean;
    /** Nats more than the shortest. */
    readonly nats: number;
    readonly arrows: readonly Arrow[];
  }[];
}

/** Options of a decision given other columns; a subset of those of the default method. */
export interface DecideGivenOptions extends ComputeOptions {
  readonly abstain?: number | undefined;
  readonly unordered?: boolean | undefined;
  readonly seed?: number | undefined;
  readonly maxRows?: number | undefined;
}

/** From more rows these are drawn: a decision given two columns then takes seconds. */
const COMFORTABLE_ROWS = 20_000;
const ABSTAIN = 0.6;
/**
 * Log odds of a difference of d nats: slope·ln(1 + (d/unit)²), plus the offset; fitted to 1,680 simulated graphs of six
 * shapes and seven mechanisms; docs/benchmarks/given.md has others. Differences count by their logarithm, since flows are only
 * nearly what drives a column.
 */
const DIRECTION_ODDS = { offset: 0, slope: 1.2, unit: 4 };
const PRESENCE_ODDS = { offset: -1.45, slope: 1.13, unit: 2 };
/** No answer is surer than the simulated graphs can show: 98%. */
const MOST_LOG_ODDS = 4;
/** Probabilities between which it is not clear whether a given column is an effect. */
const UNCLEAR = [0.3, 0.7] as const;

/**
 * Which of two columns drives the other when others are known: description lengths of graphs in which the given columns
 * are causes of both or neither, and of graphs in which one of them is an effect of the pair.
 *
 * The probability is the mixture over both kinds of graphs. Where nothing is left between the two columns the gate
 * `independent` closes; where one of them has no density, `discrete`.
 * @cost scores of every column given every set of others: at 1,000 rows 0.05 s given one column, 0.2 s given two
 * @throws InputError for columns or options that cannot be used
 */
export function decideGiven(pair: Pair, given: readonly GivenColumn[], options: DecideGivenOptions = {}) {
  const { abstain, unordered, seed, maxRows, routines, memoryLimit } = givenSettings(options);
  const known = givenColumns(pair, given);
  const compute = { routines, memoryLimit };
  const names = [pair.names.x, pair.names.y, ...known.map(({ name }) => name)];
  const all = [pair.x, pair.y, ...known.map(({ values }) => values)];
  const { columns, rows } = usedRows(all, pair.rows, maxRows, seed);
  const drawn: Pair = { ...pair, x: columns[0], y: columns[1], rows };
  const standard = standardize(drawn);
  const others = columns.slice(2).map((column, k) => standardizeColumn(column, names[k + 2]).values);
  const relations = relationsGiven([standard.x, standard.y, ...others], compute);
  const { forward, presence, assumed } = mixtureOf(relations);
  const margin = Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, log(forward) - log(1 - forward)));
  const probability = 1 / (1 + exp(-Math.abs(margin)));
  const order = unordered ? undefined : orderedRows(standard, compute);
  const closed: GateFinding | undefined =
    order?.finding.severity === "fail"
      ? order.finding
      : presence < 0.5
        ? nothingLeft(names, presence)
        : discreteFinding(standard, compute);
  const findings = distinctFindings([
    ...pair.findings,
    ...inspect(drawn, compute, rows.used),
    ...(order ? [order.finding] : []),
    ...assumptionFindings(names, relations, assumed),
    ...(closed ? [closed] : []),
  ]);
  const decided = {
    margin,
    cost: { "x->y": -margin / 2, "y->x": margin / 2 },
    evidence: [{ name: "likelihood", logOdds: margin }],
    rows,
    findings,
    given: summaryOf(names, relations, presence, assumed),
  };
  const answer: Decision & { readonly given: GivenSummary } = closed
    ? { ...decided, verdict: "cannot-tell", gate: closed.code }
    : margin !== 0 && probability >= abstain
      ? { ...decided, probability, verdict: margin > 0 ? "x->y" : "y->x" }
      : {
          ...decided,
          probability,
          verdict: "cannot-tell",
          reason: abstain === ABSTAIN ? "both-fit" : "below-threshold",
        };
  const { names: pairNames, transformations } = pair;
  return {
    ...answer,
    method: "given",
    options: { abstain, unordered, maxRows },
    seed,
    names: pairNames,
    ...(transformations && { transformations }),
  };
}

/** The options, checked and completed before there is a pair. @throws InputError `wrong-option` */
export function givenSettings(options: DecideGivenOptions = {}) {
  const { abstain = ABSTAIN, unordered = false, seed = 0, maxRows = COMFORTABLE_ROWS, routines, memoryLimit } = options;
  requireCompute({ routines, memoryLimit });
  if (!(typeof abstain === "number" && abstain >= 0.5 && abstain < 1)) {
    throw wrongOption("abstain", abstain, "a probability of at least 0.5 and below 1, such as 0.6");
  }
  if (typeof unordered !== "boolean") throw wrongOption("unordered", unordered, "true or false");
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrongOption("seed", seed, "a whole number from 0 to 2^53 - 1");
  if (!(Number.isSafeInteger(maxRows) && maxRows >= MINIMUM_ROWS)) {
    throw wrongOption("maxRows", maxRows, `a whole number of at least ${MINIMUM_ROWS}`);
  }
  return { abstain, unordered, seed, maxRows, routines, memoryLimit };
}

/** Given columns, checked against the rows of the pair. @throws InputError */
export function givenColumns(pair: Pair, given: readonly GivenColumn[]): NonNullable<Pair["given"]> {
  requireEach("given", given, ["name", "values"], 'columns such as [{ name: "age", values: [30, 41] }]');
  if (given.length === 0 || given.length > MOST_GIVEN) {
    throw wrongOption("given", `${given.length} columns`, `1 to ${MOST_GIVEN} columns`);
  }
  const names = [pair.names.x, pair.names.y];
  return given.map(({ name, values }) => {
    if (typeof name !== "string") throw wrongOption("given", name, "columns with a name");
    if (names.includes(name)) throw wrongOption("given", name, "columns other than x and y, each once");
    names.push(name);
    const column = numberColumn(values, name);
    if (column.length === pair.x.length) return { name, values: column };
    throw new InputError({
      code: "length-mismatch",
      place: text`${option("given")} "${name}"`,
      value: `${column.length} values`,
      expected: `${pair.x.length}, one for each row of the pair`,
      remedy: "Take the pair and the given columns from the same rows of a table: pairFromTable does that.",
    });
  });
}

/** Rows with a finite number in every column, and no more than wanted. */
function usedRows(all: readonly Column[], counted: RowCount, maxRows: number, seed: number) {
  const n = all[0].length;
  const finite: number[] = [];
  for (let i = 0; i < n; i++) if (all.every((column) => Number.isFinite(column[i]))) finite.push(i);
  let rows = withDropped(counted, "missing", n - finite.length);
  let chosen: ArrayLike<number> = finite;
  if (finite.length > maxRows) {
    const drawn = drawRows(finite.length, maxRows, seededRng(seed).split("subsample"));
    chosen = Array.from(drawn, (place) => finite[place]);
    rows = withDropped(rows, "subsampled", finite.length - maxRows);
  }
  return { columns: chosen.length === n ? all : all.map((column) => takeRows(column, chosen)), rows };
}

function logOdds(nats: number, { offset, slope, unit }: typeof DIRECTION_ODDS): number {
  return offset + Math.sign(nats) * slope * log(1 + (nats / unit) * (nats / unit));
}

function shareOf(odds: number): number {
  return 1 / (1 + exp(-odds));
}

/** Probabilities of x->y against y->x, of either, and of the assumption, over graphs of both kinds. */
function mixtureOf(relations: readonly RelationGraph[]) {
  const natsOf = (relation: Relation, asGiven: boolean): number =>
    relations.find((each) => each.relation === relation && each.asGiven === asGiven)?.nats ?? Infinity;
  const kinds = [true, false].map((asGiven) => {
    const [forward, backward, none] = (["x->y", "y->x", "none"] as const).map((each) => natsOf(each, asGiven));
    return {
      shortest: Math.min(forward, backward, none),
      forward: shareOf(logOdds(backward - forward, DIRECTION_ODDS)),
      presence: shareOf(logOdds(none - Math.min(forward, backward), PRESENCE_ODDS)),
    };
  });
  const [asGiven, otherwise] = kinds;
  const assumed = shareOf(logOdds(otherwise.shortest - asGiven.shortest, DIRECTION_ODDS));
  const mixed = (pick: (kind: (typeof kinds)[number]) => number): number =>
    assumed * pick(asGiven) + (1 - assumed) * pick(otherwise);
  const presence = mixed((kind) => kind.presence);
  return { assumed, presence, forward: mixed((kind) => kind.presence * kind.forward) / presence };
}

function nothingLeft(names: readonly string[], presence: number): GateFinding {
  return {
    code: "independent",
    severity: "fail",
    value: presence,
    sentence: `Given ${listed(names.slice(2))}, nothing is left between "${names[0]}" and "${names[1]}": neither drives the other directly.`,
    advice: text`Decide without ${option("given")} to see what they are to each other otherwise.`,
  };
}

/** `given-effect` and `given-between`: graphs in which a given column is an effect of the pair describe the rows better. */
function assumptionFindings(names: readonly string[], relations: readonly RelationGraph[], assumed: number): Finding[] {
  if (assumed >= UNCLEAR[1]) return [];
  const isLikely = assumed < UNCLEAR[0];
  const [best] = relations.filter(({ asGiven }) => !asGiven).sort((a, b) => a.nats - b.nats);
  return names.slice(2).flatMap((name, k): Finding[] => {
    const z = k + 2;
    const sources = [0, 1].filter((source) => best.parents[z].includes(source));
    if (sources.length === 0) return [];
    const [source] = sources;
    const target = 1 - source;
    const isBetween = sources.length === 1 && isAncestor(best.parents, z, target);
    const role = isBetween
      ? `between "${names[source]}" and "${names[target]}"`
      : `an effect of ${sources.map((each) => `"${names[each]}"`).join(" and ")}`;
    return [
      {
        code: isBetween ? "given-between" : "given-effect",
        severity: isLikely ? "warn" : "note",
        column: name,
        value: 1 - assumed,
        sentence: isLikely
          ? `"${name}" seems to ${isBetween ? "lie" : "be"} ${role}, not a cause of them: conditioning on it hides or makes up an influence. The probability allows for that.`
          : `Whether "${name}" is a cause or ${isBetween ? "lies " : ""}${role} cannot be told; the probability allows for both.`,
        advice: text`Leave "${name}" out of ${option("given")} unless you know that it comes first.`,
      },
    ];
  });
}

function summaryOf(
  names: readonly string[],
  relations: readonly RelationGraph[],
  presence: number,
  assumed: number,
): GivenSummary {
  const shortest = Math.min(...relations.map(({ nats }) => nats));
  return {
    columns: names.slice(2),
    presence,
    assumed,
    graphs: [...relations]
      .sort((a, b) => a.nats - b.nats)
      .map(({ relation, asGiven, nats, parents }) => ({
        relation,
        asGiven,
        nats: nats - shortest,
        arrows: parents.flatMap((each, to) => each.map((from) => ({ from: names[from], to: names[to] }))),
      })),
  };
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
