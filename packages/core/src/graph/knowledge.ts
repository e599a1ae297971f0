import { nearestName } from "../primitives/did-you-mean.js";
import {
  InputError,
  type OptionName,
  option,
  requireEach,
  requireList,
  requireOptions,
  text,
  wrongOption,
} from "../primitives/errors.js";
import { listColumns } from "../table/table.js";
import { isAncestor, type SearchRules } from "./search.js";

/** An arrow between two columns, by their names. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** What is known of a graph before the data are looked at. */
export interface Knowledge {
  /** Arrows that are not in the graph. */
  readonly forbid?: readonly Arrow[] | undefined;
  /** Arrows that are in the graph. */
  readonly require?: readonly Arrow[] | undefined;
  /** Groups of columns in the order of time: no arrow leads from a later group to an earlier one. */
  readonly tiers?: readonly (readonly string[])[] | undefined;
}

/** Parents of one column at most, if nothing else is asked for: more cannot be told apart in a table of usual length. */
export const MOST_PARENTS = 4;

/**
 * The rules of a search for what is known.
 *
 * @throws InputError `unknown-column`, `wrong-option` for knowledge that contradicts itself
 */
export function searchRules(
  names: readonly string[],
  knowledge: Knowledge = {},
  mostParents: number = MOST_PARENTS,
): SearchRules {
  requireKnowledge(knowledge);
  const size = names.length;
  const most = Math.max(size - 1, MOST_PARENTS);
  if (!(Number.isInteger(mostParents) && mostParents >= 1 && mostParents <= most)) {
    throw wrongOption("maxParents", mostParents, `a whole number from 1 to ${most}`);
  }
  const place = (name: string, where: OptionName): number => positionOf(names, name, where);
  const tier = new Map<number, number>();
  (knowledge.tiers ?? []).forEach((group, k) => {
    for (const name of group) {
      const column = place(name, "tiers");
      if (tier.has(column)) throw contradiction("tiers", `"${name}" twice`, "each column in one group");
      tier.set(column, k);
    }
  });
  const forbidden = new Set<number>();
  for (const { from, to } of knowledge.forbid ?? []) {
    requireTwo(from, to, "forbid");
    forbidden.add(place(from, "forbid") * size + place(to, "forbid"));
  }
  const allows = (from: number, to: number): boolean =>
    from !== to && !forbidden.has(from * size + to) && !((tier.get(from) ?? -1) > (tier.get(to) ?? size));
  const required: [number, number][] = [];
  const parents: number[][] = names.map(() => []);
  for (const arrow of knowledge.require ?? []) {
    const [from, to] = [place(arrow.from, "require"), place(arrow.to, "require")];
    const words = `${arrow.from} -> ${arrow.to}`;
    requireTwo(arrow.from, arrow.to, "require");
    if (parents[to].includes(from)) continue;
    if (!allows(from, to)) throw contradiction("require", words, "arrows that are not forbidden, also not by tiers");
    if (isAncestor(parents, to, from)) throw contradiction("require", words, "arrows that make no circle");
    parents[to].push(from);
    if (parents[to].length > mostParents) {
      throw contradiction("require", `${parents[to].length} parents of "${arrow.to}"`, `at most ${mostParents}`);
    }
    required.push([from, to]);
  }
  return { allows, required, mostParents };
}

/** The same about columns with other names. */
export function renamedKnowledge(knowledge: Knowledge, nameOf: (name: string) => string): Knowledge {
  requireKnowledge(knowledge);
  const { forbid, require, tiers, ...rest } = knowledge;
  const renamed = ({ from, to }: Arrow): Arrow => ({ from: nameOf(from), to: nameOf(to) });
  return {
    ...rest,
    ...(forbid && { forbid: forbid.map(renamed) }),
    ...(require && { require: require.map(renamed) }),
    ...(tiers && { tiers: tiers.map((group) => group.map(nameOf)) }),
  };
}

/** @throws InputError `wrong-option` */
function requireKnowledge(knowledge: Knowledge): void {
  requireOptions(knowledge);
  const { forbid = [], require = [], tiers = [] } = knowledge;
  const names = "texts, the names of columns";
  for (const [option, arrows] of Object.entries({ forbid, require })) {
    requireEach(option, arrows, ["from", "to"], 'arrows such as { from: "dose", to: "response" }');
    for (const { from, to } of arrows) requireNames(option, [from, to]);
  }
  requireList("tiers", tiers, "an array of groups of columns");
  for (const group of tiers) {
    requireList("tiers", group, names);
    requireNames("tiers", group);
  }
  function requireNames(option: string, values: readonly unknown[]): void {
    const odd = values.findIndex((value) => typeof value !== "string");
    if (odd >= 0) throw wrongOption(option, values[odd], names);
  }
}

function positionOf(names: readonly string[], name: string, where: OptionName): number {
  const found = names.indexOf(name);
  if (found >= 0) return found;
  const near = nearestName(String(name), names);
  throw new InputError({
    code: "unknown-column",
    place: text`${option(where)} "${String(name)}"`,
    value: "no such column in the graph",
    expected: `one of ${listColumns(names.map((each) => ({ name: each })))}`,
    remedy: text`${near === undefined ? "" : `Did you mean "${near}"? `}Name columns as the table does, or by their number in it, and include them in ${option("columns")} if you use it.`,
  });
}

/** Refuses an arrow from a column to itself. */
function requireTwo(from: string, to: string, where: OptionName): void {
  if (from === to) throw wrongOption(where, `${from} -> ${to}`, "an arrow between two columns");
}

function contradiction(where: OptionName, value: string, expected: string): InputError {
  return new InputError({
    code: "wrong-option",
    place: [option(where)],
    value,
    expected,
    remedy: "Remove one of the statements that contradict each other.",
  });
}

/**
 * Arrows from texts such as "a -> b" or "b <- a"; names as they stand, without the blanks around them. A column whose name
 * holds an arrow can be called by its number.
 *
 * @throws InputError `wrong-option`
 */
export function parseArrow(words: string, where: "forbid" | "require"): Arrow {
  const parts = words.split(/\s*(->|<-|→|←)\s*/).map((part) => part.trim());
  const [left, sign, right] = parts;
  if (parts.length !== 3 || !left || !right) {
    throw wrongOption(where, words, 'an arrow such as "dose -> response", or "1 -> 3" by the numbers of the columns');
  }
  return sign === "->" || sign === "→" ? { from: left, to: right } : { from: right, to: left };
}

/**
 * Groups of columns from "age, sex < dose < response", or a line for each group.
 *
 * @throws InputError `wrong-option`
 */
export function parseTiers(words: string): string[][] {
  const groups = words
    .split(/[<\n]/)
    .map((group) =>
      group
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    )
    .filter((group) => group.length > 0);
  if (groups.length < 2) throw wrongOption("tiers", words, 'two or more groups such as "age, sex < dose < response"');
  return groups;
}
