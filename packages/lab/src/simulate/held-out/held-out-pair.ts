import { type Pair, pairFromColumns } from "@causal-velocity/core/pair/pair.js";
import type { Column } from "@causal-velocity/core/primitives/columns.js";
import { InputError, wrongOption } from "@causal-velocity/core/primitives/errors.js";
import { type Rng, seededRng } from "@causal-velocity/core/primitives/random.js";
import { conditionalFamilies } from "./conditional-families.js";
import {
  type DirectedKind,
  type DirectionlessKind,
  directedColumns,
  type HostileKind,
  type TestFamily,
} from "./held-out.js";
import type { Columns } from "./held-out-laws.js";
import { levelled, measured, type Recording, rounded, skewed, someRecorded } from "./held-out-records.js";
import { hostileJoint } from "./hostile-joint.js";
import { hostileMechanisms } from "./hostile-mechanisms.js";
import { hostileTables } from "./hostile-tables.js";
import { hostileUnrelated } from "./hostile-unrelated.js";
import { lawFamilies } from "./law-families.js";

/** Families of directed pairs that are kept for one last test. docs/held-out.md has the rule. */
export const testFamilies: readonly TestFamily[] = [...lawFamilies, ...conditionalFamilies];

/** Hostile kinds of pairs with a direction. */
export const hostileDirected: readonly DirectedKind[] = [...hostileMechanisms, ...hostileTables];

/** Hostile kinds of pairs without a direction: both columns follow one law. */
export const hostileUndirected: readonly DirectionlessKind[] = [...hostileUnrelated, ...hostileJoint];

/** All hostile kinds: first those with a direction, then those without. */
export const hostileKinds: readonly HostileKind[] = [...hostileDirected, ...hostileUndirected];

/** What tables do to columns, in the order in which it happens; one law for cause and effect. */
const TABLE_EFFECTS = { measured, skewed, rounded, levels: levelled } satisfies Record<string, Recording>;
export type TableEffect = keyof typeof TABLE_EFFECTS;
export const tableEffects = Object.keys(TABLE_EFFECTS) as readonly TableEffect[];

/** With `table: "random"`, the probability of each table effect. */
const TABLE_SHARE = 0.25;
const DEFAULT_ROWS = 1000;
const LEAST_ROWS = 20;
/** At few rows a column of counts or levels may be constant; then the pair is drawn again. */
const MOST_ATTEMPTS = 100;

/** Which pair to draw: exactly one of `family` and `kind`. */
export interface HeldOutOptions {
  /** Name of one of `testFamilies`. */
  readonly family?: string;
  /** Name of one of `hostileKinds`. */
  readonly kind?: string;
  /** Rows, from 20; default 1,000. */
  readonly n?: number;
  /**
   * What happens to the columns of a test family afterwards: nothing by default, the effects named, or each with
   * probability 1/4 for "random". Each meets the cause, the effect or both, equally likely. Not for hostile kinds.
   */
  readonly table?: readonly TableEffect[] | "random";
}

/** A held-out pair. "none": no direction. */
export interface HeldOutPair {
  readonly name: string;
  readonly pair: Pair;
  readonly truth: "x->y" | "y->x" | "none";
}

/**
 * A pair of a test family or a hostile kind. A pure function of seed and options; both columns are finite and not
 * constant, and exchange their places with probability 1/2.
 *
 * These pairs are for one last test, never for choosing anything: docs/held-out.md.
 * @cost 1 to 40 µs a row     @throws InputError `wrong-option`
 */
export function heldOutPair(seed: number, options: HeldOutOptions): HeldOutPair {
  const { n = DEFAULT_ROWS, table = [] } = options;
  if (!(Number.isSafeInteger(n) && n >= LEAST_ROWS)) throw wrongOption("n", n, `a whole number from ${LEAST_ROWS}`);
  const chosen = chosenGenerator(options);
  const isDirected = chosen.direction === "directed";
  const rng = seededRng(seed).split(`held out ${chosen.name}`);
  const isSwapped = rng.split("places").uniform() < 0.5;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const stream = rng.split(`attempt ${attempt}`);
    const drawn =
      chosen.direction === "directed"
        ? directedColumns(chosen.draw(stream.split("model")), n, stream)
        : chosen.draw(stream, n);
    const [first, second] = withTable(drawn, table, stream.split("table"));
    if (isConstant(first) || isConstant(second)) continue;
    const pair = isSwapped ? pairFromColumns(second, first) : pairFromColumns(first, second);
    return { name: chosen.name, pair, truth: isDirected ? (isSwapped ? "y->x" : "x->y") : "none" };
  }
  throw new InputError({
    code: "constant-column",
    place: `held-out pairs of ${chosen.name}`,
    value: `seed ${seed}`,
    expected: `columns that vary, in ${MOST_ATTEMPTS} attempts of ${n} rows`,
    remedy: "Draw more rows, or take another seed.",
  });
}

function chosenGenerator({
  family,
  kind,
  table,
}: HeldOutOptions): (TestFamily & { direction: "directed" }) | HostileKind {
  if ((family === undefined) === (kind === undefined)) {
    throw wrongOption("family", family, "given, or a kind instead, and not both");
  }
  if (family !== undefined) return { ...named("family", testFamilies, family), direction: "directed" };
  if (table !== undefined) throw wrongOption("table", "given", "left out for a hostile kind, which is what it is");
  return named("kind", hostileKinds, kind);
}

function named<T extends { readonly name: string }>(option: string, list: readonly T[], name: string | undefined): T {
  const found = list.find((one) => one.name === name);
  if (!found) throw wrongOption(option, name, `one of ${list.map((one) => one.name).join(", ")}`);
  return found;
}

function withTable(columns: Columns, table: readonly TableEffect[] | "random", rng: Rng): Columns {
  if (table !== "random") {
    for (const name of table)
      if (!tableEffects.includes(name)) throw wrongOption("table", name, tableEffects.join(", "));
  }
  let current = columns;
  for (const name of tableEffects) {
    const stream = rng.split(name);
    const happens = table === "random" ? stream.split("happens").uniform() < TABLE_SHARE : table.includes(name);
    if (happens) current = someRecorded(current, stream, TABLE_EFFECTS[name]);
  }
  return current;
}

function isConstant(column: Column): boolean {
  return column.every((value) => value === column[0]);
}

/** The lists of docs/held-out.md, as Markdown tables. */
export function heldOutLists(): string {
  const kindRow = ({ name, summary, covered, invisible }: HostileKind) =>
    `| \`${name}\` | ${summary.replaceAll("|", "\\|")} | ${invisible ?? (covered ? "covered" : "not covered")} |`;
  const familyRow = ({ name, summary }: TestFamily) => `| \`${name}\` | ${summary.replaceAll("|", "\\|")} |`;
  return [
    `## ${testFamilies.length} test families`,
    ["| family | effect |", "| --- | --- |", ...testFamilies.map(familyRow)].join("\n"),
    `## ${hostileDirected.length} hostile kinds with a direction`,
    ["| kind | what is hostile | training |", "| --- | --- | --- |", ...hostileDirected.map(kindRow)].join("\n"),
    `## ${hostileUndirected.length} hostile kinds without a direction`,
    ["| kind | what is hostile | training |", "| --- | --- | --- |", ...hostileUndirected.map(kindRow)].join("\n"),
  ].join("\n\n");
}
